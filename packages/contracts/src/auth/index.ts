export { passwordMail } from "./passwordMail.js";
export type { PendingFactorView, RecoveryCodesView, SecondFactorView, SessionView } from "./auth.routes.js";
