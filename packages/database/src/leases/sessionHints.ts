import { first, statement, type Sql } from "../sql/index.js";

const writeHint = statement(
  "session_hint_write",
  `INSERT INTO session_hint (connection_id, reason) VALUES ($1, $2) ON CONFLICT (connection_id) DO UPDATE SET reason = excluded.reason, told_at = now()`,
);
const readHint = statement<{ reason: string }>(
  "session_hint_read",
  `SELECT reason FROM session_hint WHERE connection_id = $1 AND told_at > now() - interval '1 day'`,
);
const clearHint = statement("session_hint_clear", `DELETE FROM session_hint WHERE connection_id = $1`);

/** Stores why a session is down or about to be, as its gateway reported. */
export async function writeSessionHint(tx: Sql, connectionId: number, reason: string): Promise<void> {
  await tx.run(writeHint, [connectionId, reason]);
}

/** Returns the reason of the last day, or null. */
export const readSessionHint = async (sql: Sql, connectionId: number): Promise<string | null> =>
  (await first(sql.run(readHint, [connectionId])))?.reason ?? null;

export async function clearSessionHint(tx: Sql, connectionId: number): Promise<void> {
  await tx.run(clearHint, [connectionId]);
}
