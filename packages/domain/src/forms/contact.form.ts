import { array, boolean, number, object, string, type InferType } from "yup";
import { CONTACT_NUMBER_LENGTH, digitsOf, redirectProblem } from "../contacts/index.js";
import { FIELD_MESSAGES, optionalText, requiredText } from "./fields.js";

const redirect = object({ queueId: number().nullable().default(null), userId: number().nullable().default(null) });

/** The contact modal (CONTACT-011, CONTACT-014 to CONTACT-019). The number is kept as digits. */
export const contactForm = object({
  name: requiredText(2, 50),
  number: string()
    .transform((value: string) => digitsOf(value))
    .required(FIELD_MESSAGES.required)
    .min(CONTACT_NUMBER_LENGTH.min, FIELD_MESSAGES.short)
    .max(CONTACT_NUMBER_LENGTH.max, FIELD_MESSAGES.long),
  email: string().trim().default("").email(FIELD_MESSAGES.email).max(255, FIELD_MESSAGES.long),
  respostaAutomatica: boolean().required(FIELD_MESSAGES.required),
  tagIds: array(number().required()).default([]),
  queueId: array(number().required()).default([]),
  userId: array(number().required()).default([]),
  redirect: array(redirect)
    .default([])
    .test("redirect", (list, context) => {
      const problem = redirectProblem(list);
      return problem === null || context.createError({ message: problem });
    }),
  extraInfo: array(object({ name: requiredText(1, 100), value: optionalText(1_000) })).default([]),
});
export type ContactForm = InferType<typeof contactForm>;
