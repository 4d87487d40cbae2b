import { setTimeout as sleep } from "node:timers/promises";
import { startMessenger } from "./cluster.mjs";
import { startOwnDatabase } from "./ownDatabase.mjs";
import { PASSWORD } from "./people.mjs";
import { startProduct } from "./product.mjs";
import { signIn } from "./sessions.mjs";

const LINK_LIMIT_MS = 60_000;
const email = "admin@balcao.local";

/**
 * Starts the product on an empty database, with an administrator. `call` calls the api as that person, however long the run is; `link` creates a connection and
 * repeats `scan(view)` until it is linked. `stop` removes everything.
 */
export async function startNewProduct({ meow, more = {}, profile = false, settings = {} }) {
  const { folder, database, onStop, stop } = await startOwnDatabase(settings);
  try {
    const messenger = await startMessenger(folder);
    onStop(() => messenger?.stop());
    const admin = { ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD };
    const product = await startProduct({ folder, database, messenger, meow, profile, more: { ...admin, ...more } });
    onStop(() => product.stop());
    const token = await signIn(product.origin, email, PASSWORD);
    let latest = token;
    const ask = (method, at, body, more) => {
      const headers = { Authorization: `Bearer ${latest}`, "Content-Type": "application/json", ...more };
      return fetch(`${product.origin}/api${at}`, { method, headers, body: body && JSON.stringify(body) });
    };
    const call = async (method, at, body, headers) => {
      let answer = await ask(method, at, body, headers);
      // A token lives for minutes; a refused call has changed nothing.
      if (answer.status === 403 || answer.status === 401) {
        latest = await signIn(product.origin, email, PASSWORD);
        answer = await ask(method, at, body, headers);
      }
      return answer.json();
    };
    const link = async (connection, scan) => {
      let view = await call("POST", "/whatsapp", { queueIds: [], ...connection });
      for (const deadline = Date.now() + LINK_LIMIT_MS; view.status !== "CONNECTED"; view = await call("GET", `/whatsapp/${view.id}`)) {
        if (Date.now() > deadline) throw new Error("the connection was not linked within a minute");
        await Promise.resolve()
          .then(() => scan(view))
          .catch(() => undefined);
        await sleep(500);
      }
    };
    return { product, database, messenger, token, call, link, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
