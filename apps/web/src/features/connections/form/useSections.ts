import { useState } from "react";
import type { SectionPlace } from "../../../ui/form";

export type SectionId = "connector" | "general" | "messages" | "bot" | "meta" | "rating" | "history" | "list";

/** The section of each field that can be wrong. */
const SECTION_OF: Readonly<Record<string, SectionId>> = {
  name: "general",
  queueIds: "general",
  api: "connector",
  greetingMessage: "messages",
  publicDNSTypebot: "bot",
  publicIDTypebot: "bot",
  greetingBotMessage: "bot",
  phoneNumberId: "meta",
  wabaId: "meta",
  tokenMeta: "meta",
  npsMessage: "rating",
  npsTksMessage: "rating",
  historyByQueue: "history",
  historyByUser: "history",
};

/** The shown sections in their order; those with a wrong field are always open. */
export function useSections(
  shown: readonly SectionId[],
  openAtFirst: readonly SectionId[],
  wrongFields: readonly string[],
): (id: SectionId) => SectionPlace {
  const [opened, setOpened] = useState<ReadonlySet<SectionId>>(new Set(openAtFirst));
  const wrong = new Set(wrongFields.map((field) => SECTION_OF[field] ?? "messages"));
  const toggle = (id: SectionId) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  return (id) => ({ number: shown.indexOf(id) + 1, open: opened.has(id) || wrong.has(id), onToggle: () => toggle(id) });
}
