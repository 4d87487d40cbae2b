import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import { LIMITS } from "@balcao/domain/limits";
import { isSubject, type RightsByClaims } from "@balcao/domain/users";
import { AppError } from "@balcao/contracts/errors";
import { findByProvider, linkProvider } from "@balcao/database/authSessions";
import { randomToken } from "@balcao/platform/ids";
import type { Claims } from "@balcao/platform/oidc";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, toRefusal, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertUser, toAccountEmail } from "../users/index.js";
import type { AuthServices } from "./auth.js";

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
export async function accessPerson(auth: AuthServices, claims: Claims, rights: RightsByClaims, takesNew: boolean): Promise<FoundPerson> {
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
