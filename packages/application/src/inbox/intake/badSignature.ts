import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services } from "../../ground/kernel/index.js";

/** Writes an audit entry about a webhook without a valid signature. */
export async function recordBadSignature(
  services: Services,
  call: { readonly ip: string | null; readonly connectionId: number | null; readonly path: string },
): Promise<void> {
  await recordSystemAudit(services.database.sql, "webhook.badSignature", {
    ip: call.ip,
    connectionId: call.connectionId,
    description: call.path.slice(0, 255),
  });
}
