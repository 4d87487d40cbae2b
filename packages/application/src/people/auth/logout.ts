import { revokeAuthSession } from "@balcao/database/authSessions";
import { command, type Ctx } from "../../ground/kernel/index.js";
import type { AuthServices } from "./auth.js";
import { changeStatuses } from "./userStatus.js";

/**
 * Ends this session and no other of the person [API-004, D-005]. Other processes notice at once, or
 * within five seconds, and a person without another session is offline.
 */
export async function logout({ services, sessions }: AuthServices, ctx: Ctx): Promise<{ readonly message: string }> {
  await command(services, ctx, async (unit) => {
    const revoked = await revokeAuthSession(unit, ctx.sessionId, { now: ctx.now, reason: "logout" });
    await changeStatuses(unit, [ctx.actor.id]);
    return { audit: revoked ? { action: "session.logout" } : "unchanged", result: null };
  });
  sessions.forget(ctx.sessionId);
  return { message: "Sessão encerrada." };
}
