import { revokeSession } from "@balcao/database/sessions";
import { recordAudit } from "../audit/index.js";
import { WAKE, type Ctx } from "../kernel/index.js";
import type { AuthDesk } from "./auth.js";

/** Ends this session and no other one of the person (API-004, D-005). Other processes hear of it at once, or within five seconds. */
export async function logout({ house, sessions }: AuthDesk, ctx: Ctx): Promise<{ readonly message: string }> {
  await house.database.begin(async (tx) => {
    if (await revokeSession(tx, ctx.sessionId, ctx.now, "logout")) await recordAudit(tx, ctx, "session.logout");
  });
  sessions.forget(ctx.sessionId);
  house.waker.signal(WAKE.rights);
  return { message: "Sessão encerrada." };
}
