import type { TicketFacts } from "@balcao/domain/tickets";
import type { Sql } from "@balcao/database/sql";
import { recordTicketEvent } from "../live/index.js";
import { toTicketFacts } from "./ticketView.js";

interface ChangedTicket extends TicketFacts {
  readonly id: number;
  readonly version: number;
}

interface MessageNews {
  readonly created?: readonly number[];
  readonly updated?: readonly number[];
}

/** Tells browsers of a ticket's change, once per transaction and ticket; `before` is null for a new ticket. */
export async function recordTicketChange(tx: Sql, before: TicketFacts | null, after: ChangedTicket, news: MessageNews = {}): Promise<void> {
  await recordTicketEvent(tx, after.id, {
    change: "changed",
    before: before && toTicketFacts(before),
    after: toTicketFacts(after),
    version: after.version,
    createdMessages: news.created ?? [],
    updatedMessages: news.updated ?? [],
  });
}

/** Tells browsers that a ticket's unread count is zero. */
export async function recordTicketRead(tx: Sql, ticket: ChangedTicket): Promise<void> {
  const facts = toTicketFacts(ticket);
  await recordTicketEvent(tx, ticket.id, {
    change: "read",
    before: facts,
    after: facts,
    version: ticket.version,
    createdMessages: [],
    updatedMessages: [],
  });
}
