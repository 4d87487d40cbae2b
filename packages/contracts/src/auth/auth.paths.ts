import { path } from "../route/route.js";

export const authPaths = {
  login: path("POST", "/auth/login"),
  refresh: path("POST", "/auth/refresh_token"),
  socket: path("POST", "/auth/socket"),
  askForLink: path("POST", "/auth/password_link"),
  choosePassword: path("POST", "/auth/password"),
  beginProvider: path("POST", "/auth/provider"),
  finishProvider: path("POST", "/auth/provider/session"),
  secondStep: path("POST", "/auth/second_step"),
  signup: path("POST", "/auth/signup"),
  secondFactor: path("GET", "/auth/second_factor"),
  beginSecondFactor: path("POST", "/auth/second_factor"),
  confirmSecondFactor: path("POST", "/auth/second_factor/confirm"),
  renewRecoveryCodes: path("POST", "/auth/second_factor/recovery_codes"),
  endSecondFactor: path("DELETE", "/auth/second_factor"),
  /** Of a sign-in that waits for its second step. */
  askPasskey: path("POST", "/auth/second_step/passkey"),
  beginPasskey: path("POST", "/auth/passkeys/begin"),
  createPasskey: path("POST", "/auth/passkeys"),
  deletePasskey: path("DELETE", "/auth/passkeys/:passkeyId"),
  logout: path("DELETE", "/auth/logout"),
} as const;
