import { Umzug, type UmzugStorage } from "umzug";
import pg from "pg";
import { connectionGaps } from "./0007-connectionGaps.js";
import { conversations } from "./0002-conversations.js";
import { journals } from "./0003-journals.js";
import { notes } from "./0004-notes.js";
import { people } from "./0001-people.js";
import { reactions } from "./0008-reactions.js";
import { sessionKeys } from "./0005-sessionKeys.js";
import { lateNews } from "./0009-lateNews.js";
import { standIns } from "./0010-standIns.js";
import { mediaJobs } from "./0011-mediaJobs.js";
import { sessionWorkers } from "./0012-sessionWorkers.js";
import { templateReviews } from "./0013-templateReviews.js";
import { gapsResolved } from "./0014-gapsResolved.js";
import { gapHistory } from "./0015-gapHistory.js";
import { accountChecks } from "./0016-accountChecks.js";
import { retention } from "./0017-retention.js";
import { keptPromises } from "./0018-keptPromises.js";
import { sealedEdits } from "./0019-sealedEdits.js";
import { droppedByMeta } from "./0020-droppedByMeta.js";

/** In order; a released one never changes. */
export const MIGRATIONS = [
  people,
  conversations,
  journals,
  notes,
  sessionKeys,
  connectionGaps,
  reactions,
  lateNews,
  standIns,
  mediaJobs,
  sessionWorkers,
  templateReviews,
  gapsResolved,
  gapHistory,
  accountChecks,
  retention,
  keptPromises,
  sealedEdits,
  droppedByMeta,
] as const;

/** Any number works; it only has to be the same in every version. */
const RUNNER_LOCK = 727_001;

function storageOn(client: pg.Client): UmzugStorage {
  return {
    logMigration: async ({ name }) => {
      await client.query("INSERT INTO schema_migration (name) VALUES ($1)", [name]);
    },
    unlogMigration: async ({ name }) => {
      await client.query("DELETE FROM schema_migration WHERE name = $1", [name]);
    },
    executed: async () =>
      (await client.query<{ name: string }>("SELECT name FROM schema_migration ORDER BY name")).rows.map(({ name }) => name),
  };
}

/**
 * Brings the schema up to date; safe to call from several processes at once: one runs, the others wait. Uses a connection of its own
 * without a statement timeout, because an index on millions of rows takes longer than a request may.
 */
export async function runMigrations(url: string, told: (step: string) => void = () => undefined): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "balcao-migrations" });
  // The loss of the connection fails the statement in hand, or the next one.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0; SET lock_timeout = '3s'");
    await client.query("SELECT pg_advisory_lock($1)", [RUNNER_LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, executed_at timestamptz NOT NULL DEFAULT now())",
    );
    const umzug = new Umzug({
      migrations: MIGRATIONS.map(({ name, sql }) => ({
        name,
        up: async () => {
          told(name);
          await inTransaction(client, sql);
        },
      })),
      storage: storageOn(client),
      logger: undefined,
    });
    return (await umzug.up()).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function inTransaction(client: pg.Client, sql: string): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
