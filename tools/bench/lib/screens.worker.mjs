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
const PRESENCE = '42["ticketPresence"';

let arrivals = [];
let cuts = 0;
let marks = 0;

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
      else if (text.startsWith(PRESENCE)) marks += 1;
      else if (text.startsWith(MESSAGE)) {
        const key = /"body":"#(\d+)#/.exec(text);
        if (key) arrivals.push(Number(key[1]), clock());
      }
    });
  });
  join(socket);
  return socket;
}

const sockets = [];
for (let from = 0; from < tokens.length; from += AT_ONCE)
  sockets.push(...(await Promise.all(tokens.slice(from, from + AT_ONCE).map(openScreen))));
let moving;

/** Every screen shows the rows of these tickets, and so many screens a second open another of them. */
function move({ ticketIds, perSecond }) {
  clearInterval(moving);
  for (const socket of sockets) emit(socket, "watchPresence", { ticketIds });
  let moves = 0;
  if (perSecond > 0)
    moving = setInterval(() => {
      const ticketId = ticketIds[(moves * 7) % ticketIds.length];
      emit(sockets[moves % sockets.length], "presence", { ticketId, mode: moves % 3 === 0 ? "typing" : "viewing" });
      moves += 1;
    }, 1_000 / perSecond);
}

parentPort.on("message", (question) => {
  if (question !== "take") move(question);
  parentPort.postMessage({ arrivals: Float64Array.from(arrivals), cuts, marks });
  [arrivals, marks] = [[], 0];
});
parentPort.postMessage("ready");
