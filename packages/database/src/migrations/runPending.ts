import { MigrationError, Umzug, type UmzugStorage } from "umzug";
import type pg from "pg";
import type { Migration, Step } from "./migration.js";

const RECORD = "INSERT INTO schema_migration (name) VALUES ($1) ON CONFLICT DO NOTHING";

function storageOn(client: pg.Client): UmzugStorage {
  return {
    // That of a transaction has recorded itself.
    logMigration: async ({ name }) => {
      await client.query(RECORD, [name]);
    },
    unlogMigration: async ({ name }) => {
      await client.query("DELETE FROM schema_migration WHERE name = $1", [name]);
    },
    executed: async () =>
      (await client.query<{ name: string }>("SELECT name FROM schema_migration ORDER BY name")).rows.map(({ name }) => name),
  };
}

/** Runs those of the migrations that have not run, in order, and returns their names; `onStep` receives each before it runs. */
export async function runPending(client: pg.Client, migrations: readonly Migration[], onStep: (step: string) => void): Promise<string[]> {
  const umzug = new Umzug({
    migrations: migrations.map((migration) => ({
      name: migration.name,
      up: async () => {
        onStep(migration.name);
        if ("sql" in migration) await inTransaction(client, migration);
        else for (const step of migration.steps) await runStep(client, step);
      },
    })),
    storage: storageOn(client),
    logger: undefined,
  });
  return (await umzug.up().catch(withCode)).map(({ name }) => name);
}

/** Gives an error of umzug, which names the migration, the code of the database's error in it, by which others know what to do. */
function withCode(error: unknown): never {
  if (error instanceof MigrationError && error.cause instanceof Error && "code" in error.cause)
    Object.assign(error, { code: error.cause.code });
  throw error;
}

async function runStep(client: pg.Client, step: Step): Promise<void> {
  const statements = typeof step === "string" ? [step] : await listStatements(client, step.each);
  for (const statement of statements) await client.query(statement);
}

const listStatements = async (client: pg.Client, text: string): Promise<string[]> =>
  (await client.query<[string]>({ text, rowMode: "array" })).rows.flat();

/** Applies and records a migration in one commit, so that a cut in between leaves neither and the next start can run it again. */
async function inTransaction(client: pg.Client, { name, sql }: { readonly name: string; readonly sql: string }): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(RECORD, [name]);
    await client.query("COMMIT");
  } catch (error) {
    // On a lost connection the server has rolled back itself, and the error that matters is the first one.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
