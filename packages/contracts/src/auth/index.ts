export { passwordMail } from "./passwordMail.js";
export type { PasskeyAskView, PasskeyBeginView, PasskeyMadeView, PasskeyView } from "./passkeys.routes.js";
export type { PendingFactorView, RecoveryCodesView, SecondFactorView, SessionView } from "./auth.routes.js";
