import { one, statement, type Sql } from "../sql/index.js";
import type { AddressKey } from "./contactWrites.js";

const ownersOf = statement<{ contactId: number; kind: string }>(
  "merge_owners",
  `SELECT DISTINCT ON (a.contact_id) a.contact_id AS "contactId", a.kind FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS k(connection_id, kind, value, place)
   JOIN contact_address a USING (connection_id, kind, value) ORDER BY a.contact_id, k.place`,
);
const distinctOf = statement<{ id: number }>(
  "merge_distinct",
  `SELECT CASE WHEN low_id = $1 THEN high_id ELSE low_id END AS id FROM contact_distinct WHERE low_id = $1 OR high_id = $1`,
);
const lockBoth = statement<{ id: number }>("merge_lock", `SELECT id FROM contact WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE`);
const liveOf = statement<{ id: number; connectionId: number }>(
  "merge_live",
  `SELECT id, connection_id AS "connectionId" FROM ticket WHERE contact_id = $1 AND status <> 'closed' AND connection_id IS NOT NULL ORDER BY id FOR UPDATE`,
);
// One message may have come under an address of each contact. The copy that can be read stays, else that of the contact that stays.
const dropRepeated = statement(
  "merge_repeated",
  `WITH pairs AS (
     SELECT CASE WHEN k.details->>'unreadable' = 'true' THEN k.id ELSE g.id END AS id, CASE WHEN k.details->>'unreadable' = 'true' THEN g.id ELSE k.id END AS stays
     FROM ticket t JOIN message g ON g.ticket_id = t.id
     JOIN message k ON k.connection_id = g.connection_id AND k.external_id = g.external_id AND k.from_me = g.from_me
     JOIN ticket o ON o.id = k.ticket_id AND o.contact_id = $2
     WHERE t.contact_id = $1 AND (g.from_me OR (g.contact_id = $1 AND k.contact_id = $2))
   ), quotes AS (UPDATE message m SET quoted_id = p.stays FROM pairs p WHERE m.quoted_id = p.id),
   files AS (UPDATE file f SET owner_kind = 'incoming', owner_id = NULL FROM pairs p WHERE f.owner_kind = 'message' AND f.owner_id = p.id),
   dropped AS (DELETE FROM message m USING pairs p WHERE m.id = p.id RETURNING m.id, m.ticket_id, m.from_me)
   UPDATE ticket t SET unread = greatest(t.unread - d.n, 0) FROM (
     SELECT d.ticket_id, count(*) AS n FROM dropped d JOIN ticket r ON r.id = d.ticket_id WHERE NOT d.from_me AND d.id > r.read_message_id GROUP BY 1
   ) d WHERE t.id = d.ticket_id`,
);
interface Folded {
  readonly messageIds: string[];
  /** What was scheduled in the ticket (D-273). */
  readonly plannedIds: number[];
}

const foldMessages = statement<Folded>(
  "merge_fold",
  `WITH planned AS (UPDATE schedule SET ticket_id = $2 WHERE ticket_id = $1 RETURNING id),
     moved AS (UPDATE message SET ticket_id = $2 WHERE ticket_id = $1 RETURNING id)
   SELECT coalesce(array_agg(id::text), '{}') AS "messageIds", (SELECT coalesce(array_agg(id), '{}') FROM planned) AS "plannedIds" FROM moved`,
);
const addTicketFacts = statement(
  "merge_carry",
  `UPDATE ticket kept SET unread = kept.unread + gone.unread, version = kept.version + 1,
     last_message = CASE WHEN gone.last_message_at > kept.last_message_at THEN gone.last_message ELSE kept.last_message END,
     last_message_media = CASE WHEN gone.last_message_at > kept.last_message_at THEN gone.last_message_media ELSE kept.last_message_media END,
     last_message_state = CASE WHEN gone.last_message_at > kept.last_message_at THEN gone.last_message_state ELSE kept.last_message_state END,
     last_message_at = greatest(kept.last_message_at, gone.last_message_at), last_activity = greatest(kept.last_activity, gone.last_activity),
     last_inbound_id = greatest(kept.last_inbound_id, gone.last_inbound_id),
     waiting_since = least(kept.waiting_since, gone.waiting_since), words_message_id = greatest(kept.words_message_id, gone.words_message_id),
     -- What was recovered here says nothing of messages that come from there.
     recovered_message_id = 0
   FROM ticket gone WHERE kept.id = $2 AND gone.id = $1`,
);
const emptyTicket = statement<{ row: unknown }>("merge_empty", `UPDATE ticket t SET unread = 0 WHERE id = $1 RETURNING to_jsonb(t) AS row`);
/** The rows that belong to a contact, as they are before a merge: what undoing it restores. */
const factsOf = (id: string): string => `jsonb_build_object(
  'tags', (SELECT coalesce(jsonb_agg(tag_id), '[]') FROM contact_tag WHERE contact_id = ${id}),
  'extras', (SELECT coalesce(jsonb_agg(to_jsonb(e) ORDER BY e.id), '[]') FROM contact_extra e WHERE contact_id = ${id}),
  'redirects', (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM contact_redirect r WHERE contact_id = ${id}),
  'queues', (SELECT coalesce(jsonb_agg(to_jsonb(q)), '[]') FROM contact_redirect_queue q WHERE contact_id = ${id}),
  'users', (SELECT coalesce(jsonb_agg(to_jsonb(u)), '[]') FROM contact_redirect_user u WHERE contact_id = ${id}),
  'optOut', (SELECT to_jsonb(o) FROM contact_opt_out o WHERE contact_id = ${id}))`;
// All rows of the contact move in one statement, which also records what moved.
const moveAll = statement<{ id: number; ticketIds: number[] }>(
  "merge_move",
  `WITH addresses AS (UPDATE contact_address SET contact_id = $2 WHERE contact_id = $1 RETURNING connection_id, kind, value),
     tickets AS (UPDATE ticket SET contact_id = $2, version = version + 1 WHERE contact_id = $1 RETURNING id),
     authors AS (UPDATE message SET contact_id = $2 WHERE contact_id = $1 RETURNING id),
     tags AS (INSERT INTO contact_tag (contact_id, tag_id) SELECT $2, tag_id FROM contact_tag WHERE contact_id = $1 ON CONFLICT DO NOTHING),
     extras AS (UPDATE contact_extra e SET contact_id = $2 WHERE contact_id = $1
       AND NOT EXISTS (SELECT 1 FROM contact_extra k WHERE k.contact_id = $2 AND (k.name, k.value) = (e.name, e.value))),
     redirects AS (INSERT INTO contact_redirect SELECT $2, queue_id, user_id FROM contact_redirect WHERE contact_id = $1 ON CONFLICT DO NOTHING),
     opted_out AS (INSERT INTO contact_opt_out SELECT $2, at, reason, word FROM contact_opt_out WHERE contact_id = $1 ON CONFLICT DO NOTHING),
     queues AS (INSERT INTO contact_redirect_queue SELECT $2, place, queue_id FROM contact_redirect_queue WHERE contact_id = $1 ON CONFLICT DO NOTHING),
     users AS (INSERT INTO contact_redirect_user SELECT $2, place, user_id FROM contact_redirect_user WHERE contact_id = $1 ON CONFLICT DO NOTHING),
     merges AS (UPDATE contact_merge SET kept_id = $2 WHERE kept_id = $1 RETURNING id),
     ratings AS (UPDATE rating SET contact_id = $2 WHERE ticket_id IN (SELECT id FROM tickets))
   INSERT INTO contact_merge (kept_id, gone, addresses, ticket_ids, folded, author_message_ids, merge_ids, user_id, gone_facts, kept_before)
   SELECT $2, (SELECT to_jsonb(c) FROM contact c WHERE c.id = $1), (SELECT coalesce(jsonb_agg(to_jsonb(addresses)), '[]') FROM addresses),
     (SELECT coalesce(array_agg(id), '{}') FROM tickets) || $5::int[], $3::jsonb, (SELECT coalesce(array_agg(id), '{}') FROM authors),
     (SELECT coalesce(array_agg(id), '{}') FROM merges), $4, ${factsOf("$1")},
     (SELECT to_jsonb(c) FROM contact c WHERE c.id = $2) || ${factsOf("$2")}
   RETURNING id, ticket_ids AS "ticketIds"`,
);
// What the contact that stays does not have comes from the other one.
const completeKept = statement(
  "merge_complete",
  `UPDATE contact c SET number = coalesce(c.number, m.gone->>'number'), email = coalesce(nullif(c.email, ''), m.gone->>'email'),
     picture_file_id = coalesce(c.picture_file_id, (m.gone->>'picture_file_id')::uuid), updated_at = now()
   FROM contact_merge m WHERE m.id = $1 AND c.id = m.kept_id`,
);
const deleteGone = statement("merge_delete", `DELETE FROM contact WHERE id = $1`);

/**
 * Lists the contacts that have these addresses, by kind of address: phone first. More than one
 * means that they are one person.
 */
export async function listAddressOwners(tx: Sql, keys: readonly AddressKey[]): Promise<number[]> {
  const order = ["phone", "lid", "bsuid", "group"];
  const rows = await tx.run(ownersOf, [
    keys.map(({ connectionId }) => connectionId),
    keys.map(({ kind }) => kind),
    keys.map(({ value }) => value),
  ]);
  return [...rows].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).map(({ contactId }) => contactId);
}

/** Lists the contacts of which people said that they are not the same person as this one. */
export const listDistinctContacts = async (sql: Sql, contactId: number): Promise<ReadonlySet<number>> =>
  new Set((await sql.run(distinctOf, [contactId])).map(({ id }) => id));

/**
 * Locks contacts in the order of their ids, so that two merges of the same people cannot deadlock.
 */
export async function lockContacts(tx: Sql, ids: readonly number[]): Promise<number[]> {
  return (await tx.run(lockBoth, [ids])).map(({ id }) => id);
}

/** Locks a contact's live tickets and lists them, the oldest first. */
export const lockLiveTicketsOf = (tx: Sql, contactId: number) => tx.run(liveOf, [contactId]);

/** Deletes the messages of one contact that are also messages of another, who is the same person. */
export async function dropRepeatedMessages(tx: Sql, goneId: number, keptId: number): Promise<void> {
  await tx.run(dropRepeated, [goneId, keptId]);
}

/**
 * Moves the messages of one ticket and what is scheduled in it into another, and adds its unread count. Returns what moved.
 */
export async function foldTicket(tx: Sql, fromTicketId: number, intoTicketId: number): Promise<Folded> {
  const folded = await one(tx.run(foldMessages, [fromTicketId, intoTicketId]));
  await tx.run(addTicketFacts, [fromTicketId, intoTicketId]);
  return folded;
}

/** Sets the unread count of a ticket without messages to zero. Returns its row, from which `unfoldTicket` restores it. */
export const emptyFoldedTicket = async (tx: Sql, ticketId: number): Promise<unknown> => (await one(tx.run(emptyTicket, [ticketId]))).row;

interface ContactMove {
  readonly goneId: number;
  readonly keptId: number;
  /** The tickets that were merged into others, with the messages that moved. */
  readonly folded: unknown;
  /** Tickets of the contact that goes, which were merged into others and deleted. */
  readonly deleted: readonly number[];
  /** Who merges; null where a message proved it. */
  readonly userId: number | null;
}

/**
 * Moves all rows of one contact to another, records what moved, and deletes the first contact.
 * Returns the ids of the moved tickets, those that were deleted included.
 */
export async function moveContact(tx: Sql, { goneId, keptId, folded, deleted, userId }: ContactMove): Promise<number[]> {
  const { id, ticketIds } = await one(tx.run(moveAll, [goneId, keptId, JSON.stringify(folded), userId, deleted]));
  await tx.run(deleteGone, [goneId]);
  await tx.run(completeKept, [id]);
  return ticketIds;
}

/** Why two contacts may be one person: the same phone in two forms, the same e-mail, or the same name where one has only an opaque address. */
type DuplicateReason = "phone" | "email" | "name";

/** Two contacts that may be one person; `keptId` is the one with a number, or the older one. */
interface DuplicatePair {
  readonly keptId: number;
  readonly otherId: number;
  readonly reason: DuplicateReason;
}

// Each part begins with few rows: the short form of numbers that have two (ADR 37, D-263), e-mails of several contacts, contacts without a number.
const pairs = statement<DuplicatePair & { readonly count: number }>(
  "duplicate_pairs",
  `WITH phones AS (
     SELECT contact_id AS id, CASE left(value, 2) WHEN '55' THEN left(value, 4) || '9' || right(value, 8)
       WHEN '52' THEN '521' || right(value, 10) ELSE '549' || right(value, 10) END AS long
     FROM contact_address WHERE kind = 'phone' AND length(value) = 12 AND value ~ '^(55[1-9][1-9][6-9]|52[2-9]|54[1-3])'),
   emails AS (SELECT email, min(id) AS id FROM contact WHERE email <> '' GROUP BY email HAVING count(*) > 1),
   names AS (SELECT min(n.id) AS id, l.id AS other FROM contact l JOIN contact n ON n.name_key = l.name_key AND n.number IS NOT NULL AND NOT n.is_group
     WHERE l.number IS NULL AND NOT l.is_group AND l.name_key NOT IN ('', 'contato')
       AND EXISTS (SELECT 1 FROM contact_address a WHERE a.contact_id = l.id AND a.kind IN ('lid', 'bsuid')) GROUP BY l.id HAVING count(*) = 1),
   found AS (
     SELECT p.id AS one, c.id AS other, 1 AS rank FROM phones p JOIN contact c ON c.number = p.long AND c.id <> p.id
     UNION ALL SELECT e.id, c.id, 2 FROM emails e JOIN contact c ON c.email = e.email AND c.email <> '' AND c.id <> e.id
     UNION ALL SELECT id, other, 3 FROM names),
   pair AS (SELECT least(one, other) AS low, greatest(one, other) AS high, min(rank) AS rank FROM found GROUP BY 1, 2),
   open_pair AS (SELECT pair.*, count(*) OVER ()::int AS n FROM pair JOIN contact l ON l.id = low JOIN contact h ON h.id = high
     WHERE NOT l.is_group AND NOT h.is_group AND NOT EXISTS (SELECT 1 FROM contact_distinct d WHERE d.low_id = pair.low AND d.high_id = pair.high) ORDER BY rank, low, high LIMIT $1)
   SELECT CASE WHEN l.number IS NULL AND h.number IS NOT NULL THEN high ELSE low END AS "keptId",
     CASE WHEN l.number IS NULL AND h.number IS NOT NULL THEN low ELSE high END AS "otherId",
     (ARRAY['phone', 'email', 'name'])[rank] AS reason, n AS count
   FROM open_pair JOIN contact l ON l.id = low JOIN contact h ON h.id = high ORDER BY rank, low, high`,
);
const setDistinct = statement<{ lowId: number }>(
  "duplicate_distinct",
  `INSERT INTO contact_distinct (low_id, high_id) SELECT least($1::int, $2::int), greatest($1::int, $2::int) ON CONFLICT DO NOTHING RETURNING low_id AS "lowId"`,
);
const counts = statement<{ tickets: number; messages: number }>(
  "duplicate_counts",
  `SELECT count(*)::int AS tickets, coalesce(sum((SELECT count(*) FROM message m WHERE m.ticket_id = t.id)), 0)::int AS messages FROM ticket t WHERE t.contact_id = $1`,
);

/** Lists the first pairs of contacts that may be one person, each with the number of all pairs. */
export const listDuplicatePairs = (sql: Sql, limit: number) => sql.run(pairs, [limit]);
/** Records that two contacts are not one person; false when it was recorded before. */
export const markDistinct = async (tx: Sql, one: number, other: number): Promise<boolean> =>
  (await tx.run(setDistinct, [one, other])).length > 0;
/** How many tickets and messages a contact has. */
export const countContactHistory = (sql: Sql, contactId: number) => one(sql.run(counts, [contactId]));
