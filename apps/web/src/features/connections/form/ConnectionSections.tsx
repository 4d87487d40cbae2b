import type { ConnectionView } from "@balcao/contracts/connections";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import type { ConnectionForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import type { Connection } from "../../../lib/data/connections";
import type { SchemaForm } from "../../../ui/form";
import { BotSection } from "./BotSection";
import { ConnectorSection } from "./ConnectorSection";
import { GeneralSection } from "./GeneralSection";
import { HistorySection } from "./HistorySection";
import { MessagesSection } from "./MessagesSection";
import { MetaSection } from "./MetaSection";
import { RatingSection } from "./RatingSection";
import { SendListSection } from "./SendListSection";
import { useSections, type SectionId } from "./useSections";

const SECTIONS: readonly SectionId[] = ["connector", "general", "messages", "bot", "meta", "rating", "history", "list"];

/** The sections that a connector has: Meta's credentials and lists are not for all of them (D-147). */
const sectionsOf = (api: ConnectorApi): readonly SectionId[] =>
  SECTIONS.filter((id) => (id !== "meta" || api === "cloud_api") && (id !== "list" || CAPABILITIES[api].lists));

interface ConnectionSectionsProps {
  readonly of: SchemaForm<ConnectionForm>;
  readonly offered: readonly ConnectorApi[];
  readonly connections: readonly Connection[];
  /** The connection that is changed; null for a new one. */
  readonly editing: ConnectionView | null;
}

/** The sections of the connection form; one with a wrong field stays open. */
export function ConnectionSections({ of, offered, connections, editing }: ConnectionSectionsProps) {
  const { form } = of;
  const api = useWatch({ control: form.control, name: "api" });
  const place = useSections(sectionsOf(api), editing ? ["general"] : ["connector", "general"], Object.keys(form.formState.errors));
  return (
    <>
      <ConnectorSection place={place("connector")} of={of} offered={offered} editing={editing} />
      <GeneralSection place={place("general")} of={of} connections={connections} editing={editing} />
      <MessagesSection place={place("messages")} of={of} />
      <BotSection place={place("bot")} of={of} />
      {api === "cloud_api" && <MetaSection place={place("meta")} of={of} tokenSet={editing?.tokenMetaSet ?? false} />}
      <RatingSection place={place("rating")} of={of} />
      <HistorySection place={place("history")} of={of} />
      {CAPABILITIES[api].lists && <SendListSection place={place("list")} of={of} unlockedAtFirst={editing?.sendList ?? false} />}
    </>
  );
}
