export {
  changeFirstAccount,
  getAccountByEmail,
  getUnusedFirstAccount,
  hasAccounts,
  insertFirstAccount,
  setAccountPassword,
} from "./accounts.js";
export { countLoginFailures, deleteOldLoginFailures, forgiveLogin, noteLoginFailure } from "./loginFailures.js";
export type { LoginBuckets, LoginFailures } from "./loginFailures.js";
export {
  deleteEndedSessions,
  getSession,
  insertSession,
  lockSession,
  markSessionUsed,
  revokeSession,
  revokeSessionsOfUser,
  rotateSession,
} from "./sessions.js";
export type { NewSession, SessionRow } from "./sessions.js";
