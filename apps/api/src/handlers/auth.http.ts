import {
  askForLink,
  beginSecondFactor,
  choosePassword,
  confirmSecondFactor,
  createApiToken,
  createPanelToken,
  createSocketToken,
  endSecondFactor,
  listApiTokens,
  login,
  logout,
  readSecondFactor,
  refreshSession,
  renewRecoveryCodes,
  revokeApiToken,
  signUp,
  type AuthServices,
  type SignedIn,
} from "@balcao/application/people/auth";
import type { SessionView } from "@balcao/contracts/auth";
import { signedIn, visitor, type AnswerCookie, type FeatureHandlers, type HttpCall } from "../http/handler.js";
import { hookHandlers } from "./hooks.http.js";

/** Names and flags of the cookies: https has the prefixes that bind them to this host (S-10). */
export interface SessionCookies {
  readonly refreshName: string;
  readonly downloadName: string;
  readonly deviceName: string;
  readonly secure: boolean;
}

export function sessionCookies(isHttps: boolean): SessionCookies {
  return isHttps
    ? { refreshName: "__Secure-refresh", downloadName: "__Host-dl", deviceName: "__Secure-device", secure: true }
    : { refreshName: "refresh", downloadName: "dl", deviceName: "device", secure: false };
}

/** Browsers send the refresh and device cookies to the session calls only, and the download cookie to every address. */
const SESSION_PATH = "/api/auth";
const DOWNLOAD_PATH = "/";

/** Gives the browser the cookies of its session. */
export function answerSession(call: HttpCall, { refreshName, downloadName, secure }: SessionCookies, session: SignedIn): SessionView {
  call.answerCookies([
    { name: refreshName, value: session.refreshToken, path: SESSION_PATH, secure, until: session.refreshUntil },
    { name: downloadName, value: session.downloadToken, path: DOWNLOAD_PATH, secure, until: session.downloadUntil },
  ]);
  return session.view;
}

function authHandlers(auth: AuthServices, cookies: SessionCookies): FeatureHandlers<"auth"> {
  const { refreshName, downloadName, deviceName, secure } = cookies;
  const takenBack: readonly AnswerCookie[] = [
    { name: refreshName, value: "", path: SESSION_PATH, secure, until: null },
    { name: downloadName, value: "", path: DOWNLOAD_PATH, secure, until: null },
  ];
  return {
    login: visitor(async (call, input) => {
      const { deviceToken, deviceUntil, ...session } = await login(auth, call, input, call.cookies[deviceName]);
      call.answerCookies([{ name: deviceName, value: deviceToken, path: SESSION_PATH, secure, until: deviceUntil }]);
      return answerSession(call, cookies, session);
    }),
    askForLink: visitor((call, input) => askForLink(auth, call, input)),
    choosePassword: visitor((call, input) => choosePassword(auth, call, input)),
    signup: visitor((call, input) => signUp(auth, call, input)),
    refresh: visitor(async (call) => answerSession(call, cookies, await refreshSession(auth, call, call.cookies[refreshName]))),
    socket: signedIn((ctx, input) => createSocketToken(auth, ctx, input)),
    secondFactor: signedIn((ctx) => readSecondFactor(auth, ctx)),
    beginSecondFactor: signedIn((ctx, input) => beginSecondFactor(auth, ctx, input)),
    confirmSecondFactor: signedIn((ctx, input) => confirmSecondFactor(auth, ctx, input)),
    renewRecoveryCodes: signedIn((ctx, input) => renewRecoveryCodes(auth, ctx, input)),
    endSecondFactor: signedIn((ctx, input) => endSecondFactor(auth, ctx, input)),
    logout: signedIn(async (ctx, _input, call) => {
      const gone = await logout(auth, ctx);
      call.answerCookies(takenBack);
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
  cookies: SessionCookies,
): { [F in "auth" | "apiTokens" | "hooks"]: FeatureHandlers<F> } => ({
  auth: authHandlers(auth, cookies),
  apiTokens: apiTokenHandlers(auth),
  hooks: hookHandlers(auth.services),
});
