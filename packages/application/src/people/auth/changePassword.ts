import { KNOWN_PASSWORD_SENTENCES } from "@balcao/domain/users";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { UserView } from "@balcao/contracts/users";
import {
  lockPasswordHash,
  lockAuthSession,
  revokeAuthSessionsOfUser,
  rotateAuthSession,
  setAccountPassword,
  type AuthSessionRow,
} from "@balcao/database/authSessions";
import { command, type CommandUnit, type Ctx, isAlive } from "../../ground/kernel/index.js";
import { toNewPassword, toUserView, userPresenter } from "../users/index.js";
import { after, LIFE, type AuthServices } from "./auth.js";
import { PASSWORD_REASONS } from "./guard.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { openSealed, verifyCurrent, wrongCurrent } from "./currentPassword.js";
import { freshRefreshToken, hashRefreshToken, type RefreshToken } from "./refreshToken.js";
import { SessionEnded } from "./sessionEnded.js";

export interface ChangePasswordInput {
  readonly userId: number;
  readonly sealedCurrent: string;
  readonly sealedPassword: string;
  readonly note: AuditNote | null;
}

/** The account after the change, and what this session goes on with. */
export interface ChangedPassword {
  readonly user: UserView;
  readonly session: SignedIn;
}

/**
 * Changes one's own password (API-060, S-14): every other session of the person ends, this
 * one goes on with new cookies. Throws ERR_NO_PERMISSION for somebody else's, ERR_VALIDATION with
 * the field for a wrong present password (400, never 401) and for a new one that D-113 or S-07
 * refuses or that is the present one, ERR_TOO_MANY_REQUESTS after ten wrong ones.
 */
export async function changePassword(auth: AuthServices, ctx: Ctx, input: ChangePasswordInput): Promise<ChangedPassword> {
  const { services, hasher } = auth;
  const userId = ctx.actor.id;
  if (input.userId !== userId) throw new AppError("ERR_NO_PERMISSION");
  const current = openSealed(auth, "currentPassword", input.sealedCurrent);
  const email = services.directory.current().users.get(userId)?.email ?? "";
  const password = toNewPassword(openSealed(auth, "password", input.sealedPassword), email);
  if (password === current) throw invalidField("password", "same", KNOWN_PASSWORD_SENTENCES.same);
  const known = await verifyCurrent(auth, ctx, current);
  const passwordHash = await hasher.hash(password);
  const { token, session } = await command(services, ctx, async (unit) => {
    // Whoever changed it meanwhile has shown another present password.
    if ((await lockPasswordHash(unit, userId)) !== known) throw wrongCurrent();
    await setAccountPassword(unit, userId, passwordHash);
    await revokeAuthSessionsOfUser(unit, userId, { now: ctx.now, reason: PASSWORD_REASONS.changed, butSessionId: ctx.sessionId });
    // The directory knows who must change the password first.
    await unit.live("user", { id: userId, action: "update" });
    const result = await renewSession(unit, ctx);
    return { audit: { action: "user.changePassword", subjectUserId: userId, note: input.note }, result };
  });
  auth.sessions.forget(ctx.sessionId);
  const user = services.directory.current().users.get(userId);
  if (!user) throw new SessionEnded();
  return { user: toUserView(user, userPresenter(services, ctx.sessionId)), session: issueTokens(auth, userId, token, session) };
}

/** This session's next refresh token, which no copy of an earlier one leads to. */
async function renewSession(
  unit: CommandUnit,
  { sessionId, now }: Ctx,
): Promise<{ readonly token: RefreshToken; readonly session: AuthSessionRow }> {
  const session = await lockAuthSession(unit, sessionId);
  if (!session || !isAlive(session, now)) throw new SessionEnded();
  const token = freshRefreshToken(sessionId, session.counter + 1);
  const idleUntil = after(now, LIFE.idleSession);
  await rotateAuthSession(unit, sessionId, { nextHash: hashRefreshToken(token), now, idleUntil });
  const { absoluteUntil } = session;
  return { token, session: { ...session, idleUntil: idleUntil < absoluteUntil ? idleUntil : absoluteUntil } };
}
