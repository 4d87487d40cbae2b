import { rightsByClaims } from "@balcao/domain/users";
import { AppError } from "@balcao/contracts/errors";
import type { ErrorCode } from "@balcao/contracts/errors";
import { networkOf } from "@balcao/platform/http";
import { ProviderAway, ProviderRefused, type Claims } from "@balcao/platform/oidc";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { applyClaims } from "../users/index.js";
import { after, LIFE, type AuthServices, type Provider, type Visitor } from "./auth.js";
import { logRefusal, openSession, refuseInactive } from "./openSession.js";
import { readMark } from "./passwordMark.js";
import { accessPerson } from "./providerPerson.js";
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
