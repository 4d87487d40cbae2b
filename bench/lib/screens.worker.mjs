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

/** So many screens open at the same time: a thousand at once would measure how they open. */
const AT_ONCE = 50;
/** Packets of Engine.IO and Socket.IO that are not events. */
const [OPEN, PING, PONG, CONNECT, EVENT] = ["0", "2", "3", "40", "42"];
const MESSAGE = '42["appMessage"';

let arrivals = [];
let cuts = 0;

const emit = (socket, ...said) => socket.send(EVENT + JSON.stringify(said));

function join(socket) {
  emit(socket, "joinNotification");
  for (const status of LIST_STATUSES) emit(socket, "joinTickets", status);
  emit(socket, "watchCounts", { showAll: false, queueIds: null });
}

async function openScreen(token) {
  const answer = await fetch(`${origin}/api/auth/socket`, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  const { token: socketToken } = await answer.json();
  const socket = new WebSocket(`${origin.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  socket.on("close", () => (cuts += 1));
  await new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data) => {
      const text = data.toString();
      if (text === PING) socket.send(PONG);
      else if (text.startsWith(OPEN)) socket.send(CONNECT + JSON.stringify({ token: socketToken }));
      else if (text.startsWith('42["ready"')) resolve();
      else if (text.startsWith("44")) reject(new Error(text));
      else if (text.startsWith(MESSAGE)) {
        const key = /"body":"#(\d+)#/.exec(text);
        if (key) arrivals.push(Number(key[1]), clock());
      }
    });
  });
  join(socket);
}

for (let from = 0; from < tokens.length; from += AT_ONCE) await Promise.all(tokens.slice(from, from + AT_ONCE).map(openScreen));
parentPort.on("message", () => {
  parentPort.postMessage({ arrivals: Float64Array.from(arrivals), cuts });
  arrivals = [];
});
parentPort.postMessage("ready");
