import { createSocketToken, login, logout, refreshSession, signUp, type AuthDesk, type SignedIn } from "@balcao/application/auth";
import { signedIn, visitor, type AnswerCookie, type FeatureHandlers, type HttpCall } from "../http/handler.js";

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

/** The refresh and device cookies travel to the session calls only, the download cookie to every address that a browser opens by itself. */
const SESSION_PATH = "/api/auth";
const DOWNLOAD_PATH = "/";

export function authHandlers(desk: AuthDesk, cookies: SessionCookies): FeatureHandlers<"auth"> {
  const { refreshName, downloadName, deviceName, secure } = cookies;
  const answer = (call: HttpCall, { view, ...made }: SignedIn) => {
    call.answerCookies([
      { name: refreshName, value: made.refreshToken, path: SESSION_PATH, secure, until: made.refreshUntil },
      { name: downloadName, value: made.downloadToken, path: DOWNLOAD_PATH, secure, until: made.downloadUntil },
    ]);
    return view;
  };
  const takenBack: readonly AnswerCookie[] = [
    { name: refreshName, value: "", path: SESSION_PATH, secure, until: null },
    { name: downloadName, value: "", path: DOWNLOAD_PATH, secure, until: null },
  ];
  return {
    login: visitor(async (call, input) => {
      const { deviceToken, deviceUntil, ...session } = await login(desk, call, input, call.cookies[deviceName]);
      call.answerCookies([{ name: deviceName, value: deviceToken, path: SESSION_PATH, secure, until: deviceUntil }]);
      return answer(call, session);
    }),
    signup: visitor((call, input) => signUp(desk, call, input)),
    refresh: visitor(async (call) => answer(call, await refreshSession(desk, call, call.cookies[refreshName]))),
    socket: signedIn((ctx, input) => createSocketToken(desk, ctx, input)),
    logout: signedIn(async (ctx, _input, call) => {
      const gone = await logout(desk, ctx);
      call.answerCookies(takenBack);
      return gone;
    }),
  };
}
