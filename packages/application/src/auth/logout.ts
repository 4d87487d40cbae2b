import { revokeSession } from "@balcao/database/sessions";
import { command, type Ctx } from "../kernel/index.js";
import type { AuthDesk } from "./auth.js";

/** Ends this session and no other one of the person (API-004, D-005). Other processes hear of it at once, or within five seconds. */
export async function logout({ house, sessions }: AuthDesk, ctx: Ctx): Promise<{ readonly message: string }> {
  await command(house, ctx, async (unit) => {
    const revoked = await revokeSession(unit, ctx.sessionId, ctx.now, "logout");
    return { audit: revoked ? { action: "session.logout" } : "unchanged", result: null };
  });
  sessions.forget(ctx.sessionId);
  return { message: "Sessão encerrada." };
}
