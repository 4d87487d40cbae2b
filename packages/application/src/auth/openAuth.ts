import { WAKE, type House } from "../kernel/index.js";
import type { AuthDesk, AuthKeys } from "./auth.js";
import { createSessionCache } from "./sessionCache.js";

/** The desk at which people sign in; forgets what it knows of sessions whenever rights change anywhere (C-4). */
export function openAuth(house: House, keys: AuthKeys): AuthDesk {
  const sessions = createSessionCache(house.database.sql, house.clock);
  house.waker.listen(WAKE.rights, () => sessions.forgetAll());
  return { house, sessions, ...keys };
}
