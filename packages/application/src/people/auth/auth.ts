import type { SendMail } from "@balcao/platform/mail";
import type { PasswordHasher } from "@balcao/platform/passwords";
import type { Secrets } from "@balcao/platform/secrets";
import type { ApiTokenRow } from "@balcao/database/apiTokens";
import type { AuthSessionRow } from "@balcao/database/authSessions";
import type { InFlight, Services } from "../../ground/kernel/index.js";
import type { RowCache } from "./rowCache.js";

/** Count a call under a key; more calls than the limit throw ERR_TOO_MANY_REQUESTS. */
interface AuthLimits {
  /** Per session: refreshes with a valid cookie. */
  readonly provedRefresh: (sessionId: string) => Promise<void>;
  /** Per address: refreshes with a forged or outdated cookie. */
  readonly unprovedRefresh: (network: string) => Promise<void>;
  /** Per address: calls with a token of a program that does not exist. */
  readonly wrongToken: (network: string) => Promise<void>;
}

/** What signing in needs besides `Services`. */
export interface AuthKeys {
  readonly secrets: Pick<Secrets, "accessTokenKey" | "refreshKey" | "transportSecret">;
  readonly hasher: PasswordHasher;
  /** How people get mails, and the address of the installation in them; null where no mail server is configured. */
  readonly mail: { readonly send: SendMail; readonly publicUrl: string } | null;
  readonly limits: AuthLimits;
}

/** What all commands of this feature share; created once per process by `openAuth`. */
export interface AuthServices extends AuthKeys {
  readonly services: Services;
  readonly sessions: RowCache<AuthSessionRow>;
  readonly apiTokens: RowCache<ApiTokenRow>;
  /** Sign-ins that are being checked, per network of their address. */
  readonly signIns: InFlight;
}

/** A caller without a session. */
export interface Visitor {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Lifetimes in seconds [D-003, C-4]. */
export const LIFE = {
  access: 15 * MINUTE,
  socket: 15 * MINUTE,
  idleSession: 7 * DAY,
  wholeSession: 30 * DAY,
  device: 180 * DAY,
  temporaryPassword: 3 * DAY,
  askedLink: 2 * 60 * MINUTE,
  sentLink: 3 * DAY,
} as const;

/** Returns `now` plus `seconds`. */
export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000);
}
