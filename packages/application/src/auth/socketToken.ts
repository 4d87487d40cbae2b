import { AppError } from "@balcao/contracts/errors";
import type { Ctx } from "../kernel/index.js";
import { LIFE, type AuthDesk } from "./auth.js";
import { signToken } from "./tokens.js";

/** A token for the socket's handshake, for oneself only (API-002, D-006); another id in the body is ERR_NO_PERMISSION. */
export async function createSocketToken(
  { house, secrets, sessions }: AuthDesk,
  ctx: Ctx,
  { userId }: { readonly userId: number | undefined },
): Promise<{ readonly token: string }> {
  if (userId !== undefined && userId !== ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  const session = await sessions.get(ctx.sessionId);
  const claims = { userId: ctx.actor.id, sessionId: ctx.sessionId, version: session?.counter ?? 0 };
  return { token: signToken(secrets.accessTokenKey, "socket", claims, house.clock.now(), LIFE.socket) };
}
