import { once } from "node:events";
import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../..");

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  stop(): Promise<void>;
}

interface Infra {
  startPostgres(options: object): Promise<Server & { readonly adminUrl: string }>;
  startRedis(options: object): Promise<Server & { readonly url: string }>;
  createProgress(): unknown;
}

/** A PostgreSQL and a Redis that a story started itself, so that it may kill them. */
export interface OwnStores {
  /** Addresses for the product; DATABASE_ADMIN_URL is that of a superuser. */
  readonly env: { readonly DATABASE_ADMIN_URL: string; readonly REDIS_URL: string };
  /** Ends the database by kill -9, and starts it again on its port. */
  crashDatabase(): Promise<void>;
  /** Ends Redis by kill -9, for good. */
  loseRedis(): Promise<void>;
  close(): Promise<void>;
}

/** The launcher's own functions, which have no types. */
async function loadInfra(): Promise<Infra> {
  const files = ["postgres.mjs", "redis.mjs", "progress.mjs"].map((file) => pathToFileURL(path.join(ROOT, "scripts/infra", file)).href);
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Partial<Infra>>));
  return Object.assign({}, ...modules) as Infra;
}

async function kill({ child }: Server): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Starts both on ports of their own. The database keeps every commit, as that of the product does. */
export async function startOwnStores(): Promise<OwnStores> {
  const infra = await loadInfra();
  const folder = await mkdtemp(path.join(tmpdir(), "balcao-stores-"));
  // The database runs as a user of its own where the tests run as root.
  await chmod(folder, 0o711);
  const options = { root: ROOT, dataDir: folder, settings: { max_connections: "300" } };
  let database = await infra.startPostgres(options);
  const redis = await infra.startRedis({ dataDir: folder, durable: false, progress: infra.createProgress() });
  return {
    env: { DATABASE_ADMIN_URL: database.adminUrl, REDIS_URL: redis.url },
    crashDatabase: async () => {
      await kill(database);
      database = await infra.startPostgres({ ...options, before: { port: database.port } });
    },
    loseRedis: () => kill(redis),
    close: async () => {
      await database.stop();
      if (redis.child.signalCode === null && redis.child.exitCode === null) await redis.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens what creates a test database on these stores instead of the shared server; without stores, on the shared one. */
export async function openOn<T>(stores: OwnStores | null, open: () => Promise<T>): Promise<T> {
  if (!stores) return open();
  const given = process.env["DATABASE_ADMIN_URL"];
  process.env["DATABASE_ADMIN_URL"] = stores.env.DATABASE_ADMIN_URL;
  try {
    return await open();
  } finally {
    if (given === undefined) delete process.env["DATABASE_ADMIN_URL"];
    else process.env["DATABASE_ADMIN_URL"] = given;
  }
}
