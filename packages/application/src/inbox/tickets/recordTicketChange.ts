import type { ListedFacts } from "@balcao/domain/tickets";
import type { TicketLivePayload, Unit } from "../../ground/kernel/index.js";
import { toTicketFacts } from "./ticketView.js";

interface ChangedTicket extends ListedFacts {
  readonly id: number;
  readonly version: number;
}

interface ChangedMessages {
  readonly created?: readonly number[];
  readonly updated?: readonly number[];
  /** The change decides about the sight of messages of before. */
  readonly historyMoved?: boolean;
}

/**
 * Records the live event of a changed ticket, once per transaction and ticket; `before` is null for
 * a new ticket.
 */
export async function recordTicketChange(
  unit: Unit,
  before: ListedFacts | null,
  after: ChangedTicket,
  messages: ChangedMessages = {},
): Promise<void> {
  const payload: TicketLivePayload = {
    change: "changed",
    before: before && toTicketFacts(before),
    after: toTicketFacts(after),
    version: after.version,
    createdMessages: messages.created ?? [],
    updatedMessages: messages.updated ?? [],
    ...(messages.historyMoved === true && { historyMoved: true }),
  };
  await unit.live("ticket", payload, after.id);
}

/** Records the live event of a ticket whose unread count became zero. */
export async function recordTicketRead(unit: Unit, ticket: ChangedTicket): Promise<void> {
  const facts = toTicketFacts(ticket);
  const payload: TicketLivePayload = {
    change: "read",
    before: facts,
    after: facts,
    version: ticket.version,
    createdMessages: [],
    updatedMessages: [],
  };
  await unit.live("ticket", payload, ticket.id);
}

/** Records the live event of a deleted ticket. */
export async function recordTicketDeletion(unit: Unit, ticket: ChangedTicket): Promise<void> {
  const payload: TicketLivePayload = {
    change: "deleted",
    before: toTicketFacts(ticket),
    after: null,
    version: ticket.version + 1,
    createdMessages: [],
    updatedMessages: [],
  };
  await unit.live("ticket", payload, ticket.id);
}
