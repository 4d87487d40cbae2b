import { randomBytes } from "node:crypto";
import type { SessionView } from "@balcao/contracts/auth";
import type { AuthSessionRow } from "@balcao/database/authSessions";
import { sealField } from "@balcao/domain/envelope";
import { toSelfView } from "../users/index.js";
import { LIFE, type AuthServices } from "./auth.js";
import { printRefreshToken, type RefreshToken } from "./refreshToken.js";
import { SessionEnded } from "./sessionEnded.js";
import { signToken } from "./tokens.js";

/**
 * What a browser receives when it signs in or refreshes: the answer, and two cookies that scripts
 * cannot read.
 */
export interface SignedIn {
  readonly view: Omit<SessionView, "liveCursor">;
  readonly refreshToken: string;
  readonly refreshUntil: Date;
  readonly downloadToken: string;
  readonly downloadUntil: Date;
}

type SessionFacts = Pick<AuthSessionRow, "idleUntil" | "absoluteUntil" | "byProvider" | "providerMfa">;

/** Creates the tokens and the answer of a session; the e-mail in it is sealed. */
export function issueTokens(auth: AuthServices, userId: number, refresh: RefreshToken, until: SessionFacts): SignedIn {
  const now = auth.services.clock.now();
  const { accessTokenKey, transportSecret } = auth.secrets;
  const claims = { userId, sessionId: refresh.sessionId, version: refresh.counter };
  const user = toSelfView(auth.services, userId, refresh.sessionId, until);
  if (!user) throw new SessionEnded();
  const wholeSeconds = Math.max(1, Math.floor((until.absoluteUntil.getTime() - now.getTime()) / 1_000));
  return {
    view: {
      token: signToken(accessTokenKey, "api", claims, { now, lifeSeconds: LIFE.access }),
      user: { ...user, email: sealField(transportSecret, "email", user.email, randomBytes) },
    },
    refreshToken: printRefreshToken(refresh),
    refreshUntil: until.idleUntil,
    downloadToken: signToken(accessTokenKey, "dl", claims, { now, lifeSeconds: wholeSeconds }),
    downloadUntil: until.absoluteUntil,
  };
}
