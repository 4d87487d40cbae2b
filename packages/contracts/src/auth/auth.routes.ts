import { LIMITS } from "@balcao/domain/limits";
import { toReturnPath } from "@balcao/domain/users";
import { route } from "../route/route.js";
import { id, object, reference, text } from "../route/wire.js";
import type { SelfView } from "../users/users.views.js";
import { authPaths } from "./auth.paths.js";
import { assertion, passkeyRoutes, type PasskeyView } from "./passkeys.routes.js";

/**
 * A session: the access token (15 minutes) and the user's account with the e-mail sealed. `liveCursor` (added): the cursor of live events
 * before everything that is read with this token, from which the first socket may resume.
 */
export interface SessionView {
  readonly token: string;
  readonly user: SelfView;
  readonly liveCursor: string;
}

/** A session that began at the provider, and the path of the app that the person wanted to see. */
export interface ProviderSessionView extends SessionView {
  readonly returnPath: string | null;
}

/** `address` (added): where the provider ends its session, too; null where it does not. */
export interface SignedOutView {
  readonly message: string;
  readonly address: string | null;
}

/** Whether a code is asked for besides the person's password (added). */
export interface SecondFactorView {
  /** Since when; null without one. */
  readonly since: string | null;
  /** Whether an app shows codes; without one, passkeys and recovery codes are all there is. */
  readonly app: boolean;
  readonly recoveryCodes: number;
  /** Whether the company demands one, so that it cannot be taken away. */
  readonly demanded: boolean;
  /** Whether passkeys can be made under this address: https, or this machine (D-663). */
  readonly offersPasskeys: boolean;
  readonly passkeys: readonly PasskeyView[];
}

/** A secret that waits for its first code, as text to type and as the address that a QR code shows. */
export interface PendingFactorView {
  readonly secret: string;
  readonly address: string;
}

/** Recovery codes: shown once, each signs in once. */
export interface RecoveryCodesView {
  readonly recoveryCodes: readonly string[];
}

const currentPassword = () => text(4_000).required("required");
const code = () => text(40);

/**
 * Sign-in sessions (API-001…API-004). E-mail and password are sent in the documented envelope.
 */
export const authRoutes = {
  login: route<SessionView>()(authPaths.login, {
    policy: "public",
    /** `code` (added): of the app, or one for recovery, where the account asks for it. */
    body: object({ email: text(4_000).required("required"), password: text(4_000).required("required"), code: code() }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ sealedEmail: body.email, sealedPassword: body.password, code: body.code ?? "" }),
    errors: [
      "ERR_INVALID_CREDENTIALS",
      "ERR_SECOND_FACTOR",
      "ERR_SECOND_FACTOR_CODE",
      "ERR_TEMPORARY_PASSWORD_ENDED",
      "ERR_PASSWORD_SIGN_IN_OFF",
      "ERR_USER_NO_ACTIVE",
      "ERR_INVALID_WORKING_TIME",
      "ERR_TOO_MANY_REQUESTS",
    ],
  }),
  /**
   * Added call: begins a sign-in by the company's provider (D-660). The answer is the provider's address for this browser, which gets a
   * cookie; without a provider there is no such call.
   */
  beginProvider: route<{ readonly address: string }>()(authPaths.beginProvider, {
    policy: "public",
    body: object({ returnPath: text(2_000) }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ returnPath: toReturnPath(body.returnPath) }),
    errors: ["ERR_NOT_FOUND", "ERR_PROVIDER_AWAY", "ERR_TOO_MANY_REQUESTS"],
  }),
  /** Added call: ends that sign-in with what the provider gave the browser, as the query of our address; it counts once. */
  finishProvider: route<ProviderSessionView>()(authPaths.finishProvider, {
    policy: "public",
    body: object({ query: text(8_000).required("required") }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ query: body.query }),
    errors: [
      "ERR_NOT_FOUND",
      "ERR_SIGN_IN_LOST",
      "ERR_PROVIDER_AWAY",
      "ERR_PROVIDER_REFUSED",
      "ERR_PROVIDER_EMAIL",
      "ERR_PROVIDER_UNKNOWN",
      "ERR_SECOND_FACTOR",
      "ERR_INVALID_CREDENTIALS",
      "ERR_USER_NO_ACTIVE",
      "ERR_INVALID_WORKING_TIME",
    ],
  }),
  /**
   * Added call: the second step of an account after the password or the provider's sign-in, by a code or by the `passkey` that has signed the
   * challenge of `askPasskey`.
   */
  secondStep: route<ProviderSessionView>()(authPaths.secondStep, {
    policy: "public",
    body: object({ code: code(), passkey: assertion().default(undefined).optional() }),
    limitBytes: 16 * 1024,
    toInput: ({ body: { code: typed, passkey } }) => ({
      code: typed ?? "",
      passkey: passkey === undefined ? null : { id: passkey.id, ...passkey.response },
    }),
    errors: [
      "ERR_SIGN_IN_LOST",
      "ERR_SECOND_FACTOR",
      "ERR_SECOND_FACTOR_CODE",
      "ERR_PASSKEY",
      "ERR_INVALID_CREDENTIALS",
      "ERR_USER_NO_ACTIVE",
      "ERR_INVALID_WORKING_TIME",
      "ERR_TOO_MANY_REQUESTS",
    ],
  }),
  /**
   * Added call: people create their own account, which stays inactive until an administrator
   * activates it.
   */
  signup: route<{ readonly message: string }>()(authPaths.signup, {
    policy: "public",
    body: object({
      name: text(LIMITS.user.name.max).min(LIMITS.user.name.min, "min").required("required"),
      email: text(4_000).required("required"),
      password: text(4_000).required("required"),
    }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ name: body.name, sealedEmail: body.email, sealedPassword: body.password }),
    errors: ["ERR_USER_CREATION_DISABLED", "ERR_EMAIL_TAKEN", "ERR_VALIDATION", "ERR_TOO_MANY_REQUESTS"],
  }),
  /**
   * Added call: mails a link by which a password is chosen (D-580). The answer says nothing of whether there is such an account; without
   * a mail server there is no such call.
   */
  askForLink: route<{ readonly message: string }>()(authPaths.askForLink, {
    policy: "public",
    body: object({ email: text(4_000).required("required") }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ sealedEmail: body.email }),
    errors: ["ERR_VALIDATION", "ERR_NOT_FOUND", "ERR_TOO_MANY_REQUESTS"],
  }),
  /** Added call: chooses a password by a link of a mail, which counts once. */
  choosePassword: route<{ readonly message: string }>()(authPaths.choosePassword, {
    policy: "public",
    body: object({ token: text(200).required("required"), password: text(4_000).required("required") }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ token: body.token, sealedPassword: body.password }),
    errors: ["ERR_PASSWORD_LINK", "ERR_VALIDATION", "ERR_TOO_MANY_REQUESTS"],
  }),
  refresh: route<SessionView>()(authPaths.refresh, {
    policy: "refreshCookie",
    toInput: () => null,
    errors: ["ERR_SESSION_EXPIRED", "ERR_ORIGIN"],
  }),
  socket: route<{ readonly token: string }>()(authPaths.socket, {
    policy: "signedIn",
    body: object({ user: reference(), userId: id() }),
    toInput: ({ body }) => ({ userId: body.user ?? body.userId }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  /** The person's own second factor (added, D-520). */
  secondFactor: route<SecondFactorView>()(authPaths.secondFactor, { policy: "signedIn", toInput: () => null, errors: [] }),
  /** Makes a secret, which counts once its first code was given. `currentPassword` is sealed. */
  beginSecondFactor: route<PendingFactorView>()(authPaths.beginSecondFactor, {
    policy: "signedIn",
    body: object({ currentPassword: currentPassword() }),
    toInput: ({ body }) => ({ sealedCurrent: body.currentPassword }),
    errors: ["ERR_VALIDATION", "ERR_TOO_MANY_REQUESTS"],
  }),
  confirmSecondFactor: route<RecoveryCodesView>()(authPaths.confirmSecondFactor, {
    policy: "signedIn",
    body: object({ code: code().required("required") }),
    toInput: ({ body }) => ({ code: body.code }),
    errors: ["ERR_VALIDATION", "ERR_TOO_MANY_REQUESTS"],
  }),
  renewRecoveryCodes: route<RecoveryCodesView>()(authPaths.renewRecoveryCodes, {
    policy: "signedIn",
    body: object({ currentPassword: currentPassword() }),
    toInput: ({ body }) => ({ sealedCurrent: body.currentPassword }),
    errors: ["ERR_VALIDATION", "ERR_NOT_FOUND", "ERR_TOO_MANY_REQUESTS"],
  }),
  /** Refused while the company demands one. */
  endSecondFactor: route<Record<string, never>>()(authPaths.endSecondFactor, {
    policy: "signedIn",
    body: object({ currentPassword: currentPassword() }),
    toInput: ({ body }) => ({ sealedCurrent: body.currentPassword }),
    errors: ["ERR_VALIDATION", "ERR_NO_PERMISSION", "ERR_NOT_FOUND", "ERR_TOO_MANY_REQUESTS"],
  }),
  ...passkeyRoutes,
  logout: route<SignedOutView>()(authPaths.logout, { policy: "signedIn", toInput: () => null, errors: ["ERR_ORIGIN"] }),
} as const;
