export { object as form } from "yup";
export { hookForm } from "./hook.form.js";
export type { HookForm } from "./hook.form.js";
export { apiTokenForm } from "./apiToken.form.js";
export type { ApiTokenForm } from "./apiToken.form.js";
export { newChatForm } from "./chat.form.js";
export { reasonForm, whyForm } from "./closing.form.js";
export type { ReasonForm, WhyForm } from "./closing.form.js";
export { connectionForm, newConnectionForm, pairForm } from "./connection.form.js";
export type { ConnectionForm, PairForm } from "./connection.form.js";
export { contactForm, newContactForm } from "./contact.form.js";
export type { ContactForm, NewContactForm } from "./contact.form.js";
export { anything, chosenOnes, hexColor, optionalText, requiredText, textOrNone } from "./fields.js";
export { plannedForm, toPlannedMoment } from "./planned.form.js";
export type { PlannedForm } from "./planned.form.js";
export { questionForm } from "./question.form.js";
export type { QuestionForm } from "./question.form.js";
export { queueForm } from "./queue.form.js";
export type { QueueForm } from "./queue.form.js";
export { templateForm, templateValuesForm } from "./template.form.js";
export type { TemplateForm, TemplateValuesForm } from "./template.form.js";
export { savedViewForm } from "./savedView.form.js";
export type { SavedViewForm } from "./savedView.form.js";
export { SNOOZE_ENDS, snoozeForm } from "./snooze.form.js";
export type { SnoozeForm } from "./snooze.form.js";
export { chooseQueueForm, inviteForm, newTicketForm, pauseForm, transferForm } from "./ticket.form.js";
export type { ChooseQueueForm, InviteForm, NewTicketForm, PauseForm, TransferForm } from "./ticket.form.js";
export {
  codeForm,
  linkForm,
  newPasswordForm,
  ownPasswordForm,
  passkeyForm,
  loginForm,
  passwordChangeForm,
  profileForm,
  signupForm,
  userForm,
} from "./user.form.js";
export type {
  CodeForm,
  PasskeyForm,
  LinkForm,
  NewPasswordForm,
  OwnPasswordForm,
  LoginForm,
  PasswordChangeForm,
  ProfileForm,
  SignupForm,
  UserForm,
} from "./user.form.js";
