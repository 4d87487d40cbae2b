import { AppError } from "@balcao/contracts/errors";
import { InFlight, WAKE, type Services } from "../../ground/kernel/index.js";
import type { AuthServices, AuthKeys } from "./auth.js";
import { createAuthSessionCache } from "./authSessionCache.js";

/** Of one address at the same time: an office at eight o'clock, but not a flood that others would wait for. */
const MOST_SIGN_INS = 200;
const SIGN_IN_RETRY_SECONDS = 5;

/**
 * Creates the services for signing in. Its session cache is cleared whenever rights change in any
 * process.
 */
export function openAuth(services: Services, keys: AuthKeys): AuthServices {
  const sessions = createAuthSessionCache(services.database.sql, services.clock);
  services.waker.listen(WAKE.rights, () => sessions.forgetAll());
  const signIns = new InFlight(MOST_SIGN_INS, () => new AppError("ERR_TOO_MANY_REQUESTS", { retryAfterSeconds: SIGN_IN_RETRY_SECONDS }));
  return { services, sessions, signIns, ...keys };
}
