import { quietUntil } from "@balcao/domain/sends";
import { listFreeConnections, type FreeConnection } from "@balcao/database/sendRuns";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { handOverNext } from "./handOverNext.js";

/** Puts mass and scheduled messages into the outbox, one per connection and interval. */
export interface Pacer {
  /** Serves these connected connections, except in quiet hours. Returns how many recipients were decided about. */
  pace(connectionIds: readonly number[]): Promise<number>;
}

/** How far the two clocks may be apart before one of them counts as set. */
const STEP_MS = 1_000;

/**
 * The database's clock decides when a connection may send again. Where it has run ahead of
 * the process's monotonic clock since the last hand-off, it was set forward, and the process waits
 * the interval by its own clock.
 */
export function createPacer(services: Services): Pacer {
  const lastAt = new Map<number, number>();
  const isEarly = ({ id, intervalMs, sinceMs }: FreeConnection): boolean => {
    const last = lastAt.get(id);
    if (last === undefined || sinceMs === null) return false;
    const passedMs = services.clock.monotonic() - last;
    return passedMs < intervalMs && sinceMs - passedMs > STEP_MS;
  };
  const serve = async (id: number): Promise<number> => {
    try {
      const result = await inUnit(services, (unit) => handOverNext(unit, services, id));
      if (result === "handed") lastAt.set(id, services.clock.monotonic());
      return result === "skipped" ? 1 : 0;
    } catch (error) {
      services.logger.error({ err: error, connectionId: id }, "a mass or scheduled message could not be handed over");
      return 0;
    }
  };
  return {
    pace: async (connectionIds) => {
      if (connectionIds.length === 0 || quietUntil(services.directory.current().settings, services.clock.now()) !== null) return 0;
      const free = await listFreeConnections(services.database.sql, connectionIds);
      let decided = 0;
      for (const connection of free) if (!isEarly(connection)) decided += await serve(connection.id);
      return decided;
    },
  };
}
