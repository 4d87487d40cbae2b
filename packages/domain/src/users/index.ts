export {
  PASSWORD_CHANGE_SENTENCES,
  COMMON_PASSWORD_SENTENCE,
  KNOWN_PASSWORD_SENTENCES,
  PASSWORD_SENTENCES,
  passwordChangeProblem,
  passwordFaults,
  passwordProblem,
  passwordRules,
} from "./password.js";
export type { PasswordChange } from "./password.js";
export { passkeyPlace } from "./passkeys.js";
export type { PasskeyPlace } from "./passkeys.js";
export { isSubject, maySignInByPassword, rightsByClaims, toReturnPath } from "./provider.js";
export type { ClaimRule, PasswordSignIn, RightsByClaims } from "./provider.js";
export { demandsSecondFactor, readCode, secondFactorDue } from "./secondFactor.js";
export { mayAddSubstitution, resolveAttendant, substitutionProblem } from "./substitutions.js";
export type { SubstituteFacts, SubstitutionDraft } from "./substitutions.js";
