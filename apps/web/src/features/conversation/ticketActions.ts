import type { TicketView } from "@balcao/contracts/tickets";
import { matches, type Actor } from "@balcao/domain/access";
import type { AccessSettings } from "@balcao/domain/settings";
import { intentsFrom, isKept, ticketCondition, type TicketFacts, type TicketRule, type TicketStatus } from "@balcao/domain/tickets";

/** The actions of the conversation's buttons; each is an intent of the wire. */
export type TicketAction = "accept" | "returnToWaiting" | "pause" | "snooze" | "resume" | "transfer" | "resolve" | "close" | "reopen";

/** What the menu offers: the intents, and what is none: the mark as unread, and the deletion. */
export type MenuAction = TicketAction | "markUnread" | "delete";

const ORDER: readonly TicketAction[] = ["accept", "resolve", "resume", "reopen", "returnToWaiting", "snooze", "pause", "transfer", "close"];

/** The one action that has a button of its own; the others are in the menu. */
const PRIMARY: Readonly<Partial<Record<TicketStatus, TicketAction>>> = {
  pending: "accept",
  bot: "accept",
  open: "resolve",
  paused: "resume",
  closed: "reopen",
};

/**
 * Statuses in which a farewell makes sense; in the others the menu closes without a text.
 */
const RESOLVABLE: ReadonlySet<TicketStatus> = new Set(["open", "group"]);

/** The two kinds of pauses: without an end, and with one. */
export type PauseKind = "pause" | "snooze";

export const isPause = (action: string | null): action is PauseKind => action === "pause" || action === "snooze";

/** Whether a transfer of a ticket to this place would change nothing (D-294). */
export const keepsPlace = (ticket: TicketView, to: Parameters<typeof isKept>[1]): boolean =>
  isKept({ status: ticket.status, userId: ticket.userId, queueId: ticket.queueId, connectionId: ticket.whatsappId }, to);

export interface TicketActions {
  readonly primary: TicketAction | null;
  readonly menu: readonly MenuAction[];
}

/**
 * The buttons of a ticket for a person: what the ticket machine offers and the rules allow
 * (TICKET-004).
 */
export function ticketActions(ticket: TicketView, actor: Actor, settings: AccessSettings): TicketActions {
  const facts: TicketFacts = { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };
  const may = (rule: TicketRule) => matches(ticketCondition(rule, actor, settings), facts);
  if (!may("ticket:write")) return { primary: null, menu: [] };
  const offered = new Set<string>(intentsFrom({ ...facts, connectionId: ticket.whatsappId, snooze: null }));
  const allowed = ORDER.filter(
    (action) =>
      offered.has(action) &&
      (action !== "resume" || may("ticket:resume")) &&
      (action !== "snooze" || ticket.status === "open" || may("ticket:resume")) &&
      (action !== "resolve" || RESOLVABLE.has(ticket.status)),
  );
  const primary = PRIMARY[ticket.status];
  const shown = primary !== undefined && allowed.includes(primary) ? primary : null;
  const others = allowed.filter((action) => action !== shown);
  const besides = [...(may("ticket:markUnread") ? (["markUnread"] as const) : []), ...(may("ticket:delete") ? (["delete"] as const) : [])];
  return { primary: shown, menu: [...others, ...besides] };
}

/** Whether the person must choose a queue before accepting. */
export function needsQueueToAccept(ticket: Pick<TicketView, "queueId">, actor: Pick<Actor, "queueIds">, queuesExist: boolean): boolean {
  return ticket.queueId === null && queuesExist && actor.queueIds.length > 0;
}

/** Whether accepting the ticket forestalls menu and bot: it has no queue yet, and there are queues (TICKET-018). */
export function acceptsBeforeBot(
  { status, isGroup, queueId }: Pick<TicketView, "status" | "isGroup" | "queueId">,
  queuesExist: boolean,
): boolean {
  return (status === "pending" || status === "bot") && !isGroup && queueId === null && queuesExist;
}
