import { AppError } from "@balcao/contracts/errors";
import type { KeyCopyView } from "@balcao/contracts/connections";
import { KEY_COPY_DAYS, UNLINKED_STATUSES } from "@balcao/domain/connections";
import { listKeyCopies as listCopies, restoreKeyCopy } from "@balcao/database/gatewaySessionKeys";
import { revokeLease } from "@balcao/database/leases";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";

/** Lists the deleted keys of a connection that can be restored, newest first [D-313]. */
export async function listKeyCopies(services: Services, { connectionId }: { readonly connectionId: number }): Promise<KeyCopyView[]> {
  if (!services.directory.current().connections.has(connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  const rows = await listCopies(services.database.sql, connectionId, services.sealer.keyIds);
  return rows.map(({ id, madeAt, reason }) => {
    const until = new Date(madeAt.getTime() + KEY_COPY_DAYS * 24 * 3_600_000);
    return { id, madeAt: madeAt.toISOString(), until: until.toISOString(), reason };
  });
}

/**
 * Makes deleted keys a connection's keys again and has its session opened with them, which needs no code while the phone still has the
 * device in its list. Returns the copies that are left; throws ERR_GATEWAY_LINKED while the number is linked or being linked.
 */
export async function restoreKeys(
  services: Services,
  ctx: Ctx,
  { connectionId, copyId }: { readonly connectionId: number; readonly copyId: number },
): Promise<KeyCopyView[]> {
  const connection = services.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  await command(services, ctx, async (unit) => {
    const done = await restoreKeyCopy(unit, { connectionId, copyId, keyIds: services.sealer.keyIds }, UNLINKED_STATUSES);
    if (done === "absent") throw new AppError("ERR_NOT_FOUND");
    if (done === "running") throw new AppError("ERR_GATEWAY_LINKED");
    // Whoever holds the session would go on with the keys that it has read.
    await revokeLease(unit, connectionId);
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action: "connection.keysRestored", connectionId, description: connection.name }, result: null };
  });
  return listKeyCopies(services, { connectionId });
}
