import { randomBytes } from "node:crypto";
import type { SessionView } from "@balcao/contracts/auth";
import { sealField } from "@balcao/domain/envelope";
import { toSelfView } from "../users/index.js";
import { LIFE, type AuthDesk } from "./auth.js";
import { printRefreshToken, type RefreshToken } from "./refreshToken.js";
import { SessionEnded } from "./sessionEnded.js";
import { signToken } from "./tokens.js";

/** What a browser gets when it signs in or refreshes: the answer, and two cookies that scripts never see. */
export interface SignedIn {
  readonly view: SessionView;
  readonly refreshToken: string;
  readonly refreshUntil: Date;
  readonly downloadToken: string;
  readonly downloadUntil: Date;
}

/** Makes tokens and answer for a session; the e-mail goes out sealed (AUTH-011). */
export function issueTokens(
  desk: AuthDesk,
  userId: number,
  refresh: RefreshToken,
  until: { readonly idleUntil: Date; readonly absoluteUntil: Date },
): SignedIn {
  const now = desk.house.clock.now();
  const { accessTokenKey, transportSecret } = desk.secrets;
  const claims = { userId, sessionId: refresh.sessionId, version: refresh.counter };
  const user = toSelfView(desk.house, userId, refresh.sessionId);
  if (!user) throw new SessionEnded();
  const wholeSeconds = Math.max(1, Math.floor((until.absoluteUntil.getTime() - now.getTime()) / 1_000));
  return {
    view: {
      token: signToken(accessTokenKey, "api", claims, now, LIFE.access),
      user: { ...user, email: sealField(transportSecret, "email", user.email, randomBytes) },
    },
    refreshToken: printRefreshToken(refresh),
    refreshUntil: until.idleUntil,
    downloadToken: signToken(accessTokenKey, "dl", claims, now, wholeSeconds),
    downloadUntil: until.absoluteUntil,
  };
}
