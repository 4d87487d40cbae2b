import { claimSends } from "@balcao/database/outbox";
import { quietUntil } from "@balcao/domain/sends";
import type { Services } from "../../ground/kernel/index.js";
import type { Dispatcher } from "./dispatcher.js";

/**
 * Hands over the due messages of connections whose leases `holder` has. One statement claims them for all connections,
 * so that a pass is one commit however many numbers there are. Returns how many messages it took.
 */
export async function dispatchDue(
  { database, directory, clock }: Services,
  holder: string,
  dispatchers: readonly Pick<Dispatcher, "limits" | "handOver">[],
): Promise<number> {
  const asked = dispatchers.flatMap((dispatcher) => {
    const limits = dispatcher.limits();
    return limits === null ? [] : [{ dispatcher, limits }];
  });
  const { settings } = directory.current();
  const claimed = await claimSends(
    database.sql,
    holder,
    asked.map(({ limits }) => limits),
    { paced: quietUntil(settings, clock.now()) === null, firstPauseMs: settings.newContactPause * 1_000 },
  );
  if (claimed.length === 0) return 0;
  for (const { dispatcher, limits } of asked)
    dispatcher.handOver(claimed.filter(({ connectionId }) => connectionId === limits.connectionId));
  return claimed.length;
}
