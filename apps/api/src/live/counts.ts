import { countTickets, readCells } from "@balcao/application/broadcast";
import type { House } from "@balcao/application/kernel";
import { createLoop, type Loop } from "@balcao/platform/loops";
import type { LiveSocket } from "./liveSocket.js";

/** Badges follow at most so often. */
const COALESCE_MS = 400;

export interface CountsTeller {
  /** Counts may have changed, or somebody began to watch. */
  touch(): void;
  stop(): Promise<void>;
}

/** Keeps the counts of watching sockets true: one read of the cells for all of them, coalesced, told only where a number changed (ARCHITECTURE 17). */
export function createCountsTeller(house: House, sockets: ReadonlySet<LiveSocket>): CountsTeller {
  let isDue = false;
  const tellAll = async (): Promise<boolean> => {
    if (!isDue) return false;
    isDue = false;
    const watching = [...sockets].filter(({ joins }) => joins.counts !== null);
    if (watching.length > 0) {
      const cells = await readCells(house);
      for (const socket of watching) {
        const listener = socket.listener(house);
        if (!listener || socket.joins.counts === null) continue;
        const counts = countTickets(house, listener.actor, socket.joins.counts, cells);
        const text = JSON.stringify(counts);
        if (text === socket.toldCounts) continue;
        socket.toldCounts = text;
        socket.tell([{ name: "ticketCounts", event: { counts } }], "");
      }
    }
    await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
    return false;
  };
  const loop: Loop = createLoop({ name: "counts", work: tellAll, idleMs: COALESCE_MS, logger: house.logger });
  loop.start();
  return {
    touch: () => {
      isDue = true;
      loop.wake();
    },
    stop: loop.stop,
  };
}
