import { AppError } from "@balcao/contracts/errors";
import { getApiToken, type ApiTokenRow } from "@balcao/database/apiTokens";
import { getAuthSession, type AuthSessionRow } from "@balcao/database/authSessions";
import type { ClaimRule, PasskeyPlace, PasswordSignIn } from "@balcao/domain/users";
import type { SendMail } from "@balcao/platform/mail";
import type { OidcClient } from "@balcao/platform/oidc";
import type { PasswordHasher } from "@balcao/platform/passwords";
import type { Secrets } from "@balcao/platform/secrets";
import { InFlight, WAKE, type Services } from "../../ground/kernel/index.js";
import { createRowCache, type RowCache } from "./rowCache.js";

/** Count a call under a key; more calls than the limit throw ERR_TOO_MANY_REQUESTS. */
interface AuthLimits {
  /** Per session: refreshes with a valid cookie. */
  readonly provedRefresh: (sessionId: string) => Promise<void>;
  /** Per address: refreshes with a forged or outdated cookie. */
  readonly unprovedRefresh: (network: string) => Promise<void>;
  /** Per address: sign-ins by the provider that begin. */
  readonly providerSignIn: (network: string) => Promise<void>;
  /** Per address: calls with a token of a program that does not exist. */
  readonly wrongToken: (network: string) => Promise<void>;
}

/** What signing in needs besides `Services`. */
export interface AuthKeys {
  readonly secrets: Pick<Secrets, "accessTokenKey" | "refreshKey" | "transportSecret">;
  readonly hasher: PasswordHasher;
  /** How people get mails, and the address of the installation in them; null where no mail server is configured. */
  readonly mail: { readonly send: SendMail; readonly publicUrl: string } | null;
  /** The company's provider of OpenID Connect, and what it decides; null without one. */
  readonly provider: Provider | null;
  readonly passwordSignIn: PasswordSignIn;
  /** Where passkeys are made and used; null where browsers offer none. */
  readonly passkeys: PasskeyPlace | null;
  readonly limits: AuthLimits;
}

/** A provider that proves who people are (D-660). */
export interface Provider {
  readonly client: OidcClient;
  /** Whether who has no account gets one. */
  readonly takesNew: boolean;
  readonly rules: readonly ClaimRule[];
  /** Where the provider sends people after its own sign-out; null: signing out here leaves its session alone. */
  readonly signOutTo: string | null;
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
  providerSignIn: 10 * MINUTE,
  secondStep: 5 * MINUTE,
  proof: 10 * MINUTE,
  newPasskey: 5 * MINUTE,
  askedLink: 2 * 60 * MINUTE,
  sentLink: 3 * DAY,
} as const;

/** Returns `now` plus `seconds`. */
export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000);
}

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
