import { AppError } from "@balcao/contracts/errors";
import type { ConnectionGapView } from "@balcao/contracts/connections";
import { resolveGap } from "@balcao/database/connectionGaps";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { listConnectionGaps } from "./readConnections.js";

/**
 * Marks a gap as resolved by an administrator, so that it is no longer shown as a possible loss. Returns the connection's gaps. Resolving it twice changes nothing; a gap that still lasts
 * throws ERR_NOT_FOUND.
 */
export async function resolveConnectionGap(
  services: Services,
  ctx: Ctx,
  input: { readonly connectionId: number; readonly gapId: number },
): Promise<ConnectionGapView[]> {
  const { connectionId, gapId } = input;
  const connection = services.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  await command(services, ctx, async (unit) => {
    const found = await resolveGap(unit, { connectionId, gapId, userId: ctx.actor.id });
    if (found === null) throw new AppError("ERR_NOT_FOUND");
    if (found !== "resolved") return { audit: "unchanged", result: null };
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action: "connection.gapResolved", connectionId, description: connection.name }, result: null };
  });
  return listConnectionGaps(services, ctx, { connectionId });
}
