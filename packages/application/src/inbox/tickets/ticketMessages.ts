import { getMessageRows, type MessageRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { getTicketRowsByIds, type TicketRow } from "@balcao/database/tickets";

/** A message with its ticket. */
export interface TicketMessageRow {
  readonly message: MessageRow;
  readonly ticket: TicketRow;
}

/** Reads messages that were not deleted with their tickets, in the order of the ids; those that are gone are left out. */
export async function readTicketMessages(sql: Sql, messageIds: readonly number[]): Promise<readonly TicketMessageRow[]> {
  if (messageIds.length === 0) return [];
  const messages = (await getMessageRows(sql, messageIds)).filter(({ isDeleted }) => !isDeleted);
  const ticketIds = [...new Set(messages.map(({ ticketId }) => ticketId))];
  const tickets = new Map((await getTicketRowsByIds(sql, ticketIds)).map((row) => [row.id, row]));
  return messages.flatMap((message) => {
    const ticket = tickets.get(message.ticketId);
    return ticket ? [{ message, ticket }] : [];
  });
}
