import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations, SchemaRefused } from "@balcao/database/migrations";
import { errorCode, RepairableError } from "@balcao/platform/errors";
import type { Logger } from "@balcao/platform/logger";

/** PostgreSQL cannot be used in its present state; the message says how to fix it. */
export class DatabaseNotUsable extends RepairableError {
  override readonly name = "DatabaseNotUsable";
}

const PAUSE_MS = 1_000;

/** Temporary errors: the server is unreachable, starting, or out of connections. */
const TEMPORARY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08001",
  "08006",
  "55P03",
]);

/** Of servers whose certificate was refused, with what to do. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    "The certificate of the server at DATABASE_URL has expired: renew it there. Where it is valid, set the clock of this machine.",
  CERT_NOT_YET_VALID: "The certificate of the server at DATABASE_URL is not valid yet: set the clock of this machine, or wait until it is.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of the server at DATABASE_URL is for another name: use the name that is in it.",
  ...Object.fromEntries(
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ].map((code) => [
      code,
      "The certificate of the server at DATABASE_URL is signed by nobody whom this machine knows: name the signer's certificate in NODE_EXTRA_CA_CERTS.",
    ]),
  ),
};

/** What a wait may be due to, besides a server that does not run. */
const WAITING: Readonly<Record<string, string>> = {
  ENOTFOUND: "the name of the server in DATABASE_URL cannot be found; waiting for it. Check its spelling and the DNS of this machine",
  EAI_AGAIN: "the DNS of this machine does not answer for the server in DATABASE_URL; waiting for it",
};

const REMEDIES: Readonly<Record<string, string>> = {
  ...CERTIFICATES,
  "28P01": "DATABASE_URL has a wrong password.",
  "28000": "DATABASE_URL names a role that may not sign in.",
  "3D000": "DATABASE_URL names a database that does not exist: create it first.",
  "25006":
    "DATABASE_URL names a server that can only be read, such as a replica. Name the main server there, and the replica in DATABASE_REPLICA_URL.",
  "42501": "The role of DATABASE_URL may not create tables or extensions: make it the owner of the database.",
};

/**
 * Migrates the schema to the current version; waits for a database that is still starting, and logs
 * that once. Throws DatabaseNotUsable where waiting would not help.
 */
export async function migrateWhenReady(
  url: string,
  logger: Logger,
  signal: AbortSignal,
  { connectMs }: { readonly connectMs?: number } = {},
): Promise<void> {
  let isLogged = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      await runMigrations(url, {
        signal,
        ...(connectMs !== undefined && { connectMs }),
        onStep: (step) => logger.info({ step }, "migrating the database"),
      });
      return;
    } catch (error) {
      if (error instanceof SchemaRefused) throw new DatabaseNotUsable(error.message, { cause: error });
      const code = errorCode(error) ?? "";
      if (REMEDIES[code] !== undefined) throw new DatabaseNotUsable(REMEDIES[code], { cause: error });
      if (!TEMPORARY.has(code) && !isConnectionEnd(error)) throw error;
      if (!isLogged)
        logger.warn({ code }, WAITING[code] ?? "PostgreSQL does not answer yet; waiting for it. Check DATABASE_URL when this lasts");
      isLogged = true;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}

function isConnectionEnd(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Connection terminated|timeout expired|the database system is (?:starting up|shutting down)/.test(error.message)
  );
}
