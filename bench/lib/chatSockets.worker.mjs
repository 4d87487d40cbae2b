import { createRequire } from "node:module";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { clock } from "./openLoop.mjs";
import { ROOT } from "./place.mjs";

const fromWeb = createRequire(path.join(ROOT, "apps/web/package.json"));
const { io } = fromWeb("socket.io-client");
const { Decoder, Encoder, PacketType } = createRequire(fromWeb.resolve("socket.io-client"))("socket.io-parser");
const { origin, people, chatId } = workerData;

const AT_ONCE = 20;
const LAST_MS = 10_000;

/** How many sockets received a message or a version of the chat, the first and the last instant, by `#key` and `v` with the version. */
const arrivals = new Map();
let bytes = 0;
let waiting = null;

const busyMs = () => performance.eventLoopUtilization().active;

/** Answers when all sockets have what is asked for, or `LAST_MS` after the question. */
function expect(key) {
  const [busyFrom, bytesFrom] = [busyMs(), bytes];
  const finish = () => {
    clearTimeout(timer);
    waiting = null;
    // What the sockets still have to read of the same batch counts as well.
    setTimeout(() => {
      const { count = 0, first = NaN, last = NaN } = arrivals.get(key) ?? {};
      arrivals.delete(key);
      parentPort.postMessage({ count, first, last, busyMs: busyMs() - busyFrom, bytes: bytes - bytesFrom });
    }, 50);
  };
  const timer = setTimeout(finish, LAST_MS);
  waiting = { key, finish };
  if (arrivals.get(key)?.count === people.length) finish();
}

/** What an event has that the bench wants of it. */
const READERS = {
  appMessageChat: (text) => /"body":"(#\d+)/.exec(text)?.[1],
  chat: (text) => `v${/^\d+/.exec(text.slice(text.lastIndexOf('"version":') + 10))?.[0]}`,
};

/** Reads of events only that, because the people of the team have a machine each, and these sockets have one thread for all. */
class Glance extends Decoder {
  add(text) {
    if (typeof text !== "string" || !text.startsWith('2["')) return super.add(text);
    const name = text.slice(3, text.indexOf('"', 3));
    this.emitReserved("decoded", { type: PacketType.EVENT, nsp: "/", data: [name, READERS[name]?.(text)] });
  }
}

function note(key) {
  const now = clock();
  const seen = arrivals.get(key) ?? { count: 0, first: now, last: now };
  arrivals.set(key, { count: seen.count + 1, first: seen.first, last: now });
  if (waiting?.key === key && seen.count + 1 === people.length) waiting.finish();
}

async function openSocket({ id, token }) {
  const answer = await fetch(`${origin}/api/auth/socket`, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  const { token: socketToken } = await answer.json();
  const parser = { Encoder, Decoder: Glance };
  const socket = io(origin, { path: "/socket.io", transports: ["websocket"], auth: { token: socketToken }, forceNew: true, parser });
  await new Promise((resolve, reject) => {
    socket.on("ready", resolve);
    socket.on("connect_error", reject);
  });
  socket.io.engine.on("packet", ({ data }) => (bytes += data?.length ?? 0));
  socket.on("appMessageChat", note);
  socket.on("chat", note);
  socket.emit("joinNotification");
  socket.emit("joinChats", id);
  socket.emit("joinChatBox", `chat-${chatId}`);
}

for (let from = 0; from < people.length; from += AT_ONCE) await Promise.all(people.slice(from, from + AT_ONCE).map(openSocket));
parentPort.on("message", expect);
parentPort.postMessage("ready");
