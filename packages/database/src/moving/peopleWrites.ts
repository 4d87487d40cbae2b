import { first, one, statement, type Sql } from "../sql/index.js";

interface Named {
  readonly id: number;
  readonly name: string;
}

const tagNames = statement<Named>("moving_tags", `SELECT id, name FROM tag`);
const insertTag = statement<{ id: number }>(
  "moving_tag_insert",
  `INSERT INTO tag (name, color) VALUES ($1, $2) ON CONFLICT (lower(name)) DO NOTHING RETURNING id`,
  { wakes: ["directory"] },
);
const findTag = statement<{ id: number }>("moving_tag_find", `SELECT id FROM tag WHERE lower(name) = lower($1)`);
const insertQueue = statement<{ id: number }>(
  "moving_queue_insert",
  `INSERT INTO queue (name, color) SELECT $1, CASE WHEN EXISTS (SELECT FROM queue WHERE lower(color) = lower($2)) THEN '#7a7a7a' ELSE $2 END
   ON CONFLICT (lower(name)) DO NOTHING RETURNING id`,
  { wakes: ["directory"] },
);
const findQueue = statement<{ id: number }>("moving_queue_find", `SELECT id FROM queue WHERE lower(name) = lower($1)`);
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

/** A tag, and whether it was made: two of theirs may have one name of ours, and people make some meanwhile. */
export async function ensureMovedTag(tx: Sql, name: string, color: string) {
  const made = await first(tx.run(insertTag, [name, color]));
  return made ? { id: made.id, made: true } : { id: (await one(tx.run(findTag, [name]))).id, made: false };
}

/** The same with a queue. */
export async function ensureMovedQueue(tx: Sql, name: string, color: string) {
  const made = await first(tx.run(insertQueue, [name, color]));
  return made ? { id: made.id, made: true } : { id: (await one(tx.run(findQueue, [name]))).id, made: false };
}

/** A person of before who cannot sign in; null where the e-mail is somebody's. */
export const insertMovedPerson = async (tx: Sql, name: string, email: string) =>
  (await first(tx.run(insertPerson, [name, email])))?.id ?? null;

/** A quick answer, and whether it was made; one of its shortcut that is here stays as it is. */
export async function ensureMovedAnswer(tx: Sql, shortcut: string, message: string, ownerId: number | null) {
  const made = await first(tx.run(insertAnswer, [shortcut, message, ownerId]));
  return made ? { id: made.id, made: true } : { id: (await one(tx.run(findAnswer, [shortcut, ownerId]))).id, made: false };
}
