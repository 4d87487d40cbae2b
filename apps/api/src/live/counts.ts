import { createCounter, readCells, type Listener, type TicketCounts } from "@balcao/application/roof/live";
import type { Services } from "@balcao/application/ground/kernel";
import type { CountsFilter } from "@balcao/contracts/live";
import { createLoop, type Loop } from "@balcao/platform/loops";
import type { LiveSocket } from "./liveSocket.js";

/** Counts are sent at most once in this time. */
const COALESCE_MS = 400;

export interface CountsPublisher {
  /** Counts may have changed, or a socket began to watch. */
  touch(): void;
  stop(): Promise<void>;
}

/**
 * Sends counts to the sockets that watch them (ADR 7), from one read of the cells for all. Counts are computed only after a
 * change of a cell or of the directory, and for new watchers; only changed counts are sent.
 */
export function createCountsPublisher(services: Services, sockets: ReadonlySet<LiveSocket>): CountsPublisher {
  let isDue = false;
  let lastDigest = "";
  let lastDirectory: unknown = null;

  const work = async (): Promise<boolean> => {
    if (!isDue) return false;
    isDue = false;
    const watching = [...sockets].filter(({ joins }) => joins.counts !== null);
    if (watching.length > 0) {
      const cells = await readCells(services).catch((error: unknown) => {
        isDue = true;
        throw error;
      });
      const directory = services.directory.current();
      const isSame = cells.digest === lastDigest && directory === lastDirectory;
      [lastDigest, lastDirectory] = [cells.digest, directory];
      const due = isSame ? watching.filter(({ sentCounts }) => sentCounts === "") : watching;
      if (due.length > 0) sendCounts(services, due, createCounter(services, cells));
    }
    await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
    return false;
  };
  const loop: Loop = createLoop({ name: "counts", work, idleMs: COALESCE_MS, logger: services.logger });
  loop.start();
  return {
    touch: () => {
      isDue = true;
      loop.wake();
    },
    stop: loop.stop,
  };
}

function sendCounts(services: Services, sockets: readonly LiveSocket[], count: ReturnType<typeof createCounter>): void {
  const texts = new Map<string, { readonly text: string; readonly counts: TicketCounts }>();
  /** A person's screens mostly watch the same lists. */
  const countOnce = ({ actor }: Listener, filter: CountsFilter) => {
    const key = `${actor.id} ${JSON.stringify(filter)}`;
    const known = texts.get(key);
    if (known) return known;
    const counts = count(actor, filter);
    const counted = { counts, text: JSON.stringify(counts) };
    texts.set(key, counted);
    return counted;
  };
  for (const socket of sockets) {
    const listener = socket.listener(services);
    if (!listener || socket.joins.counts === null) continue;
    const { counts, text } = countOnce(listener, socket.joins.counts);
    if (text === socket.sentCounts) continue;
    socket.sentCounts = text;
    socket.sendAlone({ name: "ticketCounts", event: { counts } });
  }
}
