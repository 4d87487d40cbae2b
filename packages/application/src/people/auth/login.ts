import { openField } from "@balcao/domain/envelope";
import { maySignInByPassword } from "@balcao/domain/users";
import { AppError } from "@balcao/contracts/errors";
import { getAccountByEmail } from "@balcao/database/authSessions";
import { networkOf } from "@balcao/platform/http";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { LIFE, type AuthServices, type Visitor } from "./auth.js";
import { knownDeviceOf } from "./knownDevice.js";
import { beginLogin } from "./loginLimiter.js";
import { markOf } from "./currentPassword.js";
import { logRefusal, openSession, refuseInactive } from "./openSession.js";
import { asksSecondFactor, checkSecondFactor } from "./secondFactor.js";
import { makeTicket, sealTicket, type SignInOutcome } from "./signInTicket.js";

export interface LoginInput {
  readonly sealedEmail: string;
  readonly sealedPassword: string;
  /** Of the second factor; empty where none was given. */
  readonly code: string;
}

/**
 * Signs a person in [API-001]. Checks the password, with the same answer in about the same time for
 * every failure, then whether the account is active, then its working hours [D-010, S-04, S-05], then whether it may sign in so [D-662],
 * then its second factor: without a code the
 * sign-in waits for that, for five minutes and in this browser. Throws ERR_INVALID_CREDENTIALS, ERR_PASSWORD_SIGN_IN_OFF, ERR_SECOND_FACTOR_CODE, ERR_TEMPORARY_PASSWORD_ENDED, ERR_USER_NO_ACTIVE, ERR_INVALID_WORKING_TIME,
 * ERR_TOO_MANY_REQUESTS.
 */
export async function login(auth: AuthServices, visitor: Visitor, input: LoginInput, deviceCookie?: string): Promise<SignInOutcome> {
  const { refreshKey } = auth.secrets;
  const email = openEmail(auth, input.sealedEmail);
  const password = openField(auth.secrets.transportSecret, "password", input.sealedPassword);
  const deviceId = email === null ? null : knownDeviceOf(refreshKey, deviceCookie, email);
  const prove = (): Promise<Proven> => provePassword(auth, visitor, { email, password, deviceId });
  const { userId, passwordMark } = await auth.signIns
    .run(networkOf(visitor.ip), prove)
    .catch((error: unknown) => logRefusal(auth, visitor, error));
  const admit = async (): Promise<SignInOutcome | null> => {
    await refuseInactive(auth, userId);
    refuseByPassword(auth, userId);
    if (input.code === "" && (await asksSecondFactor(auth, userId))) {
      const next = { kind: "secondStep", userId, passwordMark, byPassword: true, provenAt: null } as const;
      return { session: null, next: sealTicket(auth, { ...next, ...makeTicket(auth, LIFE.secondStep, null) }) };
    }
    await checkSecondFactor(auth, visitor, userId, input.code);
    return null;
  };
  const asked = await admit().catch((error: unknown) => logRefusal(auth, visitor, error));
  if (asked) return asked;
  return {
    session: await openSession(auth, visitor, {
      userId,
      passwordMark,
      deviceCookie,
      byProvider: false,
      providerMfa: false,
      provenAt: null,
    }),
    returnPath: null,
  };
}

interface Claim {
  readonly email: string | null;
  readonly password: string | null;
  readonly deviceId: string | null;
}

interface Proven {
  readonly userId: number;
  readonly passwordMark: string;
}

/** Returns whose e-mail and password these are. */
async function provePassword(auth: AuthServices, { ip }: Visitor, { email, password, deviceId }: Claim): Promise<Proven> {
  const { database, clock } = auth.services;
  const attempt = await beginLogin(database, { ip, email, deviceId });
  const { isRight, account } = await checkPassword(auth, email, password);
  await attempt.end(isRight);
  if (account && isRight) {
    // Only who has proved to know it is told that it has ended.
    if (account.temporaryUntil !== null && account.temporaryUntil <= clock.now()) throw new AppError("ERR_TEMPORARY_PASSWORD_ENDED");
    return { userId: account.id, passwordMark: markOf(account.passwordHash) };
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
  readonly account: { readonly id: number; readonly passwordHash: string; readonly temporaryUntil: Date | null } | null;
}

/** Takes as long for an account that does not exist. */
async function checkPassword({ services, hasher }: AuthServices, email: string | null, password: string | null): Promise<CheckedPassword> {
  const account = email === null || password === null ? null : await getAccountByEmail(services.database.sql, email);
  const isRight =
    account && password !== null ? await hasher.verify(password, account.passwordHash) : await hasher.verifyDummy(password ?? "");
  return { isRight, account };
}

/** Only who has proved to know the password is told that it does not sign in. */
function refuseByPassword({ services, passwordSignIn }: AuthServices, userId: number): void {
  const { users } = services.directory.current();
  const user = users.get(userId);
  if (user && !maySignInByPassword(user, passwordSignIn, users.values())) throw new AppError("ERR_PASSWORD_SIGN_IN_OFF");
}
