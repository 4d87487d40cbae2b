import { isWorkingTime } from "@balcao/domain/calendar";
import { openField } from "@balcao/domain/envelope";
import { AppError } from "@balcao/contracts/errors";
import { getAccountByEmail, insertSession } from "@balcao/database/sessions";
import { newUuid } from "@balcao/platform/ids";
import { recordAudit, recordSystemAudit } from "../audit/index.js";
import { after, LIFE, type AuthDesk, type Visitor } from "./auth.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { knownDeviceOf, rememberDevice } from "./knownDevice.js";
import { beginLogin } from "./loginLimiter.js";
import { firstRefreshToken, hashRefreshToken } from "./refreshToken.js";

export interface LoginInput {
  readonly sealedEmail: string;
  readonly sealedPassword: string;
}

/** What a sign-in gives a browser: its session, and the cookie by which this device is known the next time. */
export interface LoggedIn extends SignedIn {
  readonly deviceToken: string;
  readonly deviceUntil: Date;
}

/**
 * Signs somebody in (API-001). First the password, with one answer in about the same time for every way of being wrong, then active, then
 * working time (D-010, S-04, S-05). Throws ERR_INVALID_CREDENTIALS, ERR_USER_NO_ACTIVE, ERR_INVALID_WORKING_TIME, ERR_TOO_MANY_REQUESTS.
 */
export async function login(desk: AuthDesk, visitor: Visitor, input: LoginInput, deviceCookie?: string): Promise<LoggedIn> {
  const { house } = desk;
  const { refreshKey } = desk.secrets;
  const email = openEmail(desk, input.sealedEmail);
  const password = openField(desk.secrets.transportSecret, "password", input.sealedPassword);
  const deviceId = email === null ? null : knownDeviceOf(refreshKey, deviceCookie, email);
  const attempt = await beginLogin(house.database, { ip: visitor.ip, email, deviceId });
  const userId = await verifyPassword(desk, visitor, email, password);
  await attempt.forgive();
  await refuseWhoMayNotEnter(desk, userId);
  const session = await openSession(desk, visitor, userId);
  const deviceToken = rememberDevice(refreshKey, deviceCookie, email ?? "");
  return { ...session, deviceToken, deviceUntil: after(house.clock.now(), LIFE.device) };
}

function openEmail({ secrets }: AuthDesk, sealed: string): string | null {
  const email = openField(secrets.transportSecret, "email", sealed)?.trim().toLowerCase();
  return email === undefined || email.length > 254 || email.includes("\u0000") ? null : email;
}

async function verifyPassword(
  { house, hasher }: AuthDesk,
  { ip }: Visitor,
  email: string | null,
  password: string | null,
): Promise<number> {
  const account = email === null || password === null ? null : await getAccountByEmail(house.database.sql, email);
  const isRight =
    account && password !== null ? await hasher.verify(password, account.passwordHash) : await hasher.verifyDummy(password ?? "");
  if (account && isRight) return account.id;
  await recordSystemAudit(house.database.sql, "session.loginFailed", { ip, subjectUserId: account?.id ?? null });
  throw new AppError("ERR_INVALID_CREDENTIALS");
}

async function refuseWhoMayNotEnter({ house }: AuthDesk, userId: number): Promise<void> {
  const snapshot = await house.directory.refresh();
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) throw new AppError("ERR_INVALID_CREDENTIALS");
  if (!user.active) throw new AppError("ERR_USER_NO_ACTIVE");
  if (!isWorkingTime(user, house.clock.now(), snapshot.settings.timeZone)) throw new AppError("ERR_INVALID_WORKING_TIME");
}

async function openSession(desk: AuthDesk, { ip, userAgent }: Visitor, userId: number): Promise<SignedIn> {
  const { database, clock } = desk.house;
  const now = clock.now();
  const refresh = firstRefreshToken(newUuid());
  const until = { idleUntil: after(now, LIFE.idleSession), absoluteUntil: after(now, LIFE.wholeSession) };
  await database.transaction(async (tx) => {
    await insertSession(tx, {
      id: refresh.sessionId,
      userId,
      refreshHash: hashRefreshToken(refresh),
      now,
      ...until,
      ip,
      userAgent: userAgent?.slice(0, 255) ?? null,
    });
    await recordAudit(tx, { actor: { id: userId }, sessionId: refresh.sessionId, ip }, { action: "session.login" });
  });
  return issueTokens(desk, userId, refresh, until);
}
