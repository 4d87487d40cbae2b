import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import { LIMITS } from "@balcao/domain/limits";
import type { RightsByClaims } from "@balcao/domain/users";
import { AppError } from "@balcao/contracts/errors";
import { findByProvider, linkProvider } from "@balcao/database/authSessions";
import { randomToken } from "@balcao/platform/ids";
import type { Claims } from "@balcao/platform/oidc";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, toRefusal, type Unit } from "../../ground/kernel/index.js";
import { insertUser, toAccountEmail } from "../users/index.js";
import type { AuthServices } from "./auth.js";

interface FoundPerson {
  readonly userId: number;
  /** Links the account with the provider's subject, where it is not yet. */
  readonly link: (unit: Unit) => Promise<void>;
}

/**
 * The account that the provider's claims mean [D-660]: that of their subject, else the one with the e-mail that the provider has verified,
 * else a new one where the operator lets people in so. Throws ERR_PROVIDER_EMAIL without a verified e-mail, ERR_PROVIDER_UNKNOWN for who
 * has no account, or whose e-mail is that of an account which another subject is linked with.
 */
export async function accessPerson(auth: AuthServices, claims: Claims, rights: RightsByClaims, takesNew: boolean): Promise<FoundPerson> {
  const { services } = auth;
  const identity = { issuer: claims.iss, subject: claims.sub };
  const linked = await findByProvider(services.database.sql, identity);
  if (linked !== null) return { userId: linked, link: () => Promise.resolve() };
  const email = verifiedEmail(claims);
  const known = [...services.directory.current().users.values()].find((user) => user.email === email && !user.deleted);
  if (!known && !takesNew) throw new AppError("ERR_PROVIDER_UNKNOWN");
  const userId = known?.id ?? (await createPerson(auth, email, nameOf(claims, email), rights));
  const now = services.clock.now();
  const link = async (unit: Unit): Promise<void> => {
    if (!(await linkProvider(unit, userId, identity, now))) throw new AppError("ERR_PROVIDER_UNKNOWN");
    await recordSystemAudit(unit, "user.linkProvider", { userId, subjectUserId: userId });
    await unit.live("account", { userId, change: "provider", bySession: "" });
  };
  return { userId, link };
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
