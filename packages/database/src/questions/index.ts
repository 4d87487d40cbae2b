import { statement, type Sql } from "../sql/index.js";

/** A question of the bot; without a queue it is offered in every queue. */
export interface QuestionRow {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
  readonly queueId: number | null;
  readonly opensTicket: boolean;
  /** Who made it. */
  readonly userId: number | null;
}

const rows = statement<QuestionRow>(
  "question_rows",
  `SELECT id, question, answer, queue_id AS "queueId", opens_ticket AS "opensTicket", user_id AS "userId" FROM question
   WHERE $1::int[] IS NULL OR id = ANY($1) ORDER BY id`,
);
const ofQueue = statement<{ id: number }>("question_of_queue", `SELECT id FROM question WHERE queue_id = $1 ORDER BY id FOR UPDATE`);

/** These questions, or all of them, by id. */
export const listQuestionRows = (sql: Sql, ids: readonly number[] | null = null): Promise<QuestionRow[]> => sql.run(rows, [ids]);

/** Locks the questions of a queue, and returns their ids. */
export const lockQueueQuestions = async (tx: Sql, queueId: number): Promise<number[]> =>
  (await tx.run(ofQueue, [queueId])).map(({ id }) => id);
