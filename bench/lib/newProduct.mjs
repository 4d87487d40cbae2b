import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDatabase, startMessenger } from "./cluster.mjs";
import { PASSWORD } from "./people.mjs";
import { startProduct } from "./product.mjs";
import { signIn } from "./sessions.mjs";

const LINK_LIMIT_MS = 60_000;
const email = "admin@balcao.local";

/**
 * Starts the product on an empty database of its own, with an administrator. `call` asks the api as that person; `link` makes a connection and
 * waits until it is linked, `scan(view)` being tried until then. `stop` leaves nothing behind.
 */
export async function startNewProduct({ meow, more = {} }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-bench-"));
  const stops = [() => fs.rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    // The database may run as another user than this one.
    fs.chmodSync(folder, 0o755);
    fs.mkdirSync(path.join(folder, "data"), { mode: 0o711 });
    const database = await startDatabase(folder);
    stops.push(() => database.stop());
    const messenger = await startMessenger(folder);
    stops.push(() => messenger?.stop());
    const admin = { ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD };
    const product = await startProduct({ folder, database, messenger, meow, more: { ...admin, ...more } });
    stops.push(() => product.stop());
    const token = await signIn(product.origin, email, PASSWORD);
    const call = async (method, at, body) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const answer = await fetch(`${product.origin}/api${at}`, { method, headers, body: body && JSON.stringify(body) });
      return answer.json();
    };
    const link = async (connection, scan) => {
      let view = await call("POST", "/whatsapp", { queueIds: [], ...connection });
      for (const deadline = Date.now() + LINK_LIMIT_MS; view.status !== "CONNECTED"; view = await call("GET", `/whatsapp/${view.id}`)) {
        if (Date.now() > deadline) throw new Error("the connection was not linked within a minute");
        await Promise.resolve(scan(view)).catch(() => undefined);
        await sleep(500);
      }
    };
    return { product, token, call, link, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
