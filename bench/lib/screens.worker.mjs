import { parentPort, workerData } from "node:worker_threads";
import { clock } from "./openLoop.mjs";
import { built, library } from "./place.mjs";

const { io } = library("apps/web", "socket.io-client");
const { LIST_STATUSES } = await built("packages/domain", "tickets");
const { origin, tokens } = workerData;

let arrivals = [];
let cuts = 0;

async function openScreen(token) {
  const answer = await fetch(`${origin}/api/auth/socket`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  const { token: socketToken } = await answer.json();
  const socket = io(origin, { auth: { token: socketToken }, transports: ["websocket"], reconnection: false });
  socket.on("appMessage", ({ message }) => {
    const key = /^#(\d+)#/.exec(message.body);
    if (key) arrivals.push(Number(key[1]), clock());
  });
  socket.on("disconnect", () => (cuts += 1));
  await new Promise((resolve, reject) => {
    socket.once("ready", resolve);
    socket.once("connect_error", reject);
  });
  socket.emit("joinNotification");
  for (const status of LIST_STATUSES) socket.emit("joinTickets", status);
  socket.emit("watchCounts", { showAll: false, queueIds: null });
}

await Promise.all(tokens.map(openScreen));
parentPort.on("message", () => {
  parentPort.postMessage({ arrivals: Float64Array.from(arrivals), cuts });
  arrivals = [];
});
parentPort.postMessage("ready");
