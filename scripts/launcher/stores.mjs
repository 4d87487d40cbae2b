import { startPostgres } from "../infra/postgres.mjs";
import { isAnswering } from "../infra/ports.mjs";
import { startRedis } from "../infra/redis.mjs";
import { Refusal } from "../infra/refusal.mjs";

const OLDEST_POSTGRES = 17;
/** The end of a server that this launcher did not start is not observed. */
const NEVER = new Promise(() => {});
const ADVICE = "Correct DATABASE_URL, or unset it to use the embedded PostgreSQL.";

const DATABASE_FAILURES = {
  "28P01": "the password or user is wrong",
  28000: "the user may not sign in",
  "3D000": "the database does not exist there",
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "that host is unknown",
  EAI_AGAIN: "that host is unknown",
  ETIMEDOUT: "nothing answers there",
};

/** Refuses a DATABASE_URL that cannot be used. The address is shown without its user and password. */
async function assertDatabase(url) {
  const { host, pathname } = new URL(url);
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as major, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as readonly",
    );
    if (rows[0].major < OLDEST_POSTGRES) {
      throw new Refusal(
        `The server at DATABASE_URL (${host}) is PostgreSQL ${rows[0].major}; version ${OLDEST_POSTGRES} or newer is needed.`,
        ADVICE,
      );
    }
    if (rows[0].readonly) {
      throw new Refusal(
        `The server at DATABASE_URL (${host}) can only be read, such as a replica.`,
        "Name the main server in DATABASE_URL, and the replica in DATABASE_REPLICA_URL.",
      );
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `The database at DATABASE_URL (${host}${pathname}) cannot be used: ${DATABASE_FAILURES[error.code] ?? error.message}.`,
      ADVICE,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

async function assertRedis(url) {
  const { hostname, port } = new URL(url);
  if (await isAnswering(Number(port || 6379), hostname, 5_000)) return;
  throw new Refusal(
    `The Redis at REDIS_URL (${hostname}:${port || 6379}) cannot be used: nothing answers there.`,
    "Correct REDIS_URL, or unset it to let npm start run its own.",
  );
}

/** Opens the database of DATABASE_URL, or starts the embedded one of the data folder; `before` is one that has ended. */
export async function openDatabase({ settings, root, dataDir, progress, signal, before }) {
  if (settings.databaseUrl) {
    await progress.step("Checking the database of DATABASE_URL", () => assertDatabase(settings.databaseUrl));
    return { url: settings.databaseUrl, folder: null, exited: NEVER, stop: async () => {} };
  }
  return progress.step("Starting PostgreSQL", () =>
    startPostgres({ root, dataDir, settings: settings.postgresSettings, log: progress.say, signal, before }),
  );
}

/** Opens the Redis of REDIS_URL, or starts an embedded one with its files in the data folder. */
export async function openRedis({ settings, dataDir, progress, signal, before }) {
  if (settings.redisUrl) {
    await progress.step("Checking the Redis of REDIS_URL", () => assertRedis(settings.redisUrl));
    return { url: settings.redisUrl, exited: NEVER, stop: async () => {} };
  }
  return progress.step("Starting Redis", () => startRedis({ dataDir, progress, log: progress.say, signal, before }));
}
