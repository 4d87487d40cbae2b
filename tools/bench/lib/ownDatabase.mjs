import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startDatabase } from "./cluster.mjs";
import { describeMachine } from "./machine.mjs";

/**
 * Starts an empty database in a new folder. `onStop` adds what must end before it; `stop` ends everything, the last added first, and
 * removes the folder. Prints the machine. `settings` are further ones of the server.
 */
export async function startOwnDatabase(settings = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-bench-"));
  const stops = [() => fs.rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    // The database may run as another user than this one.
    fs.chmodSync(folder, 0o755);
    fs.mkdirSync(path.join(folder, "data"), { mode: 0o711 });
    const database = await startDatabase(folder, { settings });
    stops.push(() => database.stop());
    await describeMachine({ database, prepared: ["a new, empty database"] });
    return { folder, database, onStop: (end) => stops.push(end), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Prints the machine for a measurement that uses no database of the benchmark. */
export async function describeAlone() {
  const { stop } = await startOwnDatabase();
  await stop();
}
