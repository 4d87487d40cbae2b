import { statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/ticketWrites.js";

const ask = statement(
  "target_ask_recount",
  `INSERT INTO target_recount (queue_id, asked_at) SELECT unnest($1::int[]), $2 ON CONFLICT (queue_id) DO UPDATE SET asked_at = excluded.asked_at`,
);
const list = statement<{ queueId: number; askedAt: Date }>(
  "target_recounts",
  `SELECT queue_id AS "queueId", asked_at AS "askedAt" FROM target_recount ORDER BY queue_id`,
);
const settle = statement("target_settle_recount", "DELETE FROM target_recount WHERE queue_id = $1 AND asked_at = $2");
const lockSome = statement<LockedTicket>(
  "target_lock_queue",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE bucket IN ('pending', 'open', 'paused', 'bot') AND queue_key = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE`,
);

/** Asks a worker to count the running clocks of queues anew. */
export const requestRecount = (tx: Sql, queueIds: readonly number[], now: Date) => tx.run(ask, [queueIds, now]);

export const listRecounts = (sql: Sql) => sql.run(list);

/** Takes a request away, unless it was made again meanwhile. */
export const settleRecount = (sql: Sql, queueId: number, askedAt: Date) => sql.run(settle, [queueId, askedAt]);

/** Locks some live tickets of a queue after an id, in the order of their ids. */
export const lockTicketsOfQueue = (tx: Sql, queueId: number, afterId: number, limit: number) => tx.run(lockSome, [queueId, afterId, limit]);
