import { object, string, type InferType } from "yup";
import { digitsOf } from "../contacts/index.js";
import { LIMITS } from "../limits/index.js";
import { FIELD_MESSAGES, requiredText } from "./fields.js";

const { name, number } = LIMITS.contact;

/** A contact that is made on the way to a ticket (CONTACT-014, CONTACT-015). The number is kept as digits. */
export const newContactForm = object({
  name: requiredText(name),
  number: string()
    .transform((value: string) => digitsOf(value))
    .required(FIELD_MESSAGES.required)
    .min(number.min, FIELD_MESSAGES.short)
    .max(number.max, FIELD_MESSAGES.long),
});
export type NewContactForm = InferType<typeof newContactForm>;
