export {
  PASSWORD_CHANGE_SENTENCES,
  PASSWORD_LENGTH,
  COMMON_PASSWORD_SENTENCE,
  KNOWN_PASSWORD_SENTENCES,
  PASSWORD_SENTENCES,
  passwordChangeProblem,
  passwordFaults,
  passwordProblem,
  passwordRules,
} from "./password.js";
export type { PasswordChange, PasswordChangeProblem, PasswordFault } from "./password.js";
export { mayAddSubstitution, resolveAttendant, SUBSTITUTION_SENTENCES, substitutionProblem } from "./substitutions.js";
export type { SubstituteFacts, SubstitutionDraft } from "./substitutions.js";
