import pg from "pg";

/** Returns what PostgreSQL itself has answered, also from inside Sequelize's error; null for errors of this side, such as EPIPE. */
function answerOf(error: unknown): pg.DatabaseError | null {
  const cause = (error as { parent?: unknown } | null)?.parent ?? error;
  return cause instanceof pg.DatabaseError ? cause : null;
}

/** Returns the SQLSTATE with which PostgreSQL refused a statement or a connection; null for other errors. */
export const sqlStateOf = (error: unknown): string | null => answerOf(error)?.code ?? null;

/** Returns the name of the violated unique constraint; null for other errors. */
export function uniqueViolation(error: unknown): string | null {
  const answer = answerOf(error);
  return answer?.code === "23505" ? (answer.constraint ?? null) : null;
}

/**
 * Serialization failure, deadlock and lock timeout: the transaction changed nothing and may succeed
 * when repeated.
 */
const REPEATABLE: ReadonlySet<string | null> = new Set(["40001", "40P01", "55P03"]);

/** Returns whether a transaction failed only because of concurrent ones. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(sqlStateOf(error));
