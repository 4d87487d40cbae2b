import { first, statement, type Sql } from "../sql/index.js";

// A reason that `yields` says less than one whose time has not come.
const writeHint = statement(
  "session_hint_write",
  `INSERT INTO session_hint AS h (connection_id, reason, until) VALUES ($1, $2, $3)
   ON CONFLICT (connection_id) DO UPDATE SET reason = excluded.reason, until = excluded.until, told_at = now()
   WHERE NOT $4::boolean OR h.until IS NULL OR h.until < now()`,
);
const readHint = statement<SessionHint>(
  "session_hint_read",
  `SELECT reason, until FROM session_hint WHERE connection_id = $1 AND (told_at > now() - interval '1 day' OR until > now())`,
);
const clearHint = statement("session_hint_clear", `DELETE FROM session_hint WHERE connection_id = $1`);

/** Why a session is down or about to be, and until when, where the gateway says so. */
export interface SessionHint {
  readonly reason: string;
  readonly until: Date | null;
}

/**
 * Stores what a gateway reported. With `yields` it changes nothing while an earlier reason has a time
 * that has not come.
 */
export async function writeSessionHint(tx: Sql, connectionId: number, { reason, until }: SessionHint, yields: boolean): Promise<void> {
  await tx.run(writeHint, [connectionId, reason, until, yields]);
}

/** Returns what was reported in the last day, or has a time that has not come; otherwise null. */
export const readSessionHint = (sql: Sql, connectionId: number): Promise<SessionHint | null> => first(sql.run(readHint, [connectionId]));

export async function clearSessionHint(tx: Sql, connectionId: number): Promise<void> {
  await tx.run(clearHint, [connectionId]);
}
