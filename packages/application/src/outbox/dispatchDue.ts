import { listDueConnections } from "@balcao/database/outbox";
import type { Services } from "../kernel/index.js";
import type { Dispatcher } from "./dispatcher.js";

interface DispatchingConnection {
  readonly connectionId: number;
  readonly dispatcher: Pick<Dispatcher, "dispatch">;
}

/**
 * Hands over the due messages of these connections. One statement finds the connections that have some, so that a
 * message of one number costs the same however many numbers there are. Returns how many messages it took.
 */
export async function dispatchDue({ database }: Services, connections: readonly DispatchingConnection[]): Promise<number> {
  const due = new Set(
    await listDueConnections(
      database.sql,
      connections.map(({ connectionId }) => connectionId),
    ),
  );
  const dispatching = connections.filter(({ connectionId }) => due.has(connectionId));
  const taken = await Promise.all(dispatching.map(({ dispatcher }) => dispatcher.dispatch()));
  return taken.reduce((sum, n) => sum + n, 0);
}
