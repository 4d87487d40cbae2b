import { recordSystemAudit } from "../audit/index.js";
import type { House } from "../kernel/index.js";

/** Leaves a line in the audit about a webhook that nobody signed, or somebody else (S-69). */
export async function recordBadSignature(
  house: House,
  call: { readonly ip: string | null; readonly connectionId: number | null; readonly path: string },
): Promise<void> {
  await recordSystemAudit(house.database.sql, "webhook.badSignature", {
    ip: call.ip,
    connectionId: call.connectionId,
    description: call.path.slice(0, 255),
  });
}
