export { createPanelToken } from "./panelToken.js";
export { createApiToken, listApiTokens, revokeApiToken } from "./apiTokens.js";
export { after, LIFE, type AuthServices, openAuth } from "./auth.js";
export { changePassword } from "./changePassword.js";
export { confirmPassword } from "./currentPassword.js";
export { createFirstAdmin, type FirstAdmin } from "./firstAdmin.js";
export { resetPassword, askForLink, choosePassword } from "./passwordLinks.js";
export { resetUserPassword } from "./resetUserPassword.js";
export { accessDownloadSession, accessGiven, aliveSessions, authenticate, authenticateAgain, authenticateSocket } from "./guard.js";
export type { SignedIn } from "./issue.js";
export { login } from "./login.js";
export type { LoggedIn } from "./openSession.js";
export { logout, endUserSession, listUserSessions } from "./userSessions.js";
export { makePassword } from "./madePassword.js";
export { beginPasskey, createPasskey, deletePasskey } from "./passkeys.js";
export { beginProviderSignIn, finishProviderSignIn } from "./providerSignIn.js";
export { refreshSession } from "./refresh.js";
export { createRefusalAudit, type RefusalAudit, type RefusedCall } from "./refusedAccess.js";
export {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  endUserSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  secondFactorContext,
} from "./secondFactor.js";
export { askPasskey, finishSecondStep } from "./secondStep.js";
export type { SignInOutcome } from "./signInTicket.js";
export { signUp } from "./signUp.js";
export { createSocketToken } from "./socketToken.js";
export { followStatuses, recordSeen } from "./userStatus.js";
