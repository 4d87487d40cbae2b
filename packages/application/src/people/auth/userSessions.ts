import { AppError } from "@balcao/contracts/errors";
import type { UserSessionView } from "@balcao/contracts/users";
import { listActiveSessions, revokeSessionOfUser } from "@balcao/database/authSessions";
import { command, type Ctx } from "../../ground/kernel/index.js";
import { changeStatuses } from "./userStatus.js";
import { accessUser } from "../users/index.js";
import type { AuthServices } from "./auth.js";
import { SESSION_ID } from "./tokens.js";

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
