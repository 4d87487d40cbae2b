import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { PasswordResetView } from "@balcao/contracts/users";
import { revokeAuthSessionsOfUser, setTemporaryPassword, unlinkProviders } from "@balcao/database/authSessions";
import { command, type Ctx } from "../../ground/kernel/index.js";
import type { DirectoryUserRow as UserRow } from "@balcao/database/directory";
import { accessUser, toNewPassword } from "../users/index.js";
import { after, LIFE, type AuthServices } from "./auth.js";
import { confirmPassword, openSealed } from "./currentPassword.js";
import { PASSWORD_REASONS } from "./guard.js";
import { makePassword } from "./madePassword.js";
import { sendLink } from "./passwordLinks.js";

interface ResetUserPasswordInput {
  readonly userId: number;
  /** Undefined for a password that is made here. */
  readonly sealedPassword: string | undefined;
  /** The present password, which one's own account asks for. */
  readonly sealedCurrent: string | undefined;
  /** Whether a link is mailed, and the password stays until the person has chosen one. */
  readonly byMail: boolean;
  readonly note: AuditNote | null;
}

/**
 * Gives somebody a password that must be changed at the next sign-in within 72 hours, and ends all their sessions [API-062, USER-022, D-114]. A password that was made here is answered once and stored nowhere.
 */
export async function resetUserPassword(
  auth: AuthServices,
  ctx: Ctx,
  { userId, sealedPassword, sealedCurrent, byMail, note }: ResetUserPasswordInput,
): Promise<PasswordResetView> {
  const { services, hasher } = auth;
  const user = accessUser(services, ctx, userId);
  if (userId === ctx.actor.id) await confirmPassword(auth, ctx, sealedCurrent);
  if (byMail) return mailLink(auth, ctx, user, note);
  const given = sealedPassword === undefined ? undefined : openSealed(auth, "password", sealedPassword);
  const password = given === undefined ? makePassword() : toNewPassword(given, user.email);
  const passwordHash = await hasher.hash(password);
  await command(services, ctx, async (unit) => {
    await setTemporaryPassword(unit, userId, { passwordHash, until: after(ctx.now, LIFE.temporaryPassword) });
    await revokeAuthSessionsOfUser(unit, userId, { now: ctx.now, reason: PASSWORD_REASONS.reset });
    // A provider that has made the account of somebody anew has another subject for it.
    await unlinkProviders(unit, userId);
    // The directory knows who must change the password first.
    await unit.live("user", { id: userId, action: "update" });
    return { audit: { action: "user.resetPassword", subjectUserId: userId, note }, result: null };
  });
  return { password: given === undefined ? password : null };
}

/** Mails a link for a password [D-580]; throws ERR_MAIL_NOT_SENT where the mail server does not take it. */
async function mailLink(auth: AuthServices, ctx: Ctx, { id, active }: UserRow, note: AuditNote | null): Promise<PasswordResetView> {
  if (auth.mail === null) throw new AppError("ERR_NOT_FOUND");
  if (!active) throw new AppError("ERR_USER_NO_ACTIVE");
  await sendLink(auth, id, "sent").catch((error: unknown) => {
    auth.services.logger.warn({ err: error }, "a mail with a link was not sent");
    throw new AppError("ERR_MAIL_NOT_SENT");
  });
  const audit = { action: "user.passwordLink", subjectUserId: id, note } as const;
  return command(auth.services, ctx, () => Promise.resolve({ audit, result: { password: null } }));
}
