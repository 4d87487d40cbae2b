import { nameOfDoer } from "../../ground/directory/index.js";
import { AppError } from "@balcao/contracts/errors";
import { listGaps } from "@balcao/database/connectionGaps";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { ConnectionGapView, ConnectionShortView, ConnectionView } from "@balcao/contracts/connections";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { connectionView } from "./connectionView.js";

/** Gaps in one list. */
const MOST_GAPS = 30;

/**
 * Lists the connections, or those of one connector [API-087], with the fields that this person may
 * see [API-076].
 */
export function listConnections(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  only: { readonly api: ConnectorApi } | null = null,
): (ConnectionView | ConnectionShortView)[] {
  const directory = services.directory.current();
  return [...directory.connections.values()]
    .filter(({ api }) => only === null || api === only.api)
    .map((row) => connectionView(row, directory, ctx.actor));
}

/**
 * Lists when a number was not connected, newest first, and what was recovered of that time.
 */
export async function listConnectionGaps(
  services: Services,
  { actor }: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): Promise<ConnectionGapView[]> {
  const directory = services.directory.current();
  if (!directory.connections.has(connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  const rows = await listGaps(services.database.sql, connectionId, MOST_GAPS);
  return rows.map(({ id, fromAt, untilAt, reason, resolvedAt, resolvedById, ...late }) => ({
    id,
    from: fromAt.toISOString(),
    until: untilAt?.toISOString() ?? null,
    reason,
    recovered: late.recovered,
    recoveredFrom: late.recoveredFrom?.toISOString() ?? null,
    recoveredUntil: late.recoveredUntil?.toISOString() ?? null,
    asked: late.asked,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolvedBy: resolvedById === null ? null : nameOfDoer(directory, resolvedById, actor),
  }));
}

/** Returns one connection [API-077]. */
export function getConnection(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): ConnectionView | ConnectionShortView {
  const directory = services.directory.current();
  const row = directory.connections.get(connectionId);
  if (!row) throw new AppError("ERR_NO_WAPP_FOUND");
  return connectionView(row, directory, ctx.actor);
}
