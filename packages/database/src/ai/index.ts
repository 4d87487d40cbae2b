import { first, statement, type Sql } from "../sql/index.js";

// One statement, so that of requests at the same time no more pass than are left. A zone that is changed does not begin a day anew.
const take = statement<{ requests: number }>(
  "ai_use_take",
  `INSERT INTO ai_use AS known (user_id, day, requests) VALUES ($1, $2::date, 1)
   ON CONFLICT (user_id) DO UPDATE SET day = greatest(known.day, excluded.day),
     requests = CASE WHEN known.day < excluded.day THEN 1 ELSE known.requests + 1 END
   WHERE known.day < excluded.day OR known.requests < $3
   RETURNING requests`,
);
const find = statement<{ answer: string }>("ai_answer_find", `SELECT answer FROM ai_answer WHERE ticket_id = $1 AND key = $2`);
const insert = statement("ai_answer_insert", `INSERT INTO ai_answer (ticket_id, key, answer) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`);
const deleteOld = statement<{ n: number }>(
  "ai_answer_retention",
  `WITH gone AS (DELETE FROM ai_answer WHERE (ticket_id, key) IN (
     SELECT ticket_id, key FROM ai_answer WHERE created_at < statement_timestamp() - $1 * interval '1 day' LIMIT 1000) RETURNING 1)
   SELECT count(*)::int AS n FROM gone`,
);

/** What a person may ask of the AI server. */
interface AiBudget {
  readonly userId: number;
  /** The company's day, `yyyy-MM-dd`. */
  readonly day: string;
  /** How many requests the day has; at least 1. */
  readonly most: number;
}

/** Counts one request of the person; false, and nothing is counted, when the day has no more. */
export const takeAiRequest = async (sql: Sql, { userId, day, most }: AiBudget): Promise<boolean> =>
  (await first(sql.run(take, [userId, day, most]))) !== null;

/** What the AI server has answered about a ticket to the question of this hash; null when it was not asked. */
export const findAiAnswer = async (sql: Sql, ticketId: number, key: Buffer): Promise<string | null> =>
  (await first(sql.run(find, [ticketId, key])))?.answer ?? null;

/** Keeps an answer as long as its ticket lives, 30 days at most; the first one of a question stays. */
export async function insertAiAnswer(tx: Sql, ticketId: number, key: Buffer, answer: string): Promise<void> {
  await tx.run(insert, [ticketId, key, answer]);
}

/** Deletes up to 1,000 answers older than `days`; returns how many. */
export async function deleteOldAiAnswers(sql: Sql, days: number): Promise<number> {
  return (await first(sql.run(deleteOld, [days])))?.n ?? 0;
}
