import { Worker } from "node:worker_threads";

/**
 * Opens the screens of twenty people in a thread of their own: WebSockets that speak Socket.IO, with the joins of the web app. `take()` returns what
 * arrived since the last call: the key of each delivery's message and the instant, once per screen.
 */
export async function openScreens(origin, tokens) {
  const thread = new Worker(new URL("screens.worker.mjs", import.meta.url), { workerData: { origin, tokens } });
  const ask = (question) =>
    new Promise((resolve, reject) => {
      thread.once("message", (answer) => {
        thread.off("error", reject);
        resolve(answer);
      });
      thread.once("error", reject);
      if (question) thread.postMessage(question);
    });
  await ask(null);
  return { take: () => ask("take"), close: () => thread.terminate() };
}
