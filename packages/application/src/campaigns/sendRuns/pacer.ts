import { quietUntil } from "@balcao/domain/sends";
import { listFreeConnections, type FreeConnection } from "@balcao/database/sendRuns";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import type { SessionKeeper } from "../../numbers/gatewaySessions/index.js";
import { askAboutNumbers } from "./checkNumbers.js";
import { handOverNext } from "./handOverNext.js";
import { passFirstOutside, passOutsideAnswers } from "./passOutside.js";

/** Puts mass and scheduled messages into the outbox, one per connection and interval. */
export interface Pacer {
  /** Serves these connected connections, in quiet hours with what programs answer alone. Returns how many recipients were decided about. */
  pace(connectionIds: readonly number[]): Promise<number>;
  /** Resolves when no network is asked about numbers. */
  settle(): Promise<void>;
}

/** How far the two clocks may be apart before one of them counts as set. */
const STEP_MS = 1_000;

/**
 * The database's clock decides when a connection may send again. Where it has run ahead of
 * the process's monotonic clock since the last hand-off, it was set forward, and the process waits
 * the interval by its own clock.
 */
export function createPacer(services: Services, keeper: Pick<SessionKeeper, "session">): Pacer {
  const lastAt = new Map<number, number>();
  const asking = new Map<number, Promise<void>>();
  /** In the background, because a network that does not answer delays no other number. */
  const ask = (connectionId: number, runId: number): void => {
    const session = keeper.session(connectionId)?.session;
    if (session === undefined || asking.has(connectionId)) return;
    const work = askAboutNumbers(services, session, { connectionId, runId })
      .catch((error: unknown) => services.logger.error({ err: error, connectionId }, "the numbers of a mass send could not be asked about"))
      .finally(() => asking.delete(connectionId));
    asking.set(connectionId, work);
  };
  const isEarly = ({ id, intervalMs, sinceMs }: FreeConnection): boolean => {
    const last = lastAt.get(id);
    if (last === undefined || sinceMs === null) return false;
    const passedMs = services.clock.monotonic() - last;
    return passedMs < intervalMs && sinceMs - passedMs > STEP_MS;
  };
  const serve = async (id: number): Promise<number> => {
    try {
      const result = await inUnit(
        services,
        async (unit) => (await passFirstOutside(unit, services, id)) ?? handOverNext(unit, services, id),
      );
      if (typeof result === "object") ask(id, result.ask);
      if (result === "handed") lastAt.set(id, services.clock.monotonic());
      return result === "skipped" ? 1 : 0;
    } catch (error) {
      services.logger.error({ err: error, connectionId: id }, "a mass or scheduled message could not be handed over");
      return 0;
    }
  };
  return {
    pace: async (connectionIds) => {
      if (connectionIds.length === 0) return 0;
      let decided = await passOutsideAnswers(services, connectionIds);
      if (quietUntil(services.directory.current().settings, services.clock.now()) !== null) return decided;
      const free = await listFreeConnections(services.database.sql, connectionIds);
      for (const connection of free) if (!isEarly(connection)) decided += await serve(connection.id);
      return decided;
    },
    settle: async () => {
      await Promise.all(asking.values());
    },
  };
}
