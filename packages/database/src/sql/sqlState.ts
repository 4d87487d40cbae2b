/** Returns PostgreSQL's error, also from inside Sequelize's. */
function causeOf(error: unknown): { readonly code?: unknown; readonly constraint?: unknown } {
  return (error as { parent?: object } | null)?.parent ?? error ?? {};
}

/** Returns the SQLSTATE of a failed statement; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  const { code } = causeOf(error);
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Returns the name of the violated unique constraint; null for other errors. */
export function uniqueViolation(error: unknown): string | null {
  const { code, constraint } = causeOf(error);
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}

/**
 * Serialization failure, deadlock and lock timeout: the transaction changed nothing and may succeed
 * when repeated.
 */
const REPEATABLE: ReadonlySet<string | null> = new Set(["40001", "40P01", "55P03"]);

/** Returns whether a transaction failed only because of concurrent ones. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(sqlStateOf(error));
