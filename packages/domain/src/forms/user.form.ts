import { array, boolean, number, object, string, type InferType } from "yup";
import { PROFILES } from "../access/index.js";
import { passwordProblem } from "../users/index.js";
import { clockText, FIELD_MESSAGES, requiredText } from "./fields.js";

/** A password, with the documented warning for what it lacks (USER-014 to USER-017). */
const password = () =>
  string().test("password", (value, context) => {
    const problem = value ? passwordProblem(value) : null;
    return problem === null || context.createError({ message: problem });
  });

const name = () => requiredText(2, 50);
const email = () => string().trim().required(FIELD_MESSAGES.required).email(FIELD_MESSAGES.email).max(255, FIELD_MESSAGES.long);

/** The user modal while editing (USER-008, USER-012, USER-013). */
export const userForm = object({
  name: name(),
  email: email(),
  profile: string()
    .oneOf([...PROFILES])
    .required(FIELD_MESSAGES.required),
  queueIds: array(number().required()).required(),
  whatsappId: number().nullable().default(null),
  active: boolean().required(),
  weekdays: boolean().required(),
  saturday: boolean().required(),
  sunday: boolean().required(),
  holidays: boolean().required(),
  startTime: clockText(),
  endTime: clockText(),
  addContact: boolean().required(),
  editContact: boolean().required(),
  delContact: boolean().required(),
  substitution: array(
    object({
      queueId: number().nullable().default(null),
      substituteId: number().nullable().default(null),
      transfer: boolean().default(false),
    }),
  ).required(),
});
export type UserForm = InferType<typeof userForm>;

/** The user modal while creating: with a password (USER-008, USER-014). */
export const newUserForm = userForm.shape({ password: password().required(FIELD_MESSAGES.required) });
export type NewUserForm = InferType<typeof newUserForm>;

/** Signup (AUTH-008). */
export const signupForm = object({
  name: name(),
  email: email(),
  password: password().required(FIELD_MESSAGES.required),
});
export type SignupForm = InferType<typeof signupForm>;

/** Login; strength is no matter here (AUTH-001). */
export const loginForm = object({ email: email(), password: string().required(FIELD_MESSAGES.required) });
export type LoginForm = InferType<typeof loginForm>;
