import { first, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/ticketWrites.js";

// Two tickets that are given at the same time would both see the same loads without these locks. Whoever gives tickets of one queue
// shares the lock of all, so that whoever needs the loads of several queues to stand still waits for them.
const lockAll = statement("share_lock_all", "SELECT pg_advisory_xact_lock(hashtextextended('distribute', 0))");
const lockQueue = statement(
  "share_lock_queue",
  `SELECT pg_advisory_xact_lock_shared(hashtextextended('distribute', 0)), pg_advisory_xact_lock(hashtextextended('distribute:' || $1::int, 0))`,
);
const loadsOf = statement<AttendantLoad>(
  "share_loads",
  `SELECT u.id, u.status = 'online' AS "isOnline", coalesce(of.loads, '{}') AS loads
   FROM user_account u LEFT JOIN (
     SELECT user_key, jsonb_object_agg(queue_key, n) AS loads FROM (
       SELECT user_key, queue_key, sum(n)::int AS n FROM (
         SELECT user_key, queue_key, n FROM ticket_cell WHERE bucket IN ('open', 'pending') AND user_key = ANY($1::int[])
         UNION ALL SELECT user_key, queue_key, n FROM ticket_cell_delta WHERE bucket IN ('open', 'pending') AND user_key = ANY($1::int[])) counted
       GROUP BY user_key, queue_key) cell
     GROUP BY user_key) of ON of.user_key = u.id
   WHERE u.id = ANY($1::int[])`,
);
// Who wrote in this conversation, where it was attended before, else whose was of the customer's last one.
const lastOf = statement<{ userId: number }>(
  "share_last_attendant",
  `SELECT coalesce(
     (SELECT user_id FROM message WHERE ticket_id = $1 AND from_me AND user_id IS NOT NULL AND type <> 'comment' ORDER BY sent_at DESC, id DESC LIMIT 1),
     (SELECT user_id FROM ticket WHERE contact_id = $2 AND id < $1 AND user_id IS NOT NULL AND accepted_at IS NOT NULL ORDER BY id DESC LIMIT 1)
   ) AS "userId"`,
);
const putRow = statement(
  "share_put",
  `INSERT INTO ticket_share (ticket_id, queue_id, since, last_user_id) VALUES ($1, $2, $3, $4)
   ON CONFLICT (ticket_id) DO UPDATE SET queue_id = excluded.queue_id, since = excluded.since, last_user_id = excluded.last_user_id`,
);
const WAITS = "t.status = 'pending' AND t.user_id IS NULL AND t.queue_id = s.queue_id";
const anyOf = statement(
  "share_any_waits",
  `SELECT 1 FROM ticket_share s JOIN ticket t ON t.id = s.ticket_id WHERE s.queue_id = $1 AND s.ticket_id <> $2 AND ${WAITS} LIMIT 1`,
);
const longest = statement<{ ticketId: number; queueId: number }>(
  "share_waiting",
  `SELECT s.ticket_id AS "ticketId", s.queue_id AS "queueId" FROM ticket_share s JOIN ticket t ON t.id = s.ticket_id
   WHERE s.queue_id = ANY($1::int[]) AND ${WAITS} ORDER BY coalesce(t.waiting_since, s.since), t.id LIMIT $2`,
);
// What another transaction holds is left to it, or to the next run.
const lockRows = statement<LockedTicket & WaitingShare>(
  "share_lock",
  `SELECT ${LOCKED_COLUMNS}, coalesce(waiting_since, since) AS "waitingSince", last_user_id AS "lastUserId"
   FROM ticket JOIN (SELECT ticket_id, queue_id AS share_queue, since, last_user_id FROM ticket_share) s ON s.ticket_id = id
   WHERE id = ANY($1::int[]) AND status = 'pending' AND user_id IS NULL AND queue_id = share_queue ORDER BY id FOR UPDATE OF ticket SKIP LOCKED`,
);
const deleteRows = statement("share_delete", "DELETE FROM ticket_share WHERE ticket_id = ANY($1::int[])");
const deleteSettled = statement(
  "share_delete_settled",
  `DELETE FROM ticket_share s USING ticket t WHERE t.id = s.ticket_id AND (${WAITS}) IS NOT TRUE`,
);

/** Whether a person is online, and how many open and pending tickets they have by queue, 0 for none. */
interface AttendantLoad {
  readonly id: number;
  readonly isOnline: boolean;
  readonly loads: Readonly<Record<number, number>>;
}

/** Since when a ticket waits, and who attended its customer last. */
export interface WaitingShare {
  readonly waitingSince: Date;
  readonly lastUserId: number | null;
}

/** Lets nobody else give tickets of a queue, or of any where none is named, until the transaction ends. */
export async function lockSharing(tx: Sql, queueId: number | null): Promise<void> {
  await (queueId === null ? tx.run(lockAll) : tx.run(lockQueue, [queueId]));
}

/** Reads who of some people is online, and what they have. */
export const readLoads = (sql: Sql, userIds: readonly number[]) => sql.run(loadsOf, [userIds]);

/** Who attended the customer of a ticket last, before it waited; null for nobody. */
export const readLastAttendant = async (tx: Sql, { id, contactId }: Pick<LockedTicket, "id" | "contactId">): Promise<number | null> =>
  (await first(tx.run(lastOf, [id, contactId])))?.userId ?? null;

/** Stores that a ticket waits in its queue to be given to somebody. */
export async function putShare(
  tx: Sql,
  share: { readonly ticketId: number; readonly queueId: number; readonly since: Date; readonly lastUserId: number | null },
): Promise<void> {
  await tx.run(putRow, [share.ticketId, share.queueId, share.since, share.lastUserId]);
}

/** Whether another ticket waits in the queue to be given to somebody. */
export const hasWaiting = async (tx: Sql, queueId: number, besides: number) => (await tx.run(anyOf, [queueId, besides])).length > 0;

/** Lists tickets of some queues that wait to be given to somebody, the longest waiting first. */
export const listWaiting = (sql: Sql, queueIds: readonly number[], limit: number) => sql.run(longest, [queueIds, limit]);

/** Locks those of some tickets that still wait to be given to somebody and which nobody else has locked. */
export const lockWaiting = (tx: Sql, ids: readonly number[]) => tx.run(lockRows, [ids]);

/** Forgets that some tickets wait to be given; without ids those that do not wait any more. */
export async function deleteShares(tx: Sql, ids?: readonly number[]): Promise<void> {
  await (ids ? tx.run(deleteRows, [ids]) : tx.run(deleteSettled));
}
