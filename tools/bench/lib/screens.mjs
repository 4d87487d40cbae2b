import { Worker } from "node:worker_threads";
import { openThread } from "./threads.mjs";

/**
 * Opens the screens of twenty people in a thread of their own: WebSockets that speak Socket.IO, with the joins of the web app. `take()` returns what
 * arrived since the last call: the key of each delivery's message and the instant, once per screen. `move({ ticketIds, perSecond })` makes all
 * screens show the rows of these tickets, and so many a second open another one.
 */
export async function openScreens(origin, tokens) {
  const { ask, close } = await openThread(new Worker(new URL("screens.worker.mjs", import.meta.url), { workerData: { origin, tokens } }));
  return { take: () => ask("take"), move: ask, close };
}
