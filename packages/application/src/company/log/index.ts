import { invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { recordRemark } from "../../ground/audit/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Stores a remark that a browser sent, under the session's person [API-094, D-228]. Throws
 * ERR_VALIDATION without a text.
 */
export async function createRemark(
  services: Services,
  ctx: Ctx,
  { note }: { readonly note: AuditNote | null },
): Promise<{ readonly message: string }> {
  if (!note) throw invalidField("descricao", "required");
  await recordRemark(services.database.sql, ctx, note);
  return { message: "Registrado." };
}
