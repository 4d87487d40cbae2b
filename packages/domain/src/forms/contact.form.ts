import { array, boolean, number, object, string, type InferType } from "yup";
import { digitsOf, redirectProblem } from "../contacts/index.js";
import { LIMITS } from "../limits/index.js";
import { FIELD_MESSAGES, optionalText, requiredText } from "./fields.js";

const { name, number: numberLength, email, extras, extraName, extraValue, redirects } = LIMITS.contact;

/** A number as it was typed, of so many digits: the api reads it, because the browser knows no numbering plans. */
const phoneNumber = () =>
  string()
    .trim()
    .required(FIELD_MESSAGES.required)
    .test("min", FIELD_MESSAGES.short, (typed) => digitsOf(typed).length >= numberLength.min)
    .test("max", FIELD_MESSAGES.long, (typed) => digitsOf(typed).length <= numberLength.max);

/**
 * A contact that is created together with a ticket (CONTACT-014, CONTACT-015).
 */
export const newContactForm = object({
  name: requiredText(name),
  number: phoneNumber(),
});
export type NewContactForm = InferType<typeof newContactForm>;

const extra = object({
  name: string().trim().required(FIELD_MESSAGES.required).max(extraName, FIELD_MESSAGES.long),
  value: optionalText(extraValue),
});

const ids = () => array(number().required()).required().max(redirects, FIELD_MESSAGES.long);

/**
 * The form of a contact (CONTACT-014 to CONTACT-019), with ids of 0 while nothing is chosen. A group
 * keeps the id that its network gave it, and a contact known by an opaque address alone has no
 * number.
 */
export const contactForm = (hasNumber: boolean) =>
  object({
    name: requiredText(name),
    number: hasNumber ? phoneNumber() : string().default(""),
    email: string().trim().default("").email(FIELD_MESSAGES.email).max(email, FIELD_MESSAGES.long),
    autoReply: boolean().required(),
    tagIds: array(number().required()).required(),
    queueId: ids().test(
      "incomplete",
      (queueIds, { parent }) => queueIds.length > 0 || (parent as { userId: unknown[] }).userId.length === 0,
    ),
    userId: ids(),
    redirect: array(object({ queueId: number().required(), userId: number().required() }).required())
      .required()
      .max(redirects, FIELD_MESSAGES.long)
      .test("redirect", (list, context) => {
        const problem = redirectProblem(list.map(({ queueId, userId }) => ({ queueId: queueId || null, userId: userId || null })));
        return problem === null || context.createError({ message: problem });
      }),
    extraInfo: array(extra).required().max(extras, FIELD_MESSAGES.long),
  });
export type ContactForm = InferType<ReturnType<typeof contactForm>>;
