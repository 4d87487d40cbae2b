/** What PostgreSQL says of a failed statement, also where Sequelize wrapped it. */
function causeOf(error: unknown): { readonly code?: unknown; readonly constraint?: unknown } {
  return (error as { parent?: object } | null)?.parent ?? error ?? {};
}

/** The SQLSTATE of a failed statement, or null when the error is not PostgreSQL's. */
export function sqlStateOf(error: unknown): string | null {
  const { code } = causeOf(error);
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** The name of the unique constraint that was violated, or null for any other error. */
export function uniqueViolation(error: unknown): string | null {
  const { code, constraint } = causeOf(error);
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}

/** Serialization failure, deadlock, lock timeout: the transaction changed nothing, and the same one may succeed now. */
const REPEATABLE: ReadonlySet<string | null> = new Set(["40001", "40P01", "55P03"]);

/** Whether a transaction failed only because of what ran beside it. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(sqlStateOf(error));
