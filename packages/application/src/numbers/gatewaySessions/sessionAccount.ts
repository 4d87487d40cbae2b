import { lockConnectionAccount, readConnectionAccount, writeConnectionAccount } from "@balcao/database/leases";
import type { Sql } from "@balcao/database/sql";
import { webhookKeyContext } from "../../inbox/intake/index.js";
import type { Services } from "../../ground/kernel/index.js";

/** The context under which a connection's account is sealed. */
export const accountContext = (connectionId: number): string => `connection.account:${connectionId}`;

/**
 * Returns a connection's decrypted account at its gateway: the tokens, keys and ids that its
 * connector needs.
 */
export async function readAccount(services: Services, connectionId: number): Promise<Record<string, string>> {
  return openAccount(services, connectionId, (await readConnectionAccount(services.database.sql, connectionId))?.accountSealed);
}

/**
 * Merges `changes` into a connection's account: an empty text deletes its key, other keys stay. The
 * account is sealed at rest; the webhook's key is also stored in a column of its own, which
 * the intake reads.
 */
export async function changeAccount(
  tx: Sql,
  services: Services,
  connectionId: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const stored = await lockConnectionAccount(tx, connectionId);
  if (!stored) return;
  const merged = Object.entries({ ...openAccount(services, connectionId, stored.accountSealed), ...changes }).filter(
    ([, value]) => value !== "",
  );
  const account: Record<string, string> = Object.fromEntries(merged);
  const hmacKey = account["hmacKey"];
  const keySealed = hmacKey ? services.sealer.seal(hmacKey, webhookKeyContext(connectionId)) : null;
  await writeConnectionAccount(tx, connectionId, services.sealer.seal(JSON.stringify(account), accountContext(connectionId)), keySealed);
}

function openAccount(services: Services, connectionId: number, sealed: string | null | undefined): Record<string, string> {
  if (!sealed) return {};
  const stored: unknown = JSON.parse(services.sealer.open(sealed, accountContext(connectionId)));
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
