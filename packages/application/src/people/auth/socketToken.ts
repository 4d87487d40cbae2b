import { AppError } from "@balcao/contracts/errors";
import type { Ctx } from "../../ground/kernel/index.js";
import { LIFE, type AuthServices } from "./auth.js";
import { signToken } from "./tokens.js";

/**
 * Creates a token for the socket's handshake, only for the caller [API-002, D-006]; another
 * `userId` throws ERR_NO_PERMISSION.
 */
export async function createSocketToken(
  { services, secrets, sessions }: AuthServices,
  ctx: Ctx,
  { userId }: { readonly userId: number | undefined },
): Promise<{ readonly token: string }> {
  if (userId !== undefined && userId !== ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  const session = await sessions.get(ctx.sessionId);
  const claims = { userId: ctx.actor.id, sessionId: ctx.sessionId, version: session?.counter ?? 0 };
  return { token: signToken(secrets.accessTokenKey, "socket", claims, { now: services.clock.now(), lifeSeconds: LIFE.socket }) };
}
