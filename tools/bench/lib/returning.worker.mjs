import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { clock } from "./openLoop.mjs";
import { built, ROOT } from "./place.mjs";

/** The WebSocket library of Socket.IO's client. A thousand whole clients would measure themselves rather than the product. */
const fromClient = createRequire(createRequire(path.join(ROOT, "apps/web/package.json")).resolve("socket.io-client"));
const WebSocket = createRequire(fromClient.resolve("engine.io-client"))("ws");
const { LIST_STATUSES } = await built("packages/domain", "tickets");
const { origin, tokens } = workerData;

/** The waits of the web app itself, which are not part of its built files by name. */
const typescript = createRequire(path.join(ROOT, "package.json"))("typescript");
const source = fs.readFileSync(path.join(ROOT, "apps/web/src/lib/live/backoff.ts"), "utf8");
const { outputText } = typescript.transpileModule(source, { compilerOptions: { module: "ESNext", target: "ES2022" } });
const { createBackoff } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

const AT_ONCE = 50;
let tries = 0;
let connected = 0;
let returns = [];

/** A screen as the web app keeps it: a token for each handshake, joins after each connect, a resume from the last place, and waits after each end. */
function openScreen(token) {
  let cursor = null;
  let first;
  const opened = new Promise((resolve) => (first = resolve));
  const backoff = createBackoff(connect);
  const retry = () => backoff.plan();
  async function connect() {
    tries += 1;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await fetch(`${origin}/api/auth/socket`, {
      method: "POST",
      headers,
      body: "{}",
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (answer?.ok !== true) return retry();
    const { token: own } = await answer.json();
    const socket = new WebSocket(`${origin.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    let isIn = false;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (isIn) connected -= 1;
      retry();
    });
    socket.on("message", (data) => {
      const text = data.toString();
      if (text === "2") return socket.send("3");
      if (text.startsWith("0")) return socket.send(`40${JSON.stringify(cursor === null ? { token: own } : { token: own, resumes: true })}`);
      if (text.startsWith("44")) return socket.close();
      if (text.startsWith("40")) {
        for (const status of LIST_STATUSES) socket.send(`42${JSON.stringify(["joinTickets", status])}`);
        socket.send('42["joinNotification"]');
        if (cursor !== null) socket.send(`42${JSON.stringify(["resume", { cursor }])}`);
      }
      const isReady = /^42\["(ready|resync)",\{"cursor":"([^"]+)"/.exec(text);
      if (isReady) cursor = isReady[2];
      if (!isIn && (isReady || text.startsWith("40"))) {
        isIn = true;
        connected += 1;
        returns.push(clock());
        backoff.reset();
        if (cursor !== null) first();
      } else if (isReady) first();
    });
  }
  void connect();
  return opened;
}

for (let from = 0; from < tokens.length; from += AT_ONCE) await Promise.all(tokens.slice(from, from + AT_ONCE).map(openScreen));
parentPort.on("message", () => {
  parentPort.postMessage({ connected, tries, returns: Float64Array.from(returns) });
  [tries, returns] = [0, []];
});
parentPort.postMessage("ready");
