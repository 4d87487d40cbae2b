import { certificateSentence, connectionSentence, errorCode } from "@balcao/platform/errors";

const REMEDIES = new Map<string | undefined, string>([
  ["28P01", "DATABASE_URL has a wrong password."],
  ["28000", "DATABASE_URL names a role that may not sign in, or not from this machine: see pg_hba.conf of that server."],
  ["3D000", "DATABASE_URL names a database that does not exist: create it first."],
  [
    "25006",
    "DATABASE_URL names a server that can only be read, such as a replica. Name the main server there, and the replica in DATABASE_REPLICA_URL.",
  ],
  ["42501", "The role of DATABASE_URL may not create tables or extensions: make it the owner of the database."],
]);

const WAITS = new Map<string | undefined, string>([
  ["53100", "The disk of PostgreSQL is full: make room there."],
  ["53300", "PostgreSQL has no free connection: end programs that hold them (pg_stat_activity), or raise max_connections."],
  [
    "55P03",
    "Another program holds a lock on a table that a migration changes: look in pg_stat_activity for a backup, pg_dump or an open transaction, and end it when this lasts.",
  ],
]);

/** What a person must change before the server at DATABASE_URL can be used; null where waiting may help as well. */
export function databaseRemedy(error: unknown): string | null {
  const code = errorCode(error);
  return certificateSentence(code, "DATABASE_URL") ?? REMEDIES.get(code) ?? null;
}

/** What to do about an error of the server at DATABASE_URL, where the error says it; else null. */
export function databaseSentence(error: unknown): string | null {
  const code = errorCode(error);
  return databaseRemedy(error) ?? connectionSentence(code, "DATABASE_URL") ?? WAITS.get(code) ?? null;
}
