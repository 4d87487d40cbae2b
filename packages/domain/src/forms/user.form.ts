import { array, number, object, string, type InferType } from "yup";
import { PROFILES } from "../access/index.js";
import { LIMITS } from "../limits/index.js";
import { passwordProblem } from "../users/index.js";
import { FIELD_MESSAGES, requiredText } from "./fields.js";

/** A password, with the documented warning for what it lacks (USER-014 to USER-017). */
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

/** A new user (USER-008, USER-012 to USER-014). */
export const newUserForm = object({
  name: name(),
  email: email(),
  password: password(),
  profile: string()
    .oneOf([...PROFILES])
    .required(FIELD_MESSAGES.required),
  queueIds: array(number().required()).required(),
});
export type NewUserForm = InferType<typeof newUserForm>;

/** Signup (AUTH-008). */
export const signupForm = object({ name: name(), email: email(), password: password() });
export type SignupForm = InferType<typeof signupForm>;

/** Login; strength is no matter here (AUTH-001). */
export const loginForm = object({ email: email(), password: string().required(FIELD_MESSAGES.required) });
export type LoginForm = InferType<typeof loginForm>;
