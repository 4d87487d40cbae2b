import { string } from "yup";

/** The documented messages of lengths and kinds; they appear as quoted in every language (D-244). */
export const FIELD_MESSAGES = {
  short: "Too Short!",
  long: "Too Long!",
  required: "Required",
  email: "Invalid email",
} as const;

/** A required text within bounds. */
export function requiredText({ min, max }: { readonly min: number; readonly max: number }) {
  return string().trim().required(FIELD_MESSAGES.required).min(min, FIELD_MESSAGES.short).max(max, FIELD_MESSAGES.long);
}

/** A text that may be empty, of at most `max` characters. */
export function optionalText(max: number) {
  return string().default("").max(max, FIELD_MESSAGES.long);
}
