import { one, statement, type Sql } from "../sql/index.js";

const rows = statement<{ userId: number }>(
  "queue_attendants",
  `SELECT user_id AS "userId" FROM queue_attendant WHERE queue_id = $1 ORDER BY place`,
);
const clearRows = statement("queue_clear_attendants", `DELETE FROM queue_attendant WHERE queue_id = $1`);
const insertRows = statement(
  "queue_set_attendants",
  `INSERT INTO queue_attendant (queue_id, user_id, place) SELECT $1, user_id, place FROM unnest($2::int[]) WITH ORDINALITY AS u(user_id, place)`,
);

const redirected = statement<{ n: number }>(
  "queue_redirected_contacts",
  `SELECT count(*)::int AS n FROM (
     SELECT contact_id FROM contact_redirect WHERE queue_id = $1 UNION SELECT contact_id FROM contact_redirect_queue WHERE queue_id = $1) AS found`,
);

/** How many contacts are redirected to a queue. */
export const countRedirectedContacts = async (sql: Sql, queueId: number): Promise<number> => (await one(sql.run(redirected, [queueId]))).n;

/** The people who get the tickets of a queue in turn, in their order. */
export const listQueueAttendants = async (tx: Sql, queueId: number) => (await tx.run(rows, [queueId])).map(({ userId }) => userId);

/** Replaces the people who get the tickets of a queue in turn, in this order. */
export async function setQueueAttendants(tx: Sql, queueId: number, userIds: readonly number[]): Promise<void> {
  await tx.run(clearRows, [queueId]);
  await tx.run(insertRows, [queueId, userIds]);
}
