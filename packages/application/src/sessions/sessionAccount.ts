import { lockConnectionAccount, readConnectionAccount, writeConnectionAccount } from "@balcao/database/leases";
import type { Sql } from "@balcao/database/sql";
import { webhookKeyContext } from "../intake/index.js";
import type { House } from "../kernel/index.js";

const accountContext = (connectionId: number): string => `connection.account:${connectionId}`;

/** What a connector must know of a connection's account at its gateway, opened. */
export async function readAccount(house: House, connectionId: number): Promise<Record<string, string>> {
  return openAccount(house, connectionId, (await readConnectionAccount(house.database.sql, connectionId))?.accountSealed);
}

/**
 * Merges changes into a connection's account: an empty text forgets, what is not named stays. Tokens and keys are sealed at rest (S-72); the
 * webhook's key is kept a second time where intake finds it.
 */
export async function changeAccount(tx: Sql, house: House, connectionId: number, changes: Readonly<Record<string, string>>): Promise<void> {
  const stored = await lockConnectionAccount(tx, connectionId);
  if (!stored) return;
  const merged = Object.entries({ ...openAccount(house, connectionId, stored.accountSealed), ...changes }).filter(
    ([, value]) => value !== "",
  );
  const account: Record<string, string> = Object.fromEntries(merged);
  const hmacKey = account["hmacKey"];
  const keySealed = hmacKey ? house.sealer.seal(hmacKey, webhookKeyContext(connectionId)) : null;
  await writeConnectionAccount(tx, connectionId, house.sealer.seal(JSON.stringify(account), accountContext(connectionId)), keySealed);
}

function openAccount(house: House, connectionId: number, sealed: string | null | undefined): Record<string, string> {
  if (!sealed) return {};
  const stored: unknown = JSON.parse(house.sealer.open(sealed, accountContext(connectionId)));
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
