import { openField, type SealedField } from "@balcao/domain/envelope";
import { PASSWORD_CHANGE_SENTENCES } from "@balcao/domain/users";
import { invalidField, type AppError } from "@balcao/contracts/errors";
import { getPasswordHash } from "@balcao/database/authSessions";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Ctx } from "../../ground/kernel/index.js";
import type { AuthServices } from "./auth.js";
import { beginPasswordAttempt } from "./loginLimiter.js";

export const wrongCurrent = (): AppError => invalidField("currentPassword", "wrong", PASSWORD_CHANGE_SENTENCES.wrongCurrent);

/** Opens a sealed field; throws ERR_VALIDATION with its name when it cannot be opened. */
export function openSealed({ secrets }: Pick<AuthServices, "secrets">, field: SealedField, sealed: string): string {
  const plain = openField(secrets.transportSecret, field, sealed);
  if (plain === null) throw invalidField(field, "sealed");
  return plain;
}

/** Compares a text with the person's own password; returns the hash that it was compared with. */
export async function verifyCurrent({ services, hasher }: AuthServices, { actor, ip }: Ctx, current: string): Promise<string> {
  const attempt = await beginPasswordAttempt(services.database, actor.id);
  const hash = await getPasswordHash(services.database.sql, actor.id);
  if (hash === null || !(await hasher.verify(current, hash))) {
    await recordSystemAudit(services.database.sql, "user.passwordRefused", { ip, userId: actor.id, subjectUserId: actor.id });
    throw wrongCurrent();
  }
  await attempt.forgive();
  return hash;
}

/**
 * Asks for the person's own password again before an act that cannot be undone or that would take the account over. Throws ERR_VALIDATION with the field for a wrong
 * one (400, never 401), ERR_TOO_MANY_REQUESTS after ten wrong ones.
 */
export async function confirmPassword(auth: AuthServices, ctx: Ctx, sealed: string | undefined): Promise<void> {
  if (sealed === undefined) throw invalidField("currentPassword", "required", PASSWORD_CHANGE_SENTENCES.currentRequired);
  await verifyCurrent(auth, ctx, openSealed(auth, "currentPassword", sealed));
}
