import type { PasswordHasher } from "@balcao/platform/passwords";
import type { Secrets } from "@balcao/platform/secrets";
import type { House } from "../kernel/index.js";
import type { SessionCache } from "./sessionCache.js";

/** Count a call under a key and throw ERR_TOO_MANY_REQUESTS beyond a limit. */
export interface AuthLimits {
  /** Per session: refreshes whose cookie is ours. */
  readonly provedRefresh: (sessionId: string) => Promise<void>;
  /** Per address: refreshes whose cookie is not ours, or no longer. */
  readonly unprovedRefresh: (network: string) => Promise<void>;
}

/** What signing in needs, besides the house. */
export interface AuthKeys {
  readonly secrets: Pick<Secrets, "accessTokenKey" | "refreshKey" | "transportSecret">;
  readonly hasher: PasswordHasher;
  readonly limits: AuthLimits;
}

/** Everything that the commands of this feature share; made once per process by `openAuth`. */
export interface AuthDesk extends AuthKeys {
  readonly house: House;
  readonly sessions: SessionCache;
}

/** Who calls without being signed in. */
export interface Visitor {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Lifetimes in seconds (D-003 and its replacements, C-4). */
export const LIFE = { access: 15 * MINUTE, socket: 15 * MINUTE, idleSession: 7 * DAY, wholeSession: 30 * DAY, device: 180 * DAY } as const;

/** The instant so many seconds later. */
export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000);
}
