import { AppError } from "@balcao/contracts/errors";
import type { ConnectionGapView } from "@balcao/contracts/connections";
import { resolveGap } from "@balcao/database/connectionGaps";
import { command, type Ctx, type House } from "../kernel/index.js";
import { listConnectionGaps } from "./readConnections.js";

/**
 * An administrator has seen to what may have been lost while a number was away: nobody is told of it any more (P-10). Answers the connection's gaps;
 * saying it twice changes nothing, and a time that still lasts cannot be resolved (404).
 */
export async function resolveConnectionGap(
  house: House,
  ctx: Ctx,
  input: { readonly connectionId: number; readonly gapId: number },
): Promise<ConnectionGapView[]> {
  const { connectionId, gapId } = input;
  const connection = house.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  await command(house, ctx, async (unit) => {
    const found = await resolveGap(unit, { connectionId, gapId, userId: ctx.actor.id });
    if (found === null) throw new AppError("ERR_NOT_FOUND");
    if (found !== "resolved") return { audit: "unchanged", result: null };
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action: "connection.gapResolved", connectionId, description: connection.name }, result: null };
  });
  return listConnectionGaps(house, { connectionId });
}
