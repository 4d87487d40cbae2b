import { AppError } from "@balcao/contracts/errors";
import { getAuthSession, type AuthSessionRow } from "@balcao/database/authSessions";
import type { Sql } from "@balcao/database/sql";
import { hasRight, mayAlter, type Actor, type GivenRight } from "@balcao/domain/access";
import { toActor } from "../directory/index.js";
import type { Ctx, Services } from "./services.js";

/** Returns whether a session has neither ended nor expired. */
export function isAlive(session: AuthSessionRow, now: Date): boolean {
  return session.revokedAt === null && now < session.absoluteUntil && now < session.idleUntil;
}

/** What a person may lose while long work of theirs goes on. */
export type Lost = "session" | "account" | "right";

/**
 * What the person has lost since the call that began long work: the session, the account, or the right that `may` asks for; null when
 * all hold. The session is read in the transaction of the work, so that nothing is written after its end.
 */
export async function lostSince(
  services: Services,
  sql: Sql,
  ctx: Pick<Ctx, "actor" | "sessionId">,
  may: (actor: Actor) => boolean,
): Promise<Lost | null> {
  const actor = toActor(services.directory.current(), ctx.actor.id);
  if (actor?.active !== true) return "account";
  const session = await getAuthSession(sql, ctx.sessionId);
  if (!session || !isAlive(session, services.clock.now())) return "session";
  return may(actor) ? null : "right";
}

/** Throws ERR_NO_PERMISSION unless the person has a right that the settings give (D-269). */
export function checkRight(services: Services, { actor }: Ctx, right: GivenRight): void {
  if (!hasRight(actor, right, services.directory.current().settings)) throw new AppError("ERR_NO_PERMISSION");
}

/** Throws ERR_NO_PERMISSION unless the person made it or has the right to what others made (D-269). */
export function checkMayAlter(services: Services, { actor }: Ctx, right: GivenRight, madeBy: number | null): void {
  if (!mayAlter(actor, right, madeBy, services.directory.current().settings)) throw new AppError("ERR_NO_PERMISSION");
}
