import { array, mixed, string } from "yup";

/** The documented messages about lengths and types, which the browser translates (D-620). */
export const FIELD_MESSAGES = {
  short: "Too Short!",
  long: "Too Long!",
  required: "Required",
  email: "Invalid email",
} as const;

/** A required text within the given lengths. */
export function requiredText({ min, max }: { readonly min: number; readonly max: number }) {
  return string().trim().required(FIELD_MESSAGES.required).min(min, FIELD_MESSAGES.short).max(max, FIELD_MESSAGES.long);
}

/** A text that may be empty, otherwise within the given lengths. */
export function textOrNone({ min, max }: { readonly min: number; readonly max: number }) {
  const isLong = (text: string): boolean => text === "" || text.length >= min;
  return string().trim().default("").test("min", FIELD_MESSAGES.short, isLong).max(max, FIELD_MESSAGES.long);
}

/** A required colour as a hex number. */
export function hexColor(limits: { readonly min: number; readonly max: number }) {
  return requiredText(limits).matches(/^#[0-9a-fA-F]{2,8}$/, "Invalid color");
}

/** What a form holds without a rule of its own, for example a file; null for none. */
export function anything<Value extends object>() {
  return mixed<Value>().nullable().defined();
}

/** Things that were chosen, at most `max` of them. */
export function chosenOnes<One extends object>(max: number) {
  return array(mixed<One>().required()).required().max(max, FIELD_MESSAGES.long);
}

/** A text that may be empty, of at most `max` characters. */
export function optionalText(max: number) {
  return string().default("").max(max, FIELD_MESSAGES.long);
}
