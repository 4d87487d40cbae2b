import { isWorkingTime } from "@balcao/domain/calendar";
import { AppError } from "@balcao/contracts/errors";
import { insertAuthSession } from "@balcao/database/authSessions";
import { newUuid } from "@balcao/platform/ids";
import { recordAudit } from "../../ground/audit/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { after, LIFE, type AuthServices, type Visitor } from "./auth.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { knownDeviceOf, rememberDevice } from "./knownDevice.js";
import { keepMark } from "./currentPassword.js";
import { firstRefreshToken, hashRefreshToken } from "./refreshToken.js";

/** The result of a sign-in: the session, and the cookie that identifies this device next time. */
export interface LoggedIn extends SignedIn {
  readonly deviceToken: string;
  readonly deviceUntil: Date;
}

/** Whose sign-in has been proven, and how. */
interface SignIn {
  readonly userId: number;
  /** The mark of the password that the account had when it was proven. */
  readonly passwordMark: string;
  readonly deviceCookie: string | undefined;
  /** Whether the company's provider has proven it, and whether by more than a password. */
  readonly byProvider: boolean;
  readonly providerMfa: boolean;
  readonly provenAt: Date | null;
}

/** For programs that watch the log and shut addresses out, such as fail2ban. */
export function logRefusal({ services }: AuthServices, { ip }: Visitor, error: unknown): never {
  if (error instanceof AppError) services.logger.warn({ ip, code: error.code }, "a sign-in was refused");
  throw error;
}

/** Throws for people who may not sign in now: ERR_INVALID_CREDENTIALS, ERR_USER_NO_ACTIVE, ERR_INVALID_WORKING_TIME. */
export async function refuseInactive({ services }: AuthServices, userId: number): Promise<void> {
  const snapshot = await services.directory.refresh();
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) throw new AppError("ERR_INVALID_CREDENTIALS");
  if (!user.active) throw new AppError("ERR_USER_NO_ACTIVE");
  if (!isWorkingTime(user, services.clock.now(), snapshot.settings.timeZone)) throw new AppError("ERR_INVALID_WORKING_TIME");
}

/**
 * Opens the session of a sign-in, the one way for all of them; the person's other browsers are told of one that was unknown. Throws
 * ERR_INVALID_CREDENTIALS where the account's password was changed meanwhile.
 */
export async function openSession(
  auth: AuthServices,
  { ip, userAgent }: Visitor,
  { userId, passwordMark, deviceCookie, byProvider, providerMfa, provenAt }: SignIn,
): Promise<LoggedIn> {
  const { refreshKey } = auth.secrets;
  const email = auth.services.directory.current().users.get(userId)?.email ?? "";
  const isKnown = knownDeviceOf(refreshKey, deviceCookie, email) !== null;
  const now = auth.services.clock.now();
  const browser = userAgent?.slice(0, 255) ?? null;
  const refresh = firstRefreshToken(newUuid());
  const until = { idleUntil: after(now, LIFE.idleSession), absoluteUntil: after(now, LIFE.wholeSession) };
  const id = refresh.sessionId;
  await inUnit(auth.services, async (unit) => {
    await keepMark(unit, userId, passwordMark);
    const session = { id, userId, refreshHash: hashRefreshToken(refresh), now, ip, userAgent: browser, byProvider, providerMfa, provenAt };
    await insertAuthSession(unit, { ...session, ...until });
    if (!isKnown) await unit.live("account", { userId, change: "signIn", userAgent: browser ?? "", bySession: id });
    await recordAudit(
      unit,
      { actor: { id: userId }, sessionId: id, ip },
      { action: byProvider ? "session.providerLogin" : "session.login" },
    );
  });
  const deviceToken = rememberDevice(refreshKey, deviceCookie, email);
  return {
    ...issueTokens(auth, userId, refresh, { ...until, byProvider, providerMfa, provenAt }),
    deviceToken,
    deviceUntil: after(now, LIFE.device),
  };
}
