export type { PendingFactorView, RecoveryCodesView, SecondFactorView, SessionView } from "./auth.routes.js";
