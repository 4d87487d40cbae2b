import { createHash } from "node:crypto";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { getPasswordHash, lockPasswordHash, type AuthSessionRow } from "@balcao/database/authSessions";
import type { Sql } from "@balcao/database/sql";
import { openField, type SealedField } from "@balcao/domain/envelope";
import { PASSWORD_CHANGE_SENTENCES } from "@balcao/domain/users";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Ctx } from "../../ground/kernel/index.js";
import { after, LIFE, type AuthServices } from "./auth.js";
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

/** Until when a session's sign-in by the provider stands for the password; null where only the password does [D-681]. */
export function provenUntil({ byProvider, provenAt }: Pick<AuthSessionRow, "byProvider" | "provenAt">): Date | null {
  return byProvider ? after(provenAt ?? new Date(0), LIFE.proof) : null;
}

/**
 * Asks for the person's own password again before an act that cannot be undone or that would take the account over. Who came by the provider
 * may have none: a sign-in there within the last ten minutes stands for it [D-681]. Throws ERR_VALIDATION with the field for a wrong
 * one (400, never 401), ERR_TOO_MANY_REQUESTS after ten wrong ones, ERR_PROOF_OLD for a sign-in by the provider that is older.
 */
export async function confirmPassword(auth: AuthServices, ctx: Ctx, sealed: string | undefined): Promise<void> {
  const session = sealed === undefined && auth.provider !== null ? await auth.sessions.get(ctx.sessionId) : null;
  const until = session && provenUntil(session);
  if (until !== null && until > ctx.now) return;
  if (until !== null) throw new AppError("ERR_PROOF_OLD");
  if (sealed === undefined) throw invalidField("currentPassword", "required", PASSWORD_CHANGE_SENTENCES.currentRequired);
  await verifyCurrent(auth, ctx, openSealed(auth, "currentPassword", sealed));
}

/** Names a password without saying anything of it: another one of the account has another mark. */
export const markOf = (passwordHash: string): string => createHash("sha256").update(passwordHash).digest("base64url");

/** The mark of an account's present password. */
export async function readMark(sql: Sql, userId: number): Promise<string> {
  return markOf((await getPasswordHash(sql, userId)) ?? "");
}

/**
 * Throws ERR_INVALID_CREDENTIALS where the account has another password than when the sign-in began; until the transaction ends it stays.
 * Whoever changes it ends all sessions, and one that is under way must not come after that.
 */
export async function keepMark(tx: Sql, userId: number, mark: string): Promise<void> {
  if (markOf((await lockPasswordHash(tx, userId)) ?? "") !== mark) throw new AppError("ERR_INVALID_CREDENTIALS");
}
