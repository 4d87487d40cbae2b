import { UNNAMED_ATTENDANT, withDefaultMessages } from "@balcao/domain/connections";
import type { TicketEffect } from "@balcao/domain/tickets";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services } from "../../ground/kernel/index.js";

/** The texts of a request that may be sent to the customer. */
export interface TransitionWords {
  readonly pauseMessage: string;
  /** true or "true": the connection's text; another text: the agent's own; absent: none [D-053]. */
  readonly transferMessage: string | null | undefined;
}

/**
 * Returns the texts to send after a transition, in order, by its effects. Placeholders are filled
 * when a text is sent.
 */
export function transitionTexts(
  services: Services,
  effects: readonly TicketEffect[],
  after: LockedTicket,
  words: TransitionWords,
): { text: string; names: { user: string; queue: string } }[] {
  const { connections, settings } = services.directory.current();
  const connection = after.connectionId === null ? undefined : connections.get(after.connectionId);
  const names = namesOf(services, after);
  const textOf = (effect: TicketEffect): string => {
    switch (effect) {
      case "farewell":
        return connection?.farewellMessage ?? "";
      case "askRating":
        return withDefaultMessages({ npsMessage: connection?.npsMessage ?? "" }).messages.npsMessage;
      case "pauseMessage":
        return words.pauseMessage;
      case "transferNotice":
        return transferText(words.transferMessage, settings.forceTransferMessage, connection?.transferMessage ?? "");
      default:
        return "";
    }
  };
  return effects.map(textOf).flatMap((text) => (text.trim() === "" ? [] : [{ text, names }]));
}

/** Who has the ticket now, by name, for placeholders. */
function namesOf(services: Services, { userId, queueId }: LockedTicket): { user: string; queue: string } {
  const { queues, users } = services.directory.current();
  return {
    user: (userId === null ? undefined : users.get(userId)?.name) ?? UNNAMED_ATTENDANT,
    queue: (queueId === null ? undefined : queues.get(queueId)?.name) ?? "",
  };
}

function transferText(asked: string | null | undefined, forced: boolean, ofConnection: string): string {
  const own = withDefaultMessages({ transferMessage: ofConnection }).messages.transferMessage;
  if (asked === "true") return own;
  if (asked !== undefined && asked !== null && asked.trim() !== "" && asked !== "false") return asked;
  return forced ? own : "";
}
