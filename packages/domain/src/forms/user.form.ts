import { array, boolean, number, object, string, type InferType } from "yup";
import { PROFILES } from "../access/index.js";
import { LIMITS } from "../limits/index.js";
import { passwordChangeProblem, passwordProblem, substitutionProblem, type SubstituteFacts } from "../users/index.js";
import { FIELD_MESSAGES, requiredText } from "./fields.js";

/** A password, with the documented warning about what it lacks (USER-014 to USER-017). */
const password = () =>
  string()
    .default("")
    .required(FIELD_MESSAGES.required)
    .test("password", (value, context) => {
      const problem = value ? passwordProblem(value) : null;
      return problem === null || context.createError({ message: problem });
    });

const name = () => requiredText(LIMITS.user.name);
const email = () =>
  string()
    .trim()
    .required(FIELD_MESSAGES.required)
    .email(FIELD_MESSAGES.email)
    .matches(/@[^@]+\.[^@.]+$/, { name: "email", message: FIELD_MESSAGES.email, excludeEmptyString: true })
    .max(LIMITS.user.email, FIELD_MESSAGES.long);

/** The present password, which a change of one's own e-mail asks for (D-274). */
const currentPassword = () => string().default("").defined();

const clockTime = () =>
  string()
    .default("")
    .matches(/^([01]\d|2[0-3]):[0-5]\d$/, { name: "time", excludeEmptyString: true });

/**
 * A user as an administrator fills it in (USER-008, USER-012 to USER-020). A new one needs a password; `people` are the possible
 * substitutes, and ids are 0 while nothing is chosen.
 */
export const userForm = ({ isNew, people }: { readonly isNew: boolean; readonly people: readonly SubstituteFacts[] }) =>
  object({
    name: name(),
    email: email(),
    password: isNew ? password() : string().default("").defined(),
    currentPassword: currentPassword(),
    profile: string()
      .oneOf([...PROFILES])
      .required(FIELD_MESSAGES.required),
    queueIds: array(number().required()).required(),
    whatsappId: number().required(),
    active: boolean().required(),
    addContact: boolean().required(),
    editContact: boolean().required(),
    delContact: boolean().required(),
    sendToMany: boolean().required(),
    maintain: boolean().required(),
    weekdays: boolean().required(),
    saturday: boolean().required(),
    sunday: boolean().required(),
    holidays: boolean().required(),
    startTime: clockTime(),
    endTime: clockTime(),
    substitution: array(
      object({ queueId: number().required(), substituteId: number().required(), transfer: boolean().required() }).required(),
    )
      .required()
      .test("substitution", (list, context) => {
        const drafts = list.map(({ queueId, substituteId }) => ({ queueId: queueId || null, substituteId: substituteId || null }));
        const problem = substitutionProblem(drafts, people);
        return problem === null || context.createError({ message: problem });
      }),
  });
export type UserForm = InferType<ReturnType<typeof userForm>>;

/** Signup (AUTH-008). */
export const signupForm = object({ name: name(), email: email(), password: password() });
export type SignupForm = InferType<typeof signupForm>;

/** Asks for a link to a new password (D-580). */
export const linkForm = object({ email: email() });
export type LinkForm = InferType<typeof linkForm>;

/** Chooses the password of a link (D-580). */
export const newPasswordForm = object({ password: password() });
export type NewPasswordForm = InferType<typeof newPasswordForm>;

/** Login; the strength of the password is not checked here (AUTH-001). */
export const loginForm = object({ email: email(), password: string().required(FIELD_MESSAGES.required) });
export type LoginForm = InferType<typeof loginForm>;

/**
 * A change of the own password; each sentence is shown at one field (USER-011, USER-023 to
 * USER-025).
 */
export const passwordChangeForm = object({
  currentPassword: string().default("").defined(),
  password: string().default("").defined(),
  confirmation: string().default("").defined(),
}).test("passwordChange", (change, context) => {
  const problem = passwordChangeProblem(change);
  return problem === null || context.createError({ path: problem.field, message: problem.sentence });
});
export type PasswordChangeForm = InferType<typeof passwordChangeForm>;

/** The api says where it is missing: who has just signed in by the provider leaves it out (D-681). */
const ownPassword = () => string().default("").defined();

/** The own password before what is done with it: files are deleted (S-52), the second factor changes (D-520). */
export const ownPasswordForm = object({ currentPassword: ownPassword() });
export type OwnPasswordForm = InferType<typeof ownPasswordForm>;

/** The first code of a second factor (D-520). */
export const codeForm = object({ code: string().trim().default("").required(FIELD_MESSAGES.required).max(40, FIELD_MESSAGES.long) });
export type CodeForm = InferType<typeof codeForm>;

/** A new passkey (D-663). */
export const passkeyForm = object({
  name: string().trim().default("").required(FIELD_MESSAGES.required).max(LIMITS.passkey.name.max, FIELD_MESSAGES.long),
  currentPassword: ownPassword(),
});
export type PasskeyForm = InferType<typeof passkeyForm>;

/** What a person changes of the own account (D-112); the connection is 0 where there is none. */
export const profileForm = object({
  name: name(),
  email: email(),
  currentPassword: currentPassword(),
  whatsappId: number().required(),
});
export type ProfileForm = InferType<typeof profileForm>;
