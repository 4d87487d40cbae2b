import { Worker } from "node:worker_threads";
import { openThread } from "./threads.mjs";

/**
 * Opens a socket of Socket.IO's client for each of these people (`{ id, token }`), in a thread of their own, with the joins of a person
 * who has this chat open. `hear(key)` resolves when all sockets have received the message that begins with `#7` for the key `#7`, or the
 * chat's version 7 for the key `v7`, or after 10 s.
 */
export async function openChatSockets({ origin, people, chatId }) {
  const { ask, close } = await openThread(
    new Worker(new URL("chatSockets.worker.mjs", import.meta.url), { workerData: { origin, people, chatId } }),
  );
  return { hear: ask, close };
}
