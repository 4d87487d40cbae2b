import type { TicketCondition } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import { literal } from "../search/index.js";
import type { Sql } from "../sql/index.js";
import { ticketRowsOf, type TicketRow } from "./ticketRows.js";

interface ContactTicketsQuery {
  readonly contactId: number;
  /** The tickets that the person may open. */
  readonly condition: TicketCondition;
  /** The page begins after this ticket; null at the newest one. */
  readonly beforeId: number | null;
  readonly limit: number;
}

/** Lists the tickets of a contact that a person may open, newest first. */
export function listContactTickets(sql: Sql, { contactId, condition, beforeId, limit }: ContactTicketsQuery): Promise<TicketRow[]> {
  const check = toSql(condition, TICKET_FIELDS, 1);
  const older = beforeId === null ? "" : `AND t.id < ${literal(beforeId)}`;
  const ids = `SELECT t.id FROM ticket t WHERE t.contact_id = ${literal(contactId)} AND ${check.text} ${older} ORDER BY t.id DESC LIMIT ${literal(limit)}`;
  return sql.ask<TicketRow>(ticketRowsOf(`ARRAY(${ids})`), check.values);
}
