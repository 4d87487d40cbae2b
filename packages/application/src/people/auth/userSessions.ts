import { AppError } from "@balcao/contracts/errors";
import type { UserSessionView } from "@balcao/contracts/users";
import { listActiveSessions, revokeAuthSession, revokeSessionOfUser } from "@balcao/database/authSessions";
import { command, type Ctx } from "../../ground/kernel/index.js";
import { accessUser } from "../users/index.js";
import type { AuthServices } from "./auth.js";
import { providerSignOut } from "./providerSignIn.js";
import { SESSION_ID } from "./tokens.js";
import { changeStatuses } from "./userStatus.js";

/**
 * Lists the active sessions of a person: one's own, and for administrators everybody's whom they may change [D-111]. Throws
 * ERR_NO_PERMISSION and ERR_NO_USER_FOUND.
 */
export async function listUserSessions(
  { services }: AuthServices,
  ctx: Ctx,
  { userId }: { readonly userId: number },
): Promise<UserSessionView[]> {
  accessUser(services, ctx, userId);
  const rows = await listActiveSessions(services.database.sql, userId, ctx.now);
  return rows.map(({ id, createdAt, usedAt, ip, userAgent }) => ({
    id,
    current: id === ctx.sessionId,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    ip,
    userAgent: userAgent ?? "",
  }));
}

/**
 * Ends one session of a person; its sockets close within seconds, in every process [S-12]. Throws ERR_NOT_FOUND when the person has no
 * such active session.
 */
export async function endUserSession(
  { services, sessions }: AuthServices,
  ctx: Ctx,
  { userId, session }: { readonly userId: number; readonly session: string },
): Promise<Record<string, never>> {
  accessUser(services, ctx, userId);
  if (!SESSION_ID.test(session)) throw new AppError("ERR_NOT_FOUND");
  await command(services, ctx, async (unit) => {
    if (!(await revokeSessionOfUser(unit, userId, session, { now: ctx.now, reason: "ended" }))) throw new AppError("ERR_NOT_FOUND");
    await changeStatuses(unit, [userId]);
    return { audit: { action: "user.endSession", subjectUserId: userId }, result: null };
  });
  sessions.forget(session);
  return {};
}

/**
 * Ends this session and no other of the person [API-004, D-005]. Other processes notice at once, or
 * within five seconds, and a person without another session is offline. The answer says where the provider ends its own session, where it should [D-660].
 */
export async function logout(
  auth: AuthServices,
  ctx: Ctx,
  hintCookie: string | undefined,
): Promise<{ readonly message: string; readonly address: string | null }> {
  const { services, sessions } = auth;
  const session = await sessions.get(ctx.sessionId);
  await command(services, ctx, async (unit) => {
    const revoked = await revokeAuthSession(unit, ctx.sessionId, { now: ctx.now, reason: "logout" });
    await changeStatuses(unit, [ctx.actor.id]);
    return { audit: revoked ? { action: "session.logout" } : "unchanged", result: null };
  });
  sessions.forget(ctx.sessionId);
  return { message: "Sessão encerrada.", address: await providerSignOut(auth, session?.byProvider ?? false, hintCookie) };
}
