import type { TicketFacts } from "@balcao/domain/tickets";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A merge of two contacts into one that a person may undo. */
export interface MergeRow {
  readonly id: number;
  readonly at: Date;
  readonly keptId: number;
  readonly goneId: number;
  readonly goneName: string;
  readonly goneNumber: string | null;
  readonly goneEmail: string;
  /** Who merged; null where a message proved it. */
  readonly userId: number | null;
  readonly ticketIds: readonly number[];
  readonly folded: readonly {
    readonly from: number;
    readonly into: number;
    readonly messageIds: readonly string[];
    /** Absent in a merge of a version without planned messages. */
    readonly plannedIds?: readonly number[];
    readonly ticket?: unknown;
  }[];
}

/** A ticket that came after a merge. */
interface LaterTicket extends TicketFacts {
  readonly id: number;
  readonly createdAt: Date;
  readonly connectionId: number | null;
}

const COLUMNS = `m.id, m.at, m.kept_id AS "keptId", (m.gone->>'id')::int AS "goneId", m.gone->>'name' AS "goneName", m.gone->>'number' AS "goneNumber",
  m.gone->>'email' AS "goneEmail", m.user_id AS "userId", m.ticket_ids AS "ticketIds", m.folded`;
const listRows = statement<MergeRow>(
  "unmerge_list",
  `SELECT ${COLUMNS} FROM contact_merge m WHERE m.kept_id = $1 AND m.undone_at IS NULL ORDER BY m.id DESC LIMIT 50`,
);
const lockRow = statement<MergeRow>(
  "unmerge_lock",
  `SELECT ${COLUMNS} FROM contact_merge m WHERE m.id = $1 AND m.kept_id = $2 AND m.undone_at IS NULL FOR UPDATE`,
);
const laterRows = statement<LaterTicket>(
  "unmerge_later",
  `SELECT t.id, t.status, t.created_at AS "createdAt", t.is_group AS "isGroup", t.queue_id AS "queueId", t.user_id AS "userId", t.guest_ids AS "guestIds", t.connection_id AS "connectionId" FROM ticket t JOIN contact_merge m ON m.kept_id = t.contact_id
   WHERE m.id = $1 AND t.created_at > m.at AND t.id <> ALL (m.ticket_ids) ORDER BY t.id DESC LIMIT $2`,
);
// What came from the other contact, and was not changed since, leaves the one that stayed.
const shrinkKept = statement(
  "unmerge_shrink",
  `UPDATE contact c SET
     number = CASE WHEN c.number = m.gone->>'number' THEN m.kept_before->>'number' ELSE c.number END,
     email = CASE WHEN c.email = m.gone->>'email' THEN coalesce(m.kept_before->>'email', '') ELSE c.email END,
     picture_file_id = CASE WHEN c.picture_file_id = (m.gone->>'picture_file_id')::uuid THEN (m.kept_before->>'picture_file_id')::uuid ELSE c.picture_file_id END,
     updated_at = now()
   FROM contact_merge m WHERE m.id = $1 AND c.id = m.kept_id AND m.kept_before <> '{}'`,
);
// Its number may belong to somebody else by now, and its picture may be deleted.
const restoreRow = statement<{ id: number }>(
  "unmerge_restore",
  `INSERT INTO contact (id, name, number, email, is_group, auto_reply, name_from_network, picture_file_id, created_at, origin)
   SELECT g.id, g.name, CASE WHEN NOT EXISTS (SELECT 1 FROM contact c WHERE c.number = g.number) THEN g.number END, g.email, g.is_group, g.auto_reply,
     g.name_from_network, (SELECT f.id FROM file f WHERE f.id = g.picture_file_id), g.created_at, g.origin
   FROM contact_merge m, jsonb_to_record(m.gone) AS g(id int, name text, number text, email text, is_group boolean, auto_reply boolean,
     name_from_network boolean, picture_file_id uuid, created_at timestamptz, origin text)
   WHERE m.id = $1 RETURNING id`,
);
const moveBack = statement<{ ticketIds: number[] }>(
  "unmerge_move",
  `WITH m AS (SELECT *, (gone->>'id')::int AS gone_id FROM contact_merge WHERE id = $1),
     addresses AS (UPDATE contact_address a SET contact_id = m.gone_id FROM m, jsonb_to_recordset(m.addresses) AS k(connection_id int, kind text, value text)
       WHERE a.contact_id = m.kept_id AND (a.connection_id, a.kind, a.value) = (k.connection_id, k.kind, k.value)),
     tickets AS (UPDATE ticket t SET contact_id = m.gone_id, version = t.version + 1 FROM m
       WHERE t.contact_id = m.kept_id AND (t.id = ANY (m.ticket_ids) OR (t.id = ANY ($2::int[]) AND t.created_at > m.at)) RETURNING t.id),
     authors AS (UPDATE message x SET contact_id = m.gone_id FROM m WHERE x.id = ANY (m.author_message_ids) AND x.contact_id = m.kept_id),
     merges AS (UPDATE contact_merge e SET kept_id = m.gone_id FROM m WHERE e.id = ANY (m.merge_ids) AND e.kept_id = m.kept_id),
     ratings AS (UPDATE rating r SET contact_id = m.gone_id FROM m, tickets WHERE r.ticket_id = tickets.id),
     distinct_pair AS (INSERT INTO contact_distinct (low_id, high_id) SELECT least(gone_id, kept_id), greatest(gone_id, kept_id) FROM m ON CONFLICT DO NOTHING),
     undone AS (UPDATE contact_merge e SET undone_at = now() FROM m WHERE e.id = m.id)
   SELECT coalesce(array_agg(id), '{}') AS "ticketIds" FROM tickets`,
);
const restoreFacts = statement(
  "unmerge_facts",
  `WITH m AS (SELECT (gone->>'id')::int AS gone_id, kept_id, gone_facts AS g, kept_before AS k FROM contact_merge WHERE id = $1),
     tags AS (INSERT INTO contact_tag (contact_id, tag_id) SELECT m.gone_id, t.id FROM m, jsonb_array_elements_text(m.g->'tags') AS v JOIN tag t ON t.id = v::int),
     extras AS (INSERT INTO contact_extra (contact_id, name, value) SELECT m.gone_id, e.name, e.value FROM m, jsonb_to_recordset(m.g->'extras') AS e(name text, value text)),
     redirects AS (INSERT INTO contact_redirect (contact_id, queue_id, user_id) SELECT m.gone_id, r.queue_id, r.user_id FROM m, jsonb_to_recordset(m.g->'redirects') AS r(queue_id int, user_id int)
       WHERE EXISTS (SELECT 1 FROM queue WHERE id = r.queue_id) AND EXISTS (SELECT 1 FROM user_account WHERE id = r.user_id)),
     queues AS (INSERT INTO contact_redirect_queue (contact_id, place, queue_id) SELECT m.gone_id, r.place, r.queue_id FROM m, jsonb_to_recordset(m.g->'queues') AS r(place int, queue_id int)
       WHERE EXISTS (SELECT 1 FROM queue WHERE id = r.queue_id)),
     users AS (INSERT INTO contact_redirect_user (contact_id, place, user_id) SELECT m.gone_id, r.place, r.user_id FROM m, jsonb_to_recordset(m.g->'users') AS r(place int, user_id int)
       WHERE EXISTS (SELECT 1 FROM user_account WHERE id = r.user_id)),
     opted_out AS (INSERT INTO contact_opt_out (contact_id, at, reason, word) SELECT m.gone_id, o.at, o.reason, o.word FROM m,
       jsonb_to_record(nullif(m.g->'optOut', 'null')) AS o(at timestamptz, reason text, word text) WHERE o.at IS NOT NULL)
   SELECT 1 AS done`,
);
// Only what the merge itself added: the contact had none of it before.
const takeFacts = statement(
  "unmerge_take",
  `WITH m AS (SELECT kept_id, gone_facts AS g, kept_before AS k FROM contact_merge WHERE id = $1 AND kept_before <> '{}'),
     tags AS (DELETE FROM contact_tag t USING m WHERE t.contact_id = m.kept_id AND m.g->'tags' @> to_jsonb(t.tag_id) AND NOT m.k->'tags' @> to_jsonb(t.tag_id)),
     extras AS (DELETE FROM contact_extra e USING m WHERE e.contact_id = m.kept_id
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset(m.g->'extras') AS x(name text, value text) WHERE (x.name, x.value) = (e.name, e.value))
       AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(m.k->'extras') AS x(name text, value text) WHERE (x.name, x.value) = (e.name, e.value))),
     redirects AS (DELETE FROM contact_redirect r USING m WHERE r.contact_id = m.kept_id
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset(m.g->'redirects') AS x(queue_id int, user_id int) WHERE (x.queue_id, x.user_id) = (r.queue_id, r.user_id))
       AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(m.k->'redirects') AS x(queue_id int) WHERE x.queue_id = r.queue_id)),
     queues AS (DELETE FROM contact_redirect_queue r USING m WHERE r.contact_id = m.kept_id
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset(m.g->'queues') AS x(queue_id int) WHERE x.queue_id = r.queue_id)
       AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(m.k->'queues') AS x(queue_id int) WHERE x.queue_id = r.queue_id)),
     users AS (DELETE FROM contact_redirect_user r USING m WHERE r.contact_id = m.kept_id
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset(m.g->'users') AS x(user_id int) WHERE x.user_id = r.user_id)
       AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(m.k->'users') AS x(user_id int) WHERE x.user_id = r.user_id)),
     opted_out AS (DELETE FROM contact_opt_out o USING m WHERE o.contact_id = m.kept_id AND m.k->'optOut' = 'null' AND o.at = (m.g->'optOut'->>'at')::timestamptz)
   SELECT 1 AS done`,
);
// What it pointed to may be gone. The version is above that of the event of its end.
const restoreTicket = statement(
  "unmerge_ticket",
  `INSERT INTO ticket (id, status, contact_id, connection_id, queue_id, user_id, is_group, last_message, last_message_state, last_message_media,
     last_message_at, last_activity, read_message_id, accepted_at, closed_at, ended_at, ad_source, version, created_at)
   SELECT t.id, t.status, CASE WHEN t.contact_id = (m.gone->>'id')::int THEN t.contact_id ELSE m.kept_id END, (SELECT c.id FROM connection c WHERE c.id = t.connection_id),
     (SELECT q.id FROM queue q WHERE q.id = t.queue_id), t.user_id, t.is_group, t.last_message, t.last_message_state, t.last_message_media, t.last_message_at,
     t.last_activity, t.read_message_id, t.accepted_at, t.closed_at, t.ended_at, t.ad_source, t.version + 2, t.created_at
   FROM contact_merge m, jsonb_populate_record(NULL::ticket, $2::jsonb) t WHERE m.id = $1 ON CONFLICT (id) DO NOTHING`,
);
// Only messages that are still where the merge put them, and only while their ticket exists.
const unfold = statement<{ moved: number }>(
  "unmerge_unfold",
  `WITH moved AS (UPDATE message SET ticket_id = $1 WHERE ticket_id = $2 AND id = ANY ($3::text[]::bigint[]) AND EXISTS (SELECT 1 FROM ticket WHERE id = $1) RETURNING 1)
   SELECT count(*)::int AS moved FROM moved`,
);
// What waits for the one person must not go to the other.
const unfoldRows = statement<{ id: number }>(
  "unmerge_planned",
  `UPDATE schedule SET ticket_id = $1 WHERE ticket_id = $2 AND id = ANY ($3::int[]) AND EXISTS (SELECT 1 FROM ticket WHERE id = $1) RETURNING id`,
);
const recountTicket = statement(
  "unmerge_recount",
  `UPDATE ticket t SET unread = least(t.unread, (SELECT count(*) FROM message m WHERE m.ticket_id = t.id AND NOT m.from_me AND m.id > t.read_message_id)),
     last_message_at = coalesce((SELECT max(m.sent_at) FROM message m WHERE m.ticket_id = t.id AND m.type <> 'comment'), t.last_message_at),
     last_inbound_id = (SELECT max(m.id) FROM message m WHERE m.ticket_id = t.id AND NOT m.from_me), version = version + 1 WHERE t.id = $1`,
);

/** Lists the merges into a contact that were not undone, the newest first. */
export const listMerges = (sql: Sql, contactId: number): Promise<MergeRow[]> => sql.run(listRows, [contactId]);
/** Locks a merge into this contact that was not undone. */
export const lockMerge = (tx: Sql, mergeId: number, contactId: number) => first(tx.run(lockRow, [mergeId, contactId]));
/** Lists tickets of the contact that came after a merge, the newest first. */
export const listLaterTickets = (sql: Sql, mergeId: number, limit: number) => sql.run(laterRows, [mergeId, limit]);

/**
 * Restores the contact of a merge with what it had, and moves back what moved, with the later tickets
 * of these ids. Both count as different people from now on. Returns the ids of the moved tickets.
 */
export async function restoreMergedContact(tx: Sql, mergeId: number, laterTicketIds: readonly number[]): Promise<number[]> {
  await tx.run(shrinkKept, [mergeId]);
  await one(tx.run(restoreRow, [mergeId]));
  const { ticketIds } = await one(tx.run(moveBack, [mergeId, laterTicketIds]));
  await tx.run(restoreFacts, [mergeId]);
  await tx.run(takeFacts, [mergeId]);
  return ticketIds;
}

/** Restores a ticket that a merge emptied and deleted. */
export async function restoreFoldedTicket(tx: Sql, mergeId: number, ticket: unknown): Promise<void> {
  await tx.run(restoreTicket, [mergeId, JSON.stringify(ticket)]);
}

/** Moves messages back into the ticket from which a merge took them; returns how many moved. */
export async function unfoldTicket(
  tx: Sql,
  { from, into, messageIds }: { readonly from: number; readonly into: number; readonly messageIds: readonly string[] },
): Promise<number> {
  const { moved } = await one(tx.run(unfold, [from, into, messageIds]));
  if (moved > 0) for (const id of [from, into]) await tx.run(recountTicket, [id]);
  return moved;
}

/** Moves what was scheduled back into the ticket from which a merge took it; returns the ids. */
export const unfoldPlanned = async (
  tx: Sql,
  { from, into, plannedIds = [] }: Pick<MergeRow["folded"][number], "from" | "into" | "plannedIds">,
): Promise<number[]> => (plannedIds.length === 0 ? [] : (await tx.run(unfoldRows, [from, into, plannedIds])).map(({ id }) => id));
