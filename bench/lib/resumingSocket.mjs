import { library } from "./place.mjs";
import { clock } from "./openLoop.mjs";

const { io } = library("apps/api", "socket.io-client");

/** The waits of the web app (D-259): between a half and the whole of these milliseconds. */
const FIRST_WAIT_MS = 1_500;
const LATER_WAIT_MS = 4_000;
const ANSWER_LIMIT_MS = 10_000;

/** A token for one handshake (AUTH-016); null when nobody answers. */
async function askToken(origin, token) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const answer = await fetch(`${origin}/api/auth/socket`, { method: "POST", headers, body: "{}", signal }).catch(() => null);
  return answer?.ok === true ? (await answer.json()).token : null;
}

/**
 * A socket that shows one ticket and comes back as the web app does: by waits, with a resume from the last event. `heard` counts the created
 * messages by their text; `facts()` are how often it was cut off and had to read everything again, and the milliseconds of each absence.
 */
export function openResumingSocket({ origin, token, transport, ticketId }) {
  const heard = new Map();
  const absences = [];
  let [cursor, cuts, resyncs, failures] = [null, 0, 0, 0];
  let [awayAt, givenMs, timer] = [null, null, null];
  const authenticate = async (give) => {
    const own = await askToken(origin, token);
    if (own !== null) return give(cursor === null ? { token: own } : { token: own, resumes: true });
    socket.disconnect();
    retry();
  };
  const auth = (give) => void authenticate(give);
  const socket = io(origin, { path: "/socket.io", transports: [transport], auth, forceNew: true, reconnection: false });
  const retry = () => {
    const waitMs = givenMs ?? (failures === 0 ? FIRST_WAIT_MS : LATER_WAIT_MS) * (0.5 + Math.random() / 2);
    if (givenMs === null) failures += 1;
    givenMs = null;
    clearTimeout(timer);
    timer = setTimeout(() => socket.disconnect().connect(), waitMs);
  };
  const isOpen = new Promise((resolve) => {
    socket.on("ready", (ready) => {
      cursor ??= ready.cursor;
      resolve();
    });
  });
  socket.on("connect", () => {
    failures = 0;
    if (awayAt !== null) absences.push(clock() - awayAt);
    awayAt = null;
    socket.emit("joinChatBox", String(ticketId));
    if (cursor !== null) socket.emit("resume", { cursor });
  });
  socket.on("appMessage", ({ action, message }) => {
    if (action === "create") heard.set(message.body, (heard.get(message.body) ?? 0) + 1);
  });
  socket.onAny((_name, _event, next) => {
    if (typeof next === "string") cursor = next;
  });
  socket.on("resync", (event) => {
    resyncs += 1;
    ({ cursor } = event);
  });
  socket.on("restarting", ({ retryAfterMs }) => (givenMs = retryAfterMs));
  socket.on("connect_error", retry);
  socket.on("disconnect", (reason) => {
    if (reason === "io client disconnect") return;
    cuts += 1;
    awayAt = clock();
    retry();
  });
  const close = () => {
    clearTimeout(timer);
    socket.removeAllListeners();
    socket.disconnect();
  };
  return { isOpen, heard, facts: () => ({ cuts, resyncs, absences }), close };
}
