export {
  changeFirstAccount,
  getAccountByEmail,
  getPasswordHash,
  getUnusedFirstAccount,
  hasAccounts,
  insertFirstAccount,
  lockPasswordHash,
  removeAccount,
  setAccountPassword,
  setTemporaryPassword,
} from "./accounts.js";
export { countAddressFailures, countLoginFailures, deleteOldLoginFailures, forgiveLogin, noteLoginFailure } from "./loginFailures.js";
export type { LoginBuckets, LoginFailures } from "./loginFailures.js";
export {
  deleteEndedAuthSessions,
  getAuthSession,
  getAuthSessions,
  insertAuthSession,
  listActiveSessions,
  lockAuthSession,
  markAuthSessionUsed,
  revokeAuthSession,
  revokeAuthSessionsOfUser,
  revokeSessionOfUser,
  rotateAuthSession,
} from "./authSessions.js";
export type { AuthSessionRow } from "./authSessions.js";
export { findByProvider, linkProvider, markSignInUsed, unlinkProviders } from "./providerSignIns.js";
export { endPasswordLink, findPasswordLink, putPasswordLink, takePasswordLink } from "./passwordLinks.js";
export { beginByPasskey, deletePasskey, insertPasskey, listPasskeys, lockSecondFactor, usePasskey } from "./passkeys.js";
export type { PasskeyRow } from "./passkeys.js";
export {
  confirmSecondFactor,
  deleteSecondFactor,
  getSecondFactor,
  putPendingFactor,
  replaceRecoveryCodes,
  useCodeStep,
  useRecoveryCode,
} from "./secondFactors.js";
export { hasOtherStatus, lockStatuses, setStatuses, upsertSeenSessions } from "./userStatus.js";
export type { SeenSession } from "./userStatus.js";
