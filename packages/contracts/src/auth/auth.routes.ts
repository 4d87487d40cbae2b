import { LIMITS } from "@balcao/domain/limits";
import { route } from "../route/route.js";
import { id, object, reference, text } from "../route/wire.js";
import type { SelfView } from "../users/users.views.js";
import { authPaths } from "./auth.paths.js";

/** A signed-in session: the access token (15 minutes) and the account, its e-mail sealed for the browser (D-002). */
export interface SessionView {
  readonly token: string;
  readonly user: SelfView;
}

/** Sessions (API-001…API-004). E-mail and password travel in the documented envelope (D-001). */
export const authRoutes = {
  login: route<SessionView>()(authPaths.login, {
    policy: "public",
    body: object({ email: text(4_000).required("required"), password: text(4_000).required("required") }),
    limitBytes: 16 * 1024,
    toHouse: ({ body }) => ({ sealedEmail: body.email, sealedPassword: body.password }),
    errors: ["ERR_INVALID_CREDENTIALS", "ERR_USER_NO_ACTIVE", "ERR_INVALID_WORKING_TIME", "ERR_TOO_MANY_REQUESTS"],
  }),
  /** Added call: an account for oneself, which waits for an administrator (AUTH-008, D-007). */
  signup: route<{ readonly message: string }>()(authPaths.signup, {
    policy: "public",
    body: object({
      name: text(LIMITS.user.name.max).min(LIMITS.user.name.min, "min").required("required"),
      email: text(4_000).required("required"),
      password: text(4_000).required("required"),
    }),
    limitBytes: 16 * 1024,
    toHouse: ({ body }) => ({ name: body.name, sealedEmail: body.email, sealedPassword: body.password }),
    errors: ["ERR_USER_CREATION_DISABLED", "ERR_EMAIL_TAKEN", "ERR_VALIDATION", "ERR_TOO_MANY_REQUESTS"],
  }),
  refresh: route<SessionView>()(authPaths.refresh, {
    policy: "refreshCookie",
    toHouse: () => null,
    errors: ["ERR_SESSION_EXPIRED", "ERR_ORIGIN"],
  }),
  socket: route<{ readonly token: string }>()(authPaths.socket, {
    policy: "signedIn",
    body: object({ user: reference(), userId: id() }),
    toHouse: ({ body }) => ({ userId: body.user ?? body.userId }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  logout: route<{ readonly message: string }>()(authPaths.logout, { policy: "signedIn", toHouse: () => null, errors: ["ERR_ORIGIN"] }),
} as const;
