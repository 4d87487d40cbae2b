import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { createRestarts } from "./restarts.mjs";

/**
 * Starts an embedded PostgreSQL or Redis, and starts it again at the same address when it ends, at most five times a minute.
 *
 * @param {{ name: string, open: (before?: object) => Promise<object>, logFile: string, say: (line: string) => void, onGivenUp: (error: Error) => void, signal: AbortSignal }} options
 *   `open` starts the server; `before` is the first one, whose port and password the new one must have.
 * @returns the first server, with a stop(quick) that ends the one that runs.
 */
export async function keepStore({ name, open, logFile, say, onGivenUp, signal }) {
  const restarts = createRestarts();
  const first = await open();
  let server = first;
  let stopping = false;
  let reviving = Promise.resolve();
  const isOver = () => stopping || signal.aborted;

  async function revive() {
    let lines = [];
    for (;;) {
      const pauseMs = restarts.next();
      if (pauseMs === null) {
        return onGivenUp(new Refusal(`${name} ended ${restarts.recent()} times within a minute.`, `Its log says why: ${logFile}`, lines));
      }
      say(`${name} ended and is started again.`);
      await sleep(pauseMs);
      if (isOver()) return;
      try {
        server = await open(first);
        return watch();
      } catch (error) {
        if (error instanceof Interrupted || isOver()) return;
        lines = [error.message, ...(error.details ?? [])];
      }
    }
  }

  function watch() {
    void server.exited.then(() => {
      if (!isOver()) reviving = revive();
    });
  }

  watch();
  return {
    ...first,
    stop: async (quick = false) => {
      stopping = true;
      await reviving;
      await server.stop(quick);
    },
  };
}
