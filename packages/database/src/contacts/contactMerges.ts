import { first, one, statement, type Sql } from "../sql/index.js";
import type { AddressKey } from "./contactWrites.js";

const ownersOf = statement<{ contactId: number; kind: string }>(
  "merge_owners",
  `SELECT DISTINCT ON (a.contact_id) a.contact_id AS "contactId", a.kind FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS k(connection_id, kind, value, place)
   JOIN contact_address a USING (connection_id, kind, value) ORDER BY a.contact_id, k.place`,
);
const lockBoth = statement<{ id: number }>("merge_lock", `SELECT id FROM contact WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE`);
const liveOf = statement<{ id: number; connectionId: number }>(
  "merge_live",
  `SELECT id, connection_id AS "connectionId" FROM ticket WHERE contact_id = $1 AND status <> 'closed' AND connection_id IS NOT NULL ORDER BY id FOR UPDATE`,
);
const foldMessages = statement<{ ids: string[] }>(
  "merge_fold",
  `WITH moved AS (UPDATE message SET ticket_id = $2 WHERE ticket_id = $1 RETURNING id) SELECT coalesce(array_agg(id::text), '{}') AS ids FROM moved`,
);
const carryOver = statement(
  "merge_carry",
  `UPDATE ticket kept SET unread = kept.unread + gone.unread, version = kept.version + 1,
     last_message = CASE WHEN gone.last_message_at > kept.last_message_at THEN gone.last_message ELSE kept.last_message END,
     last_message_at = greatest(kept.last_message_at, gone.last_message_at), last_activity = greatest(kept.last_activity, gone.last_activity),
     last_inbound_id = greatest(kept.last_inbound_id, gone.last_inbound_id)
   FROM ticket gone WHERE kept.id = $2 AND gone.id = $1`,
);
// Everything that names the contact moves in one statement; what moved is written down with it.
const moveAll = statement<{ ticketIds: number[] }>(
  "merge_move",
  `WITH addresses AS (UPDATE contact_address SET contact_id = $2 WHERE contact_id = $1 RETURNING connection_id, kind, value),
     tickets AS (UPDATE ticket SET contact_id = $2, version = version + 1 WHERE contact_id = $1 RETURNING id),
     authors AS (UPDATE message SET contact_id = $2 WHERE contact_id = $1 RETURNING id),
     tags AS (INSERT INTO contact_tag (contact_id, tag_id) SELECT $2, tag_id FROM contact_tag WHERE contact_id = $1 ON CONFLICT DO NOTHING),
     extras AS (UPDATE contact_extra SET contact_id = $2 WHERE contact_id = $1)
   INSERT INTO contact_merge (kept_id, gone, addresses, ticket_ids, folded, author_message_ids)
   SELECT $2, (SELECT to_jsonb(c) FROM contact c WHERE c.id = $1), (SELECT coalesce(jsonb_agg(to_jsonb(addresses)), '[]') FROM addresses),
     (SELECT coalesce(array_agg(id), '{}') FROM tickets), $3::jsonb, (SELECT coalesce(array_agg(id), '{}') FROM authors)
   RETURNING ticket_ids AS "ticketIds"`,
);
const deleteGone = statement("merge_delete", `DELETE FROM contact WHERE id = $1`);

/** The contacts that own these addresses, the one with the most telling address first; more than one means that they are one person. */
export async function listAddressOwners(tx: Sql, keys: readonly AddressKey[]): Promise<number[]> {
  const order = ["phone", "lid", "bsuid", "group"];
  const rows = await tx.run(ownersOf, [
    keys.map(({ connectionId }) => connectionId),
    keys.map(({ kind }) => kind),
    keys.map(({ value }) => value),
  ]);
  return [...rows].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).map(({ contactId }) => contactId);
}

/** Locks both contacts in the order of their ids, so that two merges of the same people do not meet crosswise. */
export async function lockContacts(tx: Sql, ids: readonly number[]): Promise<number[]> {
  return (await tx.run(lockBoth, [ids])).map(({ id }) => id);
}

/** Live tickets of a contact, locked, the oldest first. */
export const lockLiveTicketsOf = (tx: Sql, contactId: number) => tx.run(liveOf, [contactId]);

/** Moves the messages of one ticket into another, with what the first still had unread; answers their ids. */
export async function foldTicket(tx: Sql, fromTicketId: number, intoTicketId: number): Promise<string[]> {
  const { ids } = await one(tx.run(foldMessages, [fromTicketId, intoTicketId]));
  await tx.run(carryOver, [fromTicketId, intoTicketId]);
  return ids;
}

/** Moves everything that names one contact to another and deletes the first, writing down what moved. Answers the tickets that moved. */
export async function moveContact(tx: Sql, goneId: number, keptId: number, folded: unknown): Promise<number[]> {
  const moved = await first(tx.run(moveAll, [goneId, keptId, JSON.stringify(folded)]));
  await tx.run(deleteGone, [goneId]);
  return moved?.ticketIds ?? [];
}
