import { countForeignSeals, forgetForeignSeals } from "@balcao/database/gatewaySessionKeys";
import { openDatabase, type Database, type Sql } from "@balcao/database/sql";
import { createSealer, type Secrets, type Sealer } from "@balcao/platform/secrets";
import { DatabaseNotUsable } from "./migrate.js";

/**
 * Throws DatabaseNotUsable when connections have keys that this installation's secret cannot open:
 * webhooks would be refused and sends would fail, while the rows still say CONNECTED.
 */
export async function checkSealedKeys(sql: Sql, sealer: Pick<Sealer, "keyIds">): Promise<void> {
  const connections = await countForeignSeals(sql, sealer.keyIds);
  if (connections === 0) return;
  throw new DatabaseNotUsable(
    `The keys of ${connections} connection(s) in the database were sealed with another secret: restore the secrets.json (or the ` +
      "SESSION_ENCRYPTION_KEY) that belongs to this database. Only if it is lost for good: npm run forget-keys (in a container " +
      "node dist/commands/forgetKeys.js), then link each number again.",
  );
}

/**
 * Deletes the keys and tokens that this installation's secret cannot open. Returns of how many
 * connections.
 */
export function forgetLostKeys(database: Database, secrets: Pick<Secrets, "sessionEncryptionKey">): Promise<number> {
  const { keyIds } = createSealer(secrets.sessionEncryptionKey);
  return database.transaction((tx) => forgetForeignSeals(tx, keyIds));
}

/** Opens a database for a command that runs once, besides the processes or without them. */
export function openCommandDatabase(url: string, applicationName: string): Database {
  return openDatabase({ url, applicationName, poolSize: 1 });
}
