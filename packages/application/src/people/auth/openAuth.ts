import { AppError } from "@balcao/contracts/errors";
import { getApiToken } from "@balcao/database/apiTokens";
import { getAuthSession } from "@balcao/database/authSessions";
import { InFlight, WAKE, type Services } from "../../ground/kernel/index.js";
import type { AuthServices, AuthKeys } from "./auth.js";
import { createRowCache } from "./rowCache.js";

/** Of one address at the same time: an office at eight o'clock, but not a flood that others would wait for. */
const MOST_SIGN_INS = 200;
const SIGN_IN_RETRY_SECONDS = 5;

/**
 * Creates the services for signing in. Its caches of sessions and tokens are cleared whenever rights change
 * in any process.
 */
export function openAuth(services: Services, keys: AuthKeys): AuthServices {
  const { database, clock, waker } = services;
  const sessions = createRowCache((id) => getAuthSession(database.sql, id), clock);
  const apiTokens = createRowCache((id) => getApiToken(database.sql, id), clock);
  for (const cache of [sessions, apiTokens]) waker.listen(WAKE.rights, cache.forgetAll);
  const signIns = new InFlight(MOST_SIGN_INS, () => new AppError("ERR_TOO_MANY_REQUESTS", { retryAfterSeconds: SIGN_IN_RETRY_SECONDS }));
  return { services, sessions, apiTokens, signIns, ...keys };
}
