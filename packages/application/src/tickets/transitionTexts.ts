import { UNNAMED_ATTENDANT, withDefaultMessages } from "@balcao/domain/connections";
import type { TicketEffect } from "@balcao/domain/tickets";
import type { LockedTicket } from "@balcao/database/tickets";
import type { House } from "../kernel/index.js";

/** What came along with a change that may become a text to the customer. */
export interface TransitionWords {
  readonly pauseMessage: string;
  /** true or "true": the connection's text; another text: the agent's own; absent: none (D-053). */
  readonly transferMessage: string | null | undefined;
}

/** The texts that follow a transition, in order, by the table's effects; placeholders are filled when they are sent. */
export function transitionTexts(
  house: House,
  effects: readonly TicketEffect[],
  after: LockedTicket,
  words: TransitionWords,
): { text: string; names: { user: string; queue: string } }[] {
  const { connections, queues, users, settings } = house.directory.current();
  const connection = after.connectionId === null ? undefined : connections.get(after.connectionId);
  const names = {
    user: (after.userId === null ? undefined : users.get(after.userId)?.name) ?? UNNAMED_ATTENDANT,
    queue: (after.queueId === null ? undefined : queues.get(after.queueId)?.name) ?? "",
  };
  const texts: string[] = [];
  for (const effect of effects) {
    if (effect === "farewell") texts.push(connection?.farewellMessage ?? "");
    if (effect === "pauseMessage") texts.push(words.pauseMessage);
    if (effect === "transferNotice")
      texts.push(transferText(words.transferMessage, settings.forceTransferMessage, connection?.transferMessage ?? ""));
  }
  return texts.filter((text) => text.trim() !== "").map((text) => ({ text, names }));
}

function transferText(asked: string | null | undefined, forced: boolean, ofConnection: string): string {
  const own = withDefaultMessages({ transferMessage: ofConnection }).messages.transferMessage;
  if (asked === "true") return own;
  if (asked !== undefined && asked !== null && asked.trim() !== "" && asked !== "false") return asked;
  return forced ? own : "";
}
