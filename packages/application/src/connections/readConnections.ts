import { AppError } from "@balcao/contracts/errors";
import { listGaps } from "@balcao/database/connectionGaps";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { ConnectionGapView, ConnectionShortView, ConnectionView } from "@balcao/contracts/connections";
import type { Ctx, House } from "../kernel/index.js";
import { connectionView } from "./connectionView.js";

/** How many gaps of a connection are told. */
const MOST_GAPS = 30;

/** Every connection, or those of one connector (API-087), as this person may see it (API-076). */
export function listConnections(
  house: House,
  ctx: Pick<Ctx, "actor">,
  only: { readonly api: ConnectorApi } | null = null,
): (ConnectionView | ConnectionShortView)[] {
  const directory = house.directory.current();
  return [...directory.connections.values()]
    .filter(({ api }) => only === null || api === only.api)
    .map((row) => connectionView(row, directory, ctx.actor));
}

/** When a number was away, the newest first, and what came in of that time (P-10). */
export async function listConnectionGaps(house: House, { connectionId }: { readonly connectionId: number }): Promise<ConnectionGapView[]> {
  const { connections, users } = house.directory.current();
  if (!connections.has(connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  const rows = await listGaps(house.database.sql, connectionId, MOST_GAPS);
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
    resolvedBy: resolvedById === null ? null : (users.get(resolvedById)?.name ?? null),
  }));
}

/** One connection (API-077). */
export function getConnection(
  house: House,
  ctx: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): ConnectionView | ConnectionShortView {
  const directory = house.directory.current();
  const row = directory.connections.get(connectionId);
  if (!row) throw new AppError("ERR_NO_WAPP_FOUND");
  return connectionView(row, directory, ctx.actor);
}
