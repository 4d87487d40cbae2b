import { AppError, type ErrorCode } from "@balcao/contracts/errors";
import { findByProvider, linkProvider } from "@balcao/database/authSessions";
import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import { LIMITS } from "@balcao/domain/limits";
import { isSubject, rightsByClaims, type RightsByClaims } from "@balcao/domain/users";
import { networkOf } from "@balcao/platform/http";
import { randomToken } from "@balcao/platform/ids";
import { ProviderAway, ProviderRefused, type Claims } from "@balcao/platform/oidc";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, toRefusal, type Services, type Unit } from "../../ground/kernel/index.js";
import { applyClaims, insertUser, toAccountEmail } from "../users/index.js";
import { after, LIFE, type AuthServices, type Provider, type Visitor } from "./auth.js";
import { logRefusal, openSession, refuseInactive } from "./openSession.js";
import { readMark } from "./currentPassword.js";
import { asksSecondFactor } from "./secondFactor.js";
import {
  makeTicket,
  openTicket,
  sealTicket,
  takeTicket,
  type SignInCookies,
  type SignInOutcome,
  type TicketCookie,
} from "./signInTicket.js";

function accessProvider({ provider }: AuthServices): Provider {
  if (provider === null) throw new AppError("ERR_NOT_FOUND");
  return provider;
}

/** Begins a sign-in at the provider [D-660]: its address, and a cookie without which nobody can end it. */
export async function beginProviderSignIn(
  auth: AuthServices,
  { ip }: Visitor,
  { returnPath, isFresh }: { readonly returnPath: string | null; readonly isFresh: boolean },
): Promise<TicketCookie & { readonly address: string }> {
  const { client } = accessProvider(auth);
  await auth.limits.providerSignIn(networkOf(ip));
  const { address, checks } = await client.begin(isFresh ? LIFE.proof : null).catch((error: unknown) => refuseOf(auth, error));
  return { address, ...sealTicket(auth, { kind: "provider", checks, isFresh, ...makeTicket(auth, LIFE.providerSignIn, returnPath) }) };
}

interface FoundPerson {
  readonly userId: number;
  /** Links the account with the provider's subject, where it is not yet. */
  readonly link: (unit: Unit) => Promise<void>;
}

/**
 * The account that the provider's claims mean [D-660]: that of their subject, else the one with the e-mail that the provider has verified,
 * else a new one where the operator lets people in so. Throws ERR_PROVIDER_REFUSED for a subject that is none, ERR_PROVIDER_EMAIL without a verified e-mail, ERR_PROVIDER_UNKNOWN for who
 * has no account, or whose e-mail is that of an account which another subject is linked with.
 */
async function accessPerson(auth: AuthServices, claims: Claims, rights: RightsByClaims, takesNew: boolean): Promise<FoundPerson> {
  const { services } = auth;
  if (!isSubject(claims.sub)) throw new AppError("ERR_PROVIDER_REFUSED");
  const identity = { issuer: claims.iss, subject: claims.sub };
  const linked = await findByProvider(services.database.sql, identity);
  if (linked !== null) return { userId: linked, link: () => Promise.resolve() };
  const email = verifiedEmail(claims);
  const known = findByEmail(services, email);
  if (known === null && !takesNew) throw new AppError("ERR_PROVIDER_UNKNOWN");
  const userId = known ?? (await createOnce(auth, email, nameOf(claims, email), rights));
  const now = services.clock.now();
  const link = async (unit: Unit): Promise<void> => {
    if (!(await linkProvider(unit, userId, identity, now))) {
      // Another tab of the person may have linked it in this moment.
      if ((await findByProvider(unit, identity)) === userId) return;
      throw new AppError("ERR_PROVIDER_UNKNOWN");
    }
    await recordSystemAudit(unit, "user.linkProvider", { userId, subjectUserId: userId });
    await unit.live("account", { userId, change: "provider", bySession: "" });
  };
  return { userId, link };
}

function findByEmail({ directory }: Services, email: string): number | null {
  return [...directory.current().users.values()].find((user) => user.email === email && !user.deleted)?.id ?? null;
}

/** Makes the account, or takes the one that another tab of the person has made in this moment. */
async function createOnce(auth: AuthServices, email: string, name: string, rights: RightsByClaims): Promise<number> {
  try {
    return await createPerson(auth, email, name, rights);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "ERR_EMAIL_TAKEN") throw error;
    await auth.services.directory.refresh();
    const made = findByEmail(auth.services, email);
    if (made === null) throw error;
    return made;
  }
}

function verifiedEmail({ email, email_verified: isVerified }: Claims): string {
  if (isVerified !== true || typeof email !== "string") throw new AppError("ERR_PROVIDER_EMAIL");
  try {
    return toAccountEmail(email);
  } catch {
    throw new AppError("ERR_PROVIDER_EMAIL");
  }
}

function nameOf({ name, preferred_username: username }: Claims, email: string): string {
  const { min, max } = LIMITS.user.name;
  const texts = [name, username].flatMap((text) => (typeof text === "string" ? text.replace(/\p{C}/gu, "").trim().slice(0, max) : []));
  return texts.find((text) => text.length >= min) ?? email.slice(0, max);
}

/** A new account, whose password nobody knows: it signs in by the provider, until its person asks for a password. */
async function createPerson({ services, hasher }: AuthServices, email: string, name: string, rights: RightsByClaims): Promise<number> {
  const passwordHash = await hasher.hash(randomToken());
  const facts = { ...DEFAULT_WORKING_HOURS, name, profile: rights.profile ?? "user", defaultConnectionId: undefined, substitutions: [] };
  const userId = await inUnit(services, async (unit) => {
    const id = await insertUser(unit, { ...facts, queueIds: rights.queueIds ?? [] }, email, passwordHash);
    await recordSystemAudit(unit, "user.signup", { subjectUserId: id });
    await unit.live("user", { id, action: "create" });
    return id;
  }).catch((error: unknown) => {
    throw toRefusal(error);
  });
  await services.directory.refresh();
  return userId;
}

/**
 * Ends a sign-in at the provider, whose answer counts once and for the browser that began it. From here on it is a sign-in like any other:
 * active, working hours, the second step, unless the provider says that it has asked for one (`amr` with `mfa`).
 */
export async function finishProviderSignIn(
  auth: AuthServices,
  visitor: Visitor,
  { query }: { readonly query: string },
  { ticketCookie, deviceCookie }: SignInCookies,
): Promise<SignInOutcome & { readonly hint: TicketCookie | null }> {
  const { client, rules, takesNew } = accessProvider(auth);
  const { services } = auth;
  const run = async () => {
    const ticket = openTicket(auth, "provider", ticketCookie);
    await takeTicket(auth, ticket);
    const { claims, idToken } = await client.finish(query, ticket.checks).catch((error: unknown) => refuseOf(auth, error));
    const proven = provenAt(auth, claims, ticket.isFresh);
    const { queues } = await services.directory.refresh();
    const rights = rightsByClaims(claims, rules, [...queues.values()]);
    const { userId, link } = await accessPerson(auth, claims, rights, takesNew);
    const passwordMark = await readMark(services.database.sql, userId);
    await refuseInactive(auth, userId);
    await inUnit(services, async (unit) => {
      await link(unit);
      await applyClaims(services, unit, userId, rights);
    });
    await services.directory.refresh();
    const providerMfa = hasMfa(claims);
    const hint = sealHint(auth, idToken);
    if (!providerMfa && (await asksSecondFactor(auth, userId))) {
      const step = { kind: "secondStep", userId, passwordMark, byPassword: false, provenAt: proven?.getTime() ?? null } as const;
      return { session: null, next: sealTicket(auth, { ...step, ...makeTicket(auth, LIFE.secondStep, ticket.returnPath) }), hint };
    }
    const session = await openSession(auth, visitor, {
      userId,
      passwordMark,
      deviceCookie,
      byProvider: true,
      providerMfa,
      provenAt: proven,
    });
    return { session, returnPath: ticket.returnPath, hint };
  };
  return run().catch((error: unknown) => refuseAudited(auth, visitor, error));
}

/** When the person has shown it to the provider; null where it does not say so and was not asked to. */
function provenAt({ services }: AuthServices, { auth_time: told }: Claims, isFresh: boolean): Date | null {
  const now = services.clock.now();
  return typeof told === "number" ? new Date(Math.min(told * 1_000, now.getTime())) : isFresh ? now : null;
}

const HINT = "ID token of a session";
/** A longer one makes a cookie that browsers drop. */
const HINT_MAX = 2_500;

/** What the browser keeps of the ID token, sealed, for the sign-out at the provider; null where that is not led through. */
function sealHint({ provider, services }: AuthServices, idToken: string): TicketCookie | null {
  if (provider === null || provider.signOutTo === null || idToken.length > HINT_MAX) return null;
  return { ticket: services.sealer.seal(idToken, HINT), until: after(services.clock.now(), LIFE.wholeSession) };
}

function openHint({ services }: AuthServices, cookie: string | undefined): string | null {
  try {
    return services.sealer.open(cookie ?? "", HINT);
  } catch {
    return null;
  }
}

/** Where the provider ends the session that it began; null without such a session or address, and while the provider is away. */
export async function providerSignOut(auth: AuthServices, byProvider: boolean, hintCookie: string | undefined): Promise<string | null> {
  const { provider, services } = auth;
  if (!byProvider || provider === null || provider.signOutTo === null) return null;
  return provider.client.signOutAddress(provider.signOutTo, openHint(auth, hintCookie)).catch((error: unknown) => {
    services.logger.warn({ err: error }, "the provider did not say where its sign-out is");
    return null;
  });
}

const hasMfa = ({ amr }: Claims): boolean => Array.isArray(amr) && amr.includes("mfa");

function refuseOf({ services }: AuthServices, error: unknown): never {
  if (!(error instanceof ProviderAway || error instanceof ProviderRefused)) throw error;
  services.logger.warn({ reason: error.message }, "a sign-in by the provider failed");
  throw new AppError(error instanceof ProviderAway ? "ERR_PROVIDER_AWAY" : "ERR_PROVIDER_REFUSED");
}

const AUDITED: ReadonlySet<ErrorCode> = new Set(["ERR_PROVIDER_REFUSED", "ERR_PROVIDER_EMAIL", "ERR_PROVIDER_UNKNOWN"]);

async function refuseAudited(auth: AuthServices, visitor: Visitor, error: unknown): Promise<never> {
  if (error instanceof AppError && AUDITED.has(error.code))
    await recordSystemAudit(auth.services.database.sql, "session.loginFailed", { ip: visitor.ip });
  return logRefusal(auth, visitor, error);
}
