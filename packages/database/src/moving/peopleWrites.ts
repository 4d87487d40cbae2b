import { first, one, statement, type Sql } from "../sql/index.js";

interface Named {
  readonly id: number;
  readonly name: string;
}

const tagNames = statement<Named>("moving_tags", `SELECT id, name FROM tag`);
const insertTag = statement<{ id: number }>("moving_tag_insert", `INSERT INTO tag (name, color) VALUES ($1, $2) RETURNING id`, {
  wakes: ["directory"],
});
const insertQueue = statement<{ id: number }>(
  "moving_queue_insert",
  `INSERT INTO queue (name, color) SELECT $1, CASE WHEN EXISTS (SELECT FROM queue WHERE lower(color) = lower($2)) THEN '#7a7a7a' ELSE $2 END RETURNING id`,
  { wakes: ["directory"] },
);
// Nobody can sign in with it: no password has such a hash.
const insertPerson = statement<{ id: number }>(
  "moving_person_insert",
  `INSERT INTO user_account (name, email, password_hash, active) VALUES ($1, $2, '!', false)
   ON CONFLICT (email) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
  { wakes: ["directory"] },
);
const insertAnswer = statement<{ id: number }>(
  "moving_quick_answer_insert",
  `INSERT INTO quick_answer (shortcut, message, owner_id) VALUES ($1, $2, $3)
   ON CONFLICT (coalesce(queue_id, 0), coalesce(owner_id, 0), lower(shortcut)) DO NOTHING RETURNING id`,
);
const findAnswer = statement<{ id: number }>(
  "moving_quick_answer_find",
  `SELECT id FROM quick_answer WHERE queue_id IS NULL AND coalesce(owner_id, 0) = coalesce($2, 0) AND lower(shortcut) = lower($1)`,
);

export const listTagsByName = (sql: Sql) => sql.run(tagNames);
export const insertMovedTag = async (tx: Sql, name: string, color: string) => (await one(tx.run(insertTag, [name, color]))).id;
export const insertMovedQueue = async (tx: Sql, name: string, color: string) => (await one(tx.run(insertQueue, [name, color]))).id;
/** A person of before who cannot sign in; null where the e-mail is somebody's. */
export const insertMovedPerson = async (tx: Sql, name: string, email: string) =>
  (await first(tx.run(insertPerson, [name, email])))?.id ?? null;

/** A quick answer, and whether it was made; one of its shortcut that is here stays as it is. */
export async function ensureMovedAnswer(tx: Sql, shortcut: string, message: string, ownerId: number | null) {
  const made = await first(tx.run(insertAnswer, [shortcut, message, ownerId]));
  return made ? { id: made.id, made: true } : { id: (await one(tx.run(findAnswer, [shortcut, ownerId]))).id, made: false };
}
