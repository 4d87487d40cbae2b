import { createCounter, readCells } from "@balcao/application/broadcast";
import type { House } from "@balcao/application/kernel";
import { createLoop, type Loop } from "@balcao/platform/loops";
import type { LiveSocket } from "./liveSocket.js";

/** Badges follow at most so often. */
const COALESCE_MS = 400;

export interface CountsTeller {
  /** Counts may have changed, or a socket began to watch. */
  touch(): void;
  stop(): Promise<void>;
}

/**
 * Keeps the counts of watching sockets true (ARCHITECTURE 17): one read of the cells for all of them, coalesced. Nothing is counted again
 * while neither a cell nor the directory has changed, except for sockets that began to watch, and only changed numbers are sent.
 */
export function createCountsTeller(house: House, sockets: ReadonlySet<LiveSocket>): CountsTeller {
  let isDue = false;
  let lastDigest = "";
  let lastDirectory: unknown = null;

  const work = async (): Promise<boolean> => {
    if (!isDue) return false;
    isDue = false;
    const watching = [...sockets].filter(({ joins }) => joins.counts !== null);
    if (watching.length > 0) {
      const cells = await readCells(house);
      const directory = house.directory.current();
      const isSame = cells.digest === lastDigest && directory === lastDirectory;
      [lastDigest, lastDirectory] = [cells.digest, directory];
      const due = isSame ? watching.filter(({ sentCounts }) => sentCounts === "") : watching;
      if (due.length > 0) sendCounts(house, due, createCounter(house, cells));
    }
    await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
    return false;
  };
  const loop: Loop = createLoop({ name: "counts", work, idleMs: COALESCE_MS, logger: house.logger });
  loop.start();
  return {
    touch: () => {
      isDue = true;
      loop.wake();
    },
    stop: loop.stop,
  };
}

function sendCounts(house: House, sockets: readonly LiveSocket[], count: ReturnType<typeof createCounter>): void {
  for (const socket of sockets) {
    const listener = socket.listener(house);
    if (!listener || socket.joins.counts === null) continue;
    const counts = count(listener.actor, socket.joins.counts);
    const text = JSON.stringify(counts);
    if (text === socket.sentCounts) continue;
    socket.sentCounts = text;
    socket.say({ name: "ticketCounts", event: { counts } });
  }
}
