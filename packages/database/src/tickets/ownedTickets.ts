import { statement, type Sql } from "../sql/index.js";

const listOwned = statement<{ id: number }>(
  "ticket_owned",
  `SELECT id FROM ticket WHERE bucket IN ('open', 'group', 'pending', 'paused') AND queue_key = ANY($2::int[]) AND user_key = $1 ORDER BY id`,
);

const countOwned = statement<{ queueKey: number; count: number }>(
  "ticket_owned_counts",
  `SELECT queue_key AS "queueKey", count(*)::int AS count FROM ticket
   WHERE bucket IN ('open', 'group', 'pending', 'paused') AND queue_key = ANY($2::int[]) AND user_key = $1 GROUP BY queue_key ORDER BY queue_key`,
);

const listOfQueue = statement<{ id: number }>(
  "ticket_live_of_queue",
  `SELECT id FROM ticket WHERE bucket IN ('open', 'group', 'pending', 'paused', 'bot', 'nps') AND queue_key = $1 ORDER BY id LIMIT $2`,
);

/** The ids of some live tickets of a queue, in the order in which they must be locked. */
export const listLiveTicketsOfQueue = async (tx: Sql, queueId: number, limit: number): Promise<number[]> =>
  (await tx.run(listOfQueue, [queueId, limit])).map(({ id }) => id);

/** The ids of a person's live tickets in these queues, 0 for none, in the order in which they must be locked. */
export const listOwnedTickets = async (tx: Sql, userId: number, queueKeys: readonly number[]): Promise<number[]> =>
  (await tx.run(listOwned, [userId, queueKeys])).map(({ id }) => id);

/** How many live tickets a person has in each of these queues, 0 for none; queues without any are left out. */
export const countOwnedTickets = (sql: Sql, userId: number, queueKeys: readonly number[]) => sql.run(countOwned, [userId, queueKeys]);
