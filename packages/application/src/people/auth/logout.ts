import { revokeAuthSession } from "@balcao/database/authSessions";
import { command, type Ctx } from "../../ground/kernel/index.js";
import type { AuthServices } from "./auth.js";
import { providerSignOut } from "./providerSignIn.js";
import { changeStatuses } from "./userStatus.js";

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
