import { AppError } from "@balcao/contracts/errors";
import type { ConnectionGapView } from "@balcao/contracts/connections";
import { resolveGap } from "@balcao/database/connectionGaps";
import { recordAudit } from "../audit/index.js";
import { WAKE, type Ctx, type House } from "../kernel/index.js";
import { recordRowEvent } from "../live/index.js";
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
  const outcome = await house.database.begin(async (tx) => {
    const found = await resolveGap(tx, { connectionId, gapId, userId: ctx.actor.id });
    if (found === null) throw new AppError("ERR_NOT_FOUND");
    if (found === "resolved") {
      await recordRowEvent(tx, "connection", { id: connectionId, action: "update" });
      await recordAudit(tx, ctx, "connection.gapResolved", { connectionId, description: connection.name });
    }
    return found;
  });
  if (outcome === "resolved") {
    await house.directory.refresh();
    for (const topic of [WAKE.directory, WAKE.live]) house.waker.signal(topic);
  }
  return listConnectionGaps(house, { connectionId });
}
