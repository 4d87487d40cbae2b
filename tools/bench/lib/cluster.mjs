import path from "node:path";
import { startPostgres } from "../../../scripts/infra/postgres.mjs";
import { startRedis } from "../../../scripts/infra/redis.mjs";
import { createProgress } from "../../../scripts/infra/progress.mjs";
import { ROOT } from "./place.mjs";

/** Every commit waits 2 ms, as on disks of rented machines, so that locks that are held during a commit become visible. */
const SLOW_COMMITS = { commit_delay: "2000", commit_siblings: "0" };
const MEMORY = { shared_buffers: "1GB", max_wal_size: "4GB" };

/** Starts the database of a folder. Commits always reach the disk. */
export function startDatabase(folder, { commitDelay = false, settings = {} } = {}) {
  const all = { ...MEMORY, ...(commitDelay ? SLOW_COMMITS : {}), ...settings };
  return startPostgres({ root: ROOT, dataDir: path.join(folder, "data"), settings: all, log: console.log });
}

/** Starts a Redis. Returns null with a message when that fails, because the product works without one. */
export async function startMessenger(folder) {
  try {
    return await startRedis({ dataDir: path.join(folder, "data"), durable: false, progress: createProgress() });
  } catch (error) {
    console.log(`Without Redis: ${error.message}`);
    return null;
  }
}
