import { invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { recordRemark } from "../audit/index.js";
import type { Ctx, House } from "../kernel/index.js";

/** Keeps what a browser says about itself, under the session's person (API-094, D-228). Without a text it is ERR_VALIDATION. */
export async function createRemark(
  house: House,
  ctx: Ctx,
  { note }: { readonly note: AuditNote | null },
): Promise<{ readonly message: string }> {
  if (!note) throw invalidField("descricao", "required");
  await recordRemark(house.database.sql, ctx, note);
  return { message: "Registrado." };
}
