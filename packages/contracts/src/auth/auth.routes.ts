import { LIMITS } from "@balcao/domain/limits";
import { route } from "../route/route.js";
import { id, object, reference, text } from "../route/wire.js";
import type { SelfView } from "../users/users.views.js";
import { authPaths } from "./auth.paths.js";

/**
 * A session: the access token (15 minutes) and the user's account with the e-mail sealed.
 */
export interface SessionView {
  readonly token: string;
  readonly user: SelfView;
}

/**
 * Sign-in sessions (API-001…API-004). E-mail and password are sent in the documented envelope.
 */
export const authRoutes = {
  login: route<SessionView>()(authPaths.login, {
    policy: "public",
    body: object({ email: text(4_000).required("required"), password: text(4_000).required("required") }),
    limitBytes: 16 * 1024,
    toInput: ({ body }) => ({ sealedEmail: body.email, sealedPassword: body.password }),
    errors: [
      "ERR_INVALID_CREDENTIALS",
      "ERR_TEMPORARY_PASSWORD_ENDED",
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
  logout: route<{ readonly message: string }>()(authPaths.logout, { policy: "signedIn", toInput: () => null, errors: ["ERR_ORIGIN"] }),
} as const;
