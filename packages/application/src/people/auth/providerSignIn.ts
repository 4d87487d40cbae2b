import { rightsByClaims } from "@balcao/domain/users";
import { AppError } from "@balcao/contracts/errors";
import type { ErrorCode } from "@balcao/contracts/errors";
import { markSignInUsed } from "@balcao/database/authSessions";
import { networkOf } from "@balcao/platform/http";
import { newUuid } from "@balcao/platform/ids";
import { ProviderAway, ProviderRefused, type Claims, type SignInChecks } from "@balcao/platform/oidc";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { applyClaims } from "../users/index.js";
import { after, LIFE, type AuthServices, type Provider, type Visitor } from "./auth.js";
import { logRefusal, openSession, refuseInactive, type LoggedIn } from "./openSession.js";
import { accessPerson } from "./providerPerson.js";
import { asksSecondFactor, checkSecondFactor } from "./secondFactor.js";

/** What the browser keeps of a sign-in that is under way, sealed: nobody else can go on with it. */
interface Ticket {
  readonly kind: "provider" | "secondStep";
  readonly id: string;
  readonly until: number;
  readonly returnPath: string | null;
}

type ProviderTicket = Ticket & { readonly kind: "provider"; readonly checks: SignInChecks };
type StepTicket = Ticket & { readonly kind: "secondStep"; readonly userId: number };

/** A sealed ticket and its end, as a cookie. */
interface TicketCookie {
  readonly ticket: string;
  readonly until: Date;
}

/** A session, or what asks for a second step first. */
export type ProviderOutcome =
  { readonly session: LoggedIn; readonly returnPath: string | null } | { readonly session: null; readonly next: TicketCookie };

const CONTEXT = "sign-in under way";

function seal({ services }: AuthServices, ticket: ProviderTicket | StepTicket): TicketCookie {
  return { ticket: services.sealer.seal(JSON.stringify(ticket), CONTEXT), until: new Date(ticket.until) };
}

function makeTicket({ services }: AuthServices, seconds: number, returnPath: string | null) {
  return { id: newUuid(), until: after(services.clock.now(), seconds).getTime(), returnPath } as const;
}

/** Opens the cookie of a sign-in under way; throws ERR_SIGN_IN_LOST for none, another browser's, an old or an altered one. */
function open<K extends Ticket["kind"]>(
  { services }: AuthServices,
  kind: K,
  cookie: string | undefined,
): Extract<ProviderTicket | StepTicket, { readonly kind: K }> {
  try {
    const ticket = JSON.parse(services.sealer.open(cookie ?? "", CONTEXT)) as ProviderTicket | StepTicket;
    if (ticket.kind === kind && ticket.until > services.clock.now().getTime()) return ticket as never;
  } catch {
    // What was not sealed here says nothing.
  }
  throw new AppError("ERR_SIGN_IN_LOST");
}

/** Uses a ticket up; throws ERR_SIGN_IN_LOST for one that was used, in whatever process. */
async function take({ services }: AuthServices, { id, until }: Ticket): Promise<void> {
  if (!(await markSignInUsed(services.database.sql, id, new Date(until), services.clock.now()))) throw new AppError("ERR_SIGN_IN_LOST");
}

function accessProvider({ provider }: AuthServices): Provider {
  if (provider === null) throw new AppError("ERR_NOT_FOUND");
  return provider;
}

/** Begins a sign-in at the provider [D-660]: its address, and a cookie without which nobody can end it. */
export async function beginProviderSignIn(
  auth: AuthServices,
  { ip }: Visitor,
  { returnPath }: { readonly returnPath: string | null },
): Promise<TicketCookie & { readonly address: string }> {
  const { client } = accessProvider(auth);
  await auth.limits.providerSignIn(networkOf(ip));
  const { address, checks } = await client.begin().catch((error: unknown) => refuseOf(auth, error));
  return { address, ...seal(auth, { kind: "provider", checks, ...makeTicket(auth, LIFE.providerSignIn, returnPath) }) };
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
): Promise<ProviderOutcome> {
  const { client, rules, takesNew } = accessProvider(auth);
  const { services } = auth;
  const run = async (): Promise<ProviderOutcome> => {
    const ticket = open(auth, "provider", ticketCookie);
    await take(auth, ticket);
    const claims = await client.finish(query, ticket.checks).catch((error: unknown) => refuseOf(auth, error));
    const { queues } = await services.directory.refresh();
    const rights = rightsByClaims(claims, rules, [...queues.values()]);
    const { userId, link } = await accessPerson(auth, claims, rights, takesNew);
    await refuseInactive(auth, userId);
    await inUnit(services, async (unit) => {
      await link(unit);
      await applyClaims(services, unit, userId, rights);
    });
    await services.directory.refresh();
    const providerMfa = hasMfa(claims);
    if (!providerMfa && (await asksSecondFactor(auth, userId)))
      return { session: null, next: seal(auth, { kind: "secondStep", userId, ...makeTicket(auth, LIFE.secondStep, ticket.returnPath) }) };
    return {
      session: await openSession(auth, visitor, { userId, deviceCookie, byProvider: true, providerMfa }),
      returnPath: ticket.returnPath,
    };
  };
  return run().catch((error: unknown) => refuseAudited(auth, visitor, error));
}

interface SignInCookies {
  readonly ticketCookie: string | undefined;
  readonly deviceCookie: string | undefined;
}

/** Gives the code that a sign-in at the provider still asks for; wrong ones count as those after a password do. */
export async function finishSecondStep(
  auth: AuthServices,
  visitor: Visitor,
  { code }: { readonly code: string },
  { ticketCookie, deviceCookie }: SignInCookies,
): Promise<{ readonly session: LoggedIn; readonly returnPath: string | null }> {
  const admit = async (): Promise<StepTicket> => {
    const ticket = open(auth, "secondStep", ticketCookie);
    await refuseInactive(auth, ticket.userId);
    await checkSecondFactor(auth, visitor, ticket.userId, code);
    await take(auth, ticket);
    return ticket;
  };
  const { userId, returnPath } = await admit().catch((error: unknown) => logRefusal(auth, visitor, error));
  return { session: await openSession(auth, visitor, { userId, deviceCookie, byProvider: true, providerMfa: false }), returnPath };
}

/** Where the provider ends the session that it began; null without such a session or address, and while the provider is away. */
export async function providerSignOut(auth: AuthServices, byProvider: boolean): Promise<string | null> {
  const { provider, services } = auth;
  if (!byProvider || provider === null || provider.signOutTo === null) return null;
  return provider.client.signOutAddress(provider.signOutTo).catch((error: unknown) => {
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
