import { openField } from "@balcao/domain/envelope";
import { invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { PasswordResetView } from "@balcao/contracts/users";
import { revokeAuthSessionsOfUser, setTemporaryPassword } from "@balcao/database/authSessions";
import { command, type Ctx } from "../../ground/kernel/index.js";
import { accessUser, toNewPassword } from "../users/index.js";
import { after, LIFE, type AuthServices } from "./auth.js";
import { confirmPassword } from "./currentPassword.js";
import { PASSWORD_REASONS } from "./guard.js";
import { makePassword } from "./madePassword.js";

interface ResetUserPasswordInput {
  readonly userId: number;
  /** Undefined for a password that is made here. */
  readonly sealedPassword: string | undefined;
  /** The present password, which one's own account asks for. */
  readonly sealedCurrent: string | undefined;
  readonly note: AuditNote | null;
}

/**
 * Gives somebody a password that must be changed at the next sign-in within 72 hours, and ends all their sessions [API-062, USER-022, D-114]. A password that was made here is answered once and stored nowhere.
 */
export async function resetUserPassword(
  auth: AuthServices,
  ctx: Ctx,
  { userId, sealedPassword, sealedCurrent, note }: ResetUserPasswordInput,
): Promise<PasswordResetView> {
  const { services, hasher, secrets } = auth;
  const user = accessUser(services, ctx, userId);
  if (userId === ctx.actor.id) await confirmPassword(auth, ctx, sealedCurrent);
  const given = sealedPassword === undefined ? undefined : openField(secrets.transportSecret, "password", sealedPassword);
  if (given === null) throw invalidField("password", "sealed");
  const password = given === undefined ? makePassword() : toNewPassword(given, user.email);
  const passwordHash = await hasher.hash(password);
  await command(services, ctx, async (unit) => {
    await setTemporaryPassword(unit, userId, { passwordHash, until: after(ctx.now, LIFE.temporaryPassword) });
    await revokeAuthSessionsOfUser(unit, userId, { now: ctx.now, reason: PASSWORD_REASONS.reset });
    // The directory knows who must change the password first.
    await unit.live("user", { id: userId, action: "update" });
    return { audit: { action: "user.resetPassword", subjectUserId: userId, note }, result: null };
  });
  return { password: given === undefined ? password : null };
}
