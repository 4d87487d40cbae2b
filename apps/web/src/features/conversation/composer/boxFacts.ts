import { CAPABILITIES } from "@balcao/domain/connections";
import type { ShortcutId } from "../../../lib/keyboard";
import type { ComposerState } from "./useComposer";

/** What the message box can do besides sending, by the name of its shortcut. */
export type ToolId = Extract<ShortcutId, "attach" | "card" | "templates" | "emoji" | "quickAnswers" | "comment" | "record">;

/** What decides which tools there are. */
export type BoxFacts = Pick<ComposerState, "api" | "comment" | "closed" | "toCustomer">;

/** The tools of the message box, in the order of the palette and of the phone's menu. */
export function toolsOf({ api, comment, closed, toCustomer }: BoxFacts): readonly ToolId[] {
  const offered: Readonly<Record<ToolId, boolean>> = {
    attach: !closed,
    card: toCustomer && !closed,
    templates: toCustomer && CAPABILITIES[api].templates && !closed,
    emoji: true,
    quickAnswers: toCustomer,
    comment: toCustomer,
    record: !closed && !comment,
  };
  return (Object.keys(offered) as ToolId[]).filter((tool) => offered[tool]);
}

/** Whether a phone shows the microphone in the place of the button that sends: it has room for one. */
export const showsMicrophone = ({ begun, ...facts }: BoxFacts & { readonly begun: boolean }): boolean =>
  !begun && toolsOf(facts).includes("record");
