import { isWorkingTime } from "@balcao/domain/calendar";
import { openField } from "@balcao/domain/envelope";
import { AppError } from "@balcao/contracts/errors";
import { getAccountByEmail, insertAuthSession } from "@balcao/database/authSessions";
import { networkOf } from "@balcao/platform/http";
import { newUuid } from "@balcao/platform/ids";
import { recordAudit, recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { after, LIFE, type AuthServices, type Visitor } from "./auth.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { beginLogin } from "./loginLimiter.js";
import { checkSecondFactor } from "./secondFactor.js";
import { firstRefreshToken, hashRefreshToken } from "./refreshToken.js";

/**
 * A browser that has signed in before, as stored in its cookie: a random id and one proof per
 * account.
 */
interface Device {
  readonly id: string;
  readonly proofs: readonly string[];
}

const SHAPE = /^([A-Za-z0-9_-]{22})((?:\.[A-Za-z0-9_-]{22}){1,8})$/;
/** Accounts per browser; the oldest proof is dropped first. */
const MOST_ACCOUNTS = 8;
const BYTES = 16;

/**
 * Returns the browser's id when its cookie proves an earlier sign-in to this account, else null.
 * Such a device has its own limit, so that wrong passwords of strangers never block it [S-06].
 */
function knownDeviceOf(key: string, cookie: string | undefined, email: string): string | null {
  const device = parse(cookie);
  if (!device) return null;
  const wanted = proofOf(key, device.id, email);
  return device.proofs.some((proof) => isSame(proof, wanted)) ? device.id : null;
}

/**
 * Returns the cookie's new value after a sign-in: the same id, with a proof for this account in
 * front.
 */
function rememberDevice(key: string, cookie: string | undefined, email: string): string {
  const { id, proofs } = parse(cookie) ?? { id: randomBytes(BYTES).toString("base64url"), proofs: [] };
  const proof = proofOf(key, id, email);
  return [id, proof, ...proofs.filter((other) => other !== proof)].slice(0, MOST_ACCOUNTS + 1).join(".");
}

function parse(cookie: string | undefined): Device | null {
  const [, id, proofs] = SHAPE.exec(cookie ?? "") ?? [];
  return id === undefined || proofs === undefined ? null : { id, proofs: proofs.slice(1).split(".") };
}

// The key also derives refresh tokens; the prefix "device" separates the two uses.
function proofOf(key: string, deviceId: string, email: string): string {
  return createHmac("sha256", key).update(`device ${deviceId} ${email}`).digest().subarray(0, BYTES).toString("base64url");
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

export interface LoginInput {
  readonly sealedEmail: string;
  readonly sealedPassword: string;
  /** Of the second factor; empty where none was given. */
  readonly code: string;
}

/** The result of a sign-in: the session, and the cookie that identifies this device next time. */
export interface LoggedIn extends SignedIn {
  readonly deviceToken: string;
  readonly deviceUntil: Date;
}

/**
 * Signs a person in [API-001]. Checks the password, with the same answer in about the same time for
 * every failure, then whether the account is active, then its working hours [D-010, S-04, S-05], then its second factor.
 * Throws ERR_INVALID_CREDENTIALS, ERR_SECOND_FACTOR, ERR_SECOND_FACTOR_CODE, ERR_TEMPORARY_PASSWORD_ENDED, ERR_USER_NO_ACTIVE, ERR_INVALID_WORKING_TIME,
 * ERR_TOO_MANY_REQUESTS.
 */
export async function login(auth: AuthServices, visitor: Visitor, input: LoginInput, deviceCookie?: string): Promise<LoggedIn> {
  const { refreshKey } = auth.secrets;
  const email = openEmail(auth, input.sealedEmail);
  const password = openField(auth.secrets.transportSecret, "password", input.sealedPassword);
  const deviceId = email === null ? null : knownDeviceOf(refreshKey, deviceCookie, email);
  const prove = (): Promise<number> => provePassword(auth, visitor, { email, password, deviceId });
  const userId = await auth.signIns.run(networkOf(visitor.ip), prove).catch((error: unknown) => logRefusal(auth, visitor, error));
  const admit = async (): Promise<void> => {
    await refuseInactive(auth, userId);
    await checkSecondFactor(auth, visitor, userId, input.code);
  };
  await admit().catch((error: unknown) => logRefusal(auth, visitor, error));
  const session = await openSession(auth, visitor, { userId, isKnown: deviceId !== null });
  const deviceToken = rememberDevice(refreshKey, deviceCookie, email ?? "");
  return { ...session, deviceToken, deviceUntil: after(auth.services.clock.now(), LIFE.device) };
}

/** For programs that watch the log and shut addresses out, such as fail2ban. */
function logRefusal({ services }: AuthServices, { ip }: Visitor, error: unknown): never {
  if (error instanceof AppError) services.logger.warn({ ip, code: error.code }, "a sign-in was refused");
  throw error;
}

interface Claim {
  readonly email: string | null;
  readonly password: string | null;
  readonly deviceId: string | null;
}

/** Returns whose e-mail and password these are. */
async function provePassword(auth: AuthServices, { ip }: Visitor, { email, password, deviceId }: Claim): Promise<number> {
  const { database, clock } = auth.services;
  const attempt = await beginLogin(database, { ip, email, deviceId });
  const { isRight, account } = await checkPassword(auth, email, password);
  await attempt.end(isRight);
  if (account && isRight) {
    // Only who has proved to know it is told that it has ended.
    if (account.temporaryUntil !== null && account.temporaryUntil <= clock.now()) throw new AppError("ERR_TEMPORARY_PASSWORD_ENDED");
    return account.id;
  }
  await recordSystemAudit(database.sql, "session.loginFailed", { ip, subjectUserId: account?.id ?? null });
  throw new AppError("ERR_INVALID_CREDENTIALS");
}

function openEmail({ secrets }: AuthServices, sealed: string): string | null {
  const email = openField(secrets.transportSecret, "email", sealed)?.trim().toLowerCase();
  return email === undefined || email.length > 254 || email.includes("\u0000") ? null : email;
}

interface CheckedPassword {
  readonly isRight: boolean;
  readonly account: { readonly id: number; readonly temporaryUntil: Date | null } | null;
}

/** Takes as long for an account that does not exist. */
async function checkPassword({ services, hasher }: AuthServices, email: string | null, password: string | null): Promise<CheckedPassword> {
  const account = email === null || password === null ? null : await getAccountByEmail(services.database.sql, email);
  const isRight =
    account && password !== null ? await hasher.verify(password, account.passwordHash) : await hasher.verifyDummy(password ?? "");
  return { isRight, account };
}

async function refuseInactive({ services }: AuthServices, userId: number): Promise<void> {
  const snapshot = await services.directory.refresh();
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) throw new AppError("ERR_INVALID_CREDENTIALS");
  if (!user.active) throw new AppError("ERR_USER_NO_ACTIVE");
  if (!isWorkingTime(user, services.clock.now(), snapshot.settings.timeZone)) throw new AppError("ERR_INVALID_WORKING_TIME");
}

interface SignIn {
  readonly userId: number;
  /** Whether the browser has signed in to this account before. */
  readonly isKnown: boolean;
}

/** Opens a session; the person's other browsers are told of one that was unknown. */
async function openSession(auth: AuthServices, { ip, userAgent }: Visitor, { userId, isKnown }: SignIn): Promise<SignedIn> {
  const now = auth.services.clock.now();
  const browser = userAgent?.slice(0, 255) ?? null;
  const refresh = firstRefreshToken(newUuid());
  const until = { idleUntil: after(now, LIFE.idleSession), absoluteUntil: after(now, LIFE.wholeSession) };
  await inUnit(auth.services, async (unit) => {
    await insertAuthSession(unit, {
      id: refresh.sessionId,
      userId,
      refreshHash: hashRefreshToken(refresh),
      now,
      ...until,
      ip,
      userAgent: browser,
    });
    if (!isKnown) await unit.live("account", { userId, change: "signIn", userAgent: browser ?? "", bySession: refresh.sessionId });
    await recordAudit(unit, { actor: { id: userId }, sessionId: refresh.sessionId, ip }, { action: "session.login" });
  });
  return issueTokens(auth, userId, refresh, until);
}
