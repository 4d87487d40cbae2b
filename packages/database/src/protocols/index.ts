import type { TicketCondition, TicketFacts } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { containsContact, containsText, literal } from "../search/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A protocol with its contact, and the facts of its ticket that decide who sees it. */
export interface ProtocolRow extends TicketFacts {
  readonly id: number;
  readonly number: string;
  readonly message: string;
  readonly ticketId: number;
  readonly createdAt: Date;
  readonly contactId: number;
  readonly contactName: string;
  readonly contactNumber: string | null;
  readonly contactPictureFileId: string | null;
}

/** Selects the protocols of an ordered array of ids, in its order. */
const protocolRowsOf = (
  ids: string,
): string => `SELECT p.id, p.number, p.message, p.ticket_id AS "ticketId", p.created_at AS "createdAt", t.contact_id AS "contactId",
    c.name AS "contactName", c.number AS "contactNumber", c.picture_file_id AS "contactPictureFileId",
    t.status, t.is_group AS "isGroup", t.queue_id AS "queueId", t.user_id AS "userId", t.guest_ids AS "guestIds"
  FROM unnest(${ids}) WITH ORDINALITY AS page(id, place) JOIN protocol p ON p.id = page.id JOIN ticket t ON t.id = p.ticket_id
  JOIN contact c ON c.id = t.contact_id ORDER BY page.place`;

const byIds = statement<ProtocolRow>("protocol_rows", protocolRowsOf("$1::int[]"));
const ofTicket = statement<ProtocolRow>(
  "protocol_of_ticket",
  protocolRowsOf("ARRAY(SELECT id FROM protocol WHERE ticket_id = $1 ORDER BY id DESC LIMIT $2)"),
);
const nextId = statement<{ id: number }>("protocol_next_id", `SELECT nextval(pg_get_serial_sequence('protocol', 'id'))::int AS id`);
const insertRow = statement("protocol_insert", `INSERT INTO protocol (id, number, ticket_id, created_at) VALUES ($1, $2, $3, $4)`);
const recent = statement<{ id: number }>(
  "protocol_recent",
  `SELECT id FROM protocol WHERE ticket_id = $1 AND created_at > $2 ORDER BY id DESC LIMIT 1`,
);
const setMessage = statement("protocol_set_message", `UPDATE protocol SET message = $2 WHERE id = $1`);
const anyOfTicket = statement<{ id: number }>("protocol_any_of_ticket", `SELECT id FROM protocol WHERE ticket_id = $1 LIMIT 1`);
const anyOfContact = statement<{ id: number }>(
  "protocol_any_of_contact",
  `SELECT p.id FROM ticket t JOIN protocol p ON p.ticket_id = t.id WHERE t.contact_id = $1 LIMIT 1`,
);

interface ProtocolDraft {
  readonly id: number;
  readonly number: string;
  readonly ticketId: number;
  readonly createdAt: Date;
}

/** Takes the id of a protocol that is about to be created; its number contains it. */
export const takeProtocolId = async (tx: Sql): Promise<number> => (await one(tx.run(nextId))).id;

export async function insertProtocol(tx: Sql, { id, number, ticketId, createdAt }: ProtocolDraft): Promise<void> {
  await tx.run(insertRow, [id, number, ticketId, createdAt]);
}

/** Returns the id of the newest protocol of a ticket that was created after `since`, or null. */
export const findRecentProtocol = async (tx: Sql, ticketId: number, since: Date): Promise<number | null> =>
  (await first(tx.run(recent, [ticketId, since])))?.id ?? null;

export async function setProtocolMessage(tx: Sql, id: number, message: string): Promise<void> {
  await tx.run(setMessage, [id, message]);
}

/** Returns the existing protocols of these ids, in the order of the ids. */
export const getProtocolRowsByIds = (sql: Sql, ids: readonly number[]): Promise<ProtocolRow[]> => sql.run(byIds, [ids]);

export const getProtocolRow = (sql: Sql, id: number): Promise<ProtocolRow | null> => first(sql.run(byIds, [[id]]));

/** Lists the newest protocols of a ticket, newest first. */
export const listTicketProtocols = (sql: Sql, ticketId: number, limit: number): Promise<ProtocolRow[]> =>
  sql.run(ofTicket, [ticketId, limit]);

export const hasTicketProtocol = async (sql: Sql, ticketId: number): Promise<boolean> =>
  (await sql.run(anyOfTicket, [ticketId])).length > 0;

/** Whether any ticket of the contact has a protocol. */
export const hasContactProtocol = async (sql: Sql, contactId: number): Promise<boolean> =>
  (await sql.run(anyOfContact, [contactId])).length > 0;

interface ProtocolPage {
  /** The tickets whose protocols the person sees. */
  readonly condition: TicketCondition;
  /** Null for all contacts. */
  readonly contactId: number | null;
  /** Part of the protocol's number, or of the contact's name or number; empty for all. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** Lists a page of protocols, newest first. Deep pages are reached by key. */
export async function listProtocols(sql: Sql, { condition, contactId, search, offset, limit }: ProtocolPage): Promise<ProtocolRow[]> {
  const check = toSql(condition, TICKET_FIELDS, 1);
  const terms = [
    check.text,
    ...(contactId === null ? [] : [`t.contact_id = ${literal(contactId)}`]),
    ...(search === "" ? [] : [matching(search)]),
  ];
  const page = (below: number | null, rows: number, skipped: number): string => {
    const where = [...terms, ...(below === null ? [] : [`p.id < ${literal(below)}`])].join(" AND ");
    return `SELECT p.id FROM protocol p JOIN ticket t ON t.id = p.ticket_id WHERE ${where} ORDER BY p.id DESC LIMIT ${literal(rows)} OFFSET ${literal(skipped)}`;
  };
  const keyAfter = async (below: number | null): Promise<number | null> =>
    (await first(sql.ask<{ id: number }>(page(below, 1, MAX_OFFSET - 1), check.values)))?.id ?? null;
  const place = await walkToOffset({ key: null, offset }, keyAfter);
  if (place === null) return [];
  return sql.ask<ProtocolRow>(protocolRowsOf(`ARRAY(${page(place.key, limit, place.offset)})`), check.values);
}

/** The index of `contact.search` finds candidates; it contains the e-mail too, which does not count. */
function matching(search: string): string {
  const contacts = `SELECT id FROM contact WHERE ${containsContact("search", search)}
    AND (${containsText("name_key", search)} OR ${containsContact("coalesce(number, '')", search)})`;
  return `(${containsText("p.number", search)} OR t.contact_id IN (${contacts}))`;
}
