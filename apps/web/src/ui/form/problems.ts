import i18next, { type FlatNamespace } from "i18next";
import { ApiError } from "../../lib/api/apiError";
import { toErrorText } from "../../lib/api/errorText";

/** A refused field with the rule that it broke, and the sentence where the rule has none of its own. */
export interface FieldProblem {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** The field that a code of the api concerns. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  ERR_NAME_TAKEN: "name",
  ERR_EMAIL_TAKEN: "email",
  ERR_WAPP_GREETING_REQUIRED: "greetingMessage",
  ERR_QUEUE_COLOR_ALREADY_EXISTS: "color",
  ERR_PAIR_PHONE: "phone",
  ERR_PAUSE_FIELDS: "pauseTag",
};

/** yup names an absent value by its kind; to a person it is missing. */
const SAME_RULE: Readonly<Record<string, string>> = { optionality: "required", nullable: "required", defined: "required" };

/**
 * The sentence of a broken rule: of the field, of the rule, of the code, or the message as it is.
 * `area` names the texts that hold `fieldProblem` and `problem`.
 */
export function toProblemText(area: FlatNamespace, { field, rule, message }: FieldProblem): string {
  const name = SAME_RULE[rule] ?? rule;
  const keys = [`fieldProblem.${field.replace(/\.\d+/g, "")}.${name}`, `problem.${name}`];
  const known = keys.find((key): boolean => i18next.exists(key, { ns: area }));
  if (known !== undefined) return i18next.t(known, { ns: area, defaultValue: message });
  return i18next.exists(message, { ns: "errors" }) ? i18next.t(message, { ns: "errors", defaultValue: message }) : message;
}

/** What a refusal of the api says about fields of a form; empty when it concerns none of them. */
export function toFieldProblems(error: unknown, fields: readonly string[]): readonly FieldProblem[] {
  if (!(error instanceof ApiError)) return [];
  const message = toErrorText(error);
  const coded = error.code === null ? undefined : FIELD_OF_CODE[error.code];
  const named = error.details.map(({ field, rule }) => ({ field, rule, message }));
  const all =
    coded === undefined || named.some(({ field }) => field === coded) ? named : [{ field: coded, rule: "refused", message }, ...named];
  return all.filter(({ field }) => fields.includes(field.split(".")[0] ?? field));
}
