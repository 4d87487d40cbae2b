import {
  askForLink,
  askPasskey,
  beginPasskey,
  beginProviderSignIn,
  beginSecondFactor,
  choosePassword,
  confirmSecondFactor,
  createApiToken,
  createPanelToken,
  createPasskey,
  createSocketToken,
  deletePasskey,
  endSecondFactor,
  finishProviderSignIn,
  finishSecondStep,
  listApiTokens,
  login,
  logout,
  readSecondFactor,
  refreshSession,
  renewRecoveryCodes,
  revokeApiToken,
  signUp,
  type AuthServices,
  type LoggedIn,
  type SignedIn,
  type SignInOutcome,
} from "@balcao/application/people/auth";
import type { SessionView } from "@balcao/contracts/auth";
import { AppError } from "@balcao/contracts/errors";
import { signedIn, visitor, type AnswerCookie, type FeatureHandlers, type HttpCall } from "../http/handler.js";
import { hookHandlers } from "./hooks.http.js";

/** Names and flags of the cookies: https has the prefixes that bind them to this host (S-10). */
export interface SessionCookies {
  readonly refreshName: string;
  readonly downloadName: string;
  readonly deviceName: string;
  /** Of a sign-in that is under way. */
  readonly ticketName: string;
  /** Of what the provider asks for when people sign out. */
  readonly hintName: string;
  readonly secure: boolean;
}

/** What goes with the answer of a session. */
export interface SessionAnswers {
  readonly cookies: SessionCookies;
  /** Up to where this process has sent live events. */
  readonly liveCursor: () => string;
}

export function sessionCookies(isHttps: boolean): SessionCookies {
  return isHttps
    ? {
        refreshName: "__Secure-refresh",
        downloadName: "__Host-dl",
        deviceName: "__Secure-device",
        ticketName: "__Secure-sign-in",
        hintName: "__Secure-hint",
        secure: true,
      }
    : { refreshName: "refresh", downloadName: "dl", deviceName: "device", ticketName: "sign-in", hintName: "hint", secure: false };
}

/** Browsers send the refresh and device cookies to the session calls only, and the download cookie to every address. */
const SESSION_PATH = "/api/auth";
const DOWNLOAD_PATH = "/";

/** Gives the browser the cookies of its session. */
export function answerSession(call: HttpCall, { cookies, liveCursor }: SessionAnswers, session: SignedIn): SessionView {
  const { refreshName, downloadName, secure } = cookies;
  call.answerCookies([
    { name: refreshName, value: session.refreshToken, path: SESSION_PATH, secure, until: session.refreshUntil },
    { name: downloadName, value: session.downloadToken, path: DOWNLOAD_PATH, secure, until: session.downloadUntil },
  ]);
  return { ...session.view, liveCursor: liveCursor() };
}

/** The same of a session that begins, with the cookie by which the browser is known next time. */
function answerLogin(call: HttpCall, answers: SessionAnswers, { deviceToken, deviceUntil, ...session }: LoggedIn): SessionView {
  const { deviceName: name, secure } = answers.cookies;
  call.answerCookies([{ name, value: deviceToken, path: SESSION_PATH, secure, until: deviceUntil }]);
  return answerSession(call, answers, session);
}

/** Signing in, in one step or several; what is under way is in a cookie, which goes with its use. */
function signInHandlers(
  auth: AuthServices,
  answers: SessionAnswers,
): Pick<FeatureHandlers<"auth">, "login" | "beginProvider" | "finishProvider" | "askPasskey" | "secondStep"> {
  const { ticketName: name, hintName, deviceName, secure } = answers.cookies;
  const keep = (call: HttpCall, ticket: string, until: Date | null): void =>
    call.answerCookies([{ name, value: ticket, path: SESSION_PATH, secure, until }]);
  const given = (call: HttpCall) => ({ ticketCookie: call.cookies[name], deviceCookie: call.cookies[deviceName] });
  const answer = (call: HttpCall, outcome: SignInOutcome) => {
    if (outcome.session === null) {
      keep(call, outcome.next.ticket, outcome.next.until);
      throw new AppError("ERR_SECOND_FACTOR");
    }
    if (call.cookies[name] !== undefined) keep(call, "", null);
    return { ...answerLogin(call, answers, outcome.session), returnPath: outcome.returnPath };
  };
  return {
    login: visitor(async (call, input) => {
      const { token, user, liveCursor } = answer(call, await login(auth, call, input, call.cookies[deviceName]));
      return { token, user, liveCursor };
    }),
    beginProvider: visitor(async (call, input) => {
      const { address, ticket, until } = await beginProviderSignIn(auth, call, input);
      keep(call, ticket, until);
      return { address };
    }),
    finishProvider: visitor(async (call, input) => {
      const { hint, ...outcome } = await finishProviderSignIn(auth, call, input, given(call));
      if (hint) call.answerCookies([{ name: hintName, value: hint.ticket, path: SESSION_PATH, secure, until: hint.until }]);
      return answer(call, outcome);
    }),
    askPasskey: visitor(async (call) => {
      const { app, options, next } = await askPasskey(auth, given(call));
      if (next) keep(call, next.ticket, next.until);
      return { app, options };
    }),
    secondStep: visitor(async (call, input) => answer(call, await finishSecondStep(auth, call, input, given(call)))),
  };
}

function authHandlers(auth: AuthServices, answers: SessionAnswers): FeatureHandlers<"auth"> {
  const { refreshName, downloadName, hintName, secure } = answers.cookies;
  const takenBack: readonly AnswerCookie[] = [
    { name: refreshName, value: "", path: SESSION_PATH, secure, until: null },
    { name: downloadName, value: "", path: DOWNLOAD_PATH, secure, until: null },
  ];
  const hintBack: AnswerCookie = { name: hintName, value: "", path: SESSION_PATH, secure, until: null };
  return {
    ...signInHandlers(auth, answers),
    askForLink: visitor((call, input) => askForLink(auth, call, input)),
    choosePassword: visitor((call, input) => choosePassword(auth, call, input)),
    signup: visitor((call, input) => signUp(auth, call, input)),
    refresh: visitor(async (call) => answerSession(call, answers, await refreshSession(auth, call, call.cookies[refreshName]))),
    socket: signedIn((ctx, input) => createSocketToken(auth, ctx, input)),
    secondFactor: signedIn((ctx) => readSecondFactor(auth, ctx)),
    beginSecondFactor: signedIn((ctx, input) => beginSecondFactor(auth, ctx, input)),
    confirmSecondFactor: signedIn((ctx, input) => confirmSecondFactor(auth, ctx, input)),
    renewRecoveryCodes: signedIn((ctx, input) => renewRecoveryCodes(auth, ctx, input)),
    endSecondFactor: signedIn((ctx, input) => endSecondFactor(auth, ctx, input)),
    beginPasskey: signedIn((ctx, input) => beginPasskey(auth, ctx, input)),
    createPasskey: signedIn((ctx, input) => createPasskey(auth, ctx, input)),
    deletePasskey: signedIn((ctx, input) => deletePasskey(auth, ctx, input)),
    logout: signedIn(async (ctx, _input, call) => {
      const hint = call.cookies[hintName];
      const gone = await logout(auth, ctx, hint);
      call.answerCookies(hint === undefined ? takenBack : [...takenBack, hintBack]);
      return gone;
    }),
  };
}

function apiTokenHandlers(auth: AuthServices): FeatureHandlers<"apiTokens"> {
  return {
    list: signedIn((ctx) => listApiTokens(auth.services, ctx)),
    create: signedIn((ctx, input) => createApiToken(auth, ctx, input)),
    createForPanel: signedIn((ctx, input) => createPanelToken(auth, ctx, input)),
    revoke: signedIn((ctx, input) => revokeApiToken(auth, ctx, input)),
  };
}

/** The handlers of what people and programs are admitted with, and of the webhooks that programs are told by. */
export const credentialHandlers = (
  auth: AuthServices,
  answers: SessionAnswers,
): { [F in "auth" | "apiTokens" | "hooks"]: FeatureHandlers<F> } => ({
  auth: authHandlers(auth, answers),
  apiTokens: apiTokenHandlers(auth),
  hooks: hookHandlers(auth.services),
});
