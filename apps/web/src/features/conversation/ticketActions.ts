import type { TicketView } from "@balcao/contracts/tickets";
import { matches, type Actor } from "@balcao/domain/access";
import type { AccessSettings } from "@balcao/domain/settings";
import { intentsFrom, ticketCondition, type TicketStatus } from "@balcao/domain/tickets";

/** What a button of the conversation can do; each is an intent that the wire can say. */
export type TicketAction = "accept" | "returnToWaiting" | "pause" | "resume" | "transfer" | "resolve" | "close" | "reopen";

const ORDER: readonly TicketAction[] = ["accept", "resolve", "resume", "reopen", "returnToWaiting", "pause", "transfer", "close"];

/** The one action that stands as a button; the rest is in the menu. */
const PRIMARY: Readonly<Partial<Record<TicketStatus, TicketAction>>> = {
  pending: "accept",
  bot: "accept",
  open: "resolve",
  paused: "resume",
  closed: "reopen",
};

/** Statuses in which an end with its farewell makes sense; elsewhere the menu closes without a word (TICKET-017). */
const RESOLVABLE: ReadonlySet<TicketStatus> = new Set(["open", "group"]);

export interface TicketActions {
  readonly primary: TicketAction | null;
  readonly menu: readonly TicketAction[];
}

/** The buttons of a ticket for a person: what the machine offers and the rules allow (TICKET-004). */
export function ticketActions(ticket: TicketView, actor: Actor, settings: AccessSettings): TicketActions {
  const facts = { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };
  const may = (rule: "ticket:write" | "ticket:resume") => matches(ticketCondition(rule, actor, settings), facts);
  if (!may("ticket:write")) return { primary: null, menu: [] };
  const offered = new Set<string>(
    intentsFrom({
      ...facts,
      connectionId: ticket.whatsappId,
      pauseTag: ticket.pauseTag,
      acceptedAt: ticket.acceptedAt === null ? null : new Date(ticket.acceptedAt),
      closedAt: ticket.closedAt === null ? null : new Date(ticket.closedAt),
    }),
  );
  const allowed = ORDER.filter(
    (action) =>
      offered.has(action) && (action !== "resume" || may("ticket:resume")) && (action !== "resolve" || RESOLVABLE.has(ticket.status)),
  );
  const primary = PRIMARY[ticket.status];
  const shown = primary !== undefined && allowed.includes(primary) ? primary : null;
  return { primary: shown, menu: allowed.filter((action) => action !== shown) };
}

/** Whether accepting must ask for a queue first (INBOX-022, D-050). */
export function needsQueueToAccept(ticket: Pick<TicketView, "queueId">, actor: Pick<Actor, "queueIds">, queuesExist: boolean): boolean {
  return ticket.queueId === null && queuesExist && actor.queueIds.length > 0;
}
