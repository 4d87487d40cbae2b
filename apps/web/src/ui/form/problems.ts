import i18next, { type FlatNamespace } from "i18next";
import { ApiError } from "../../lib/api/apiError";
import { toErrorText, toKnownText } from "../../lib/api/errorText";

/**
 * A refused field with the rule that it broke, and the message for a rule without its own sentence.
 */
export interface FieldProblem {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** The field that an error code of the api concerns. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  ERR_NAME_TAKEN: "name",
  ERR_EMAIL_TAKEN: "email",
  ERR_WAPP_GREETING_REQUIRED: "greetingMessage",
  ERR_QUEUE_COLOR_ALREADY_EXISTS: "color",
  ERR_USER_NO_LINKED_IN_QUEUE: "userIds",
  ERR_PAIR_PHONE: "phone",
  ERR_PAUSE_FIELDS: "pauseTag",
};

/** yup has several rules for a missing value; people see one sentence for all of them. */
const SAME_RULE: Readonly<Record<string, string>> = { optionality: "required", nullable: "required", defined: "required" };

/**
 * The sentence of a broken rule: that of the field, of the rule, of the code, or else the message.
 * `area` names the texts that hold `fieldProblem` and `problem`.
 */
export function toProblemText(area: FlatNamespace, { field, rule, message }: FieldProblem): string {
  const name = SAME_RULE[rule] ?? rule;
  const keys = [`fieldProblem.${field.replace(/\.\d+/g, "")}.${name}`, `problem.${name}`];
  const known = keys.find((key): boolean => i18next.exists(key, { ns: area }));
  if (known !== undefined) return i18next.t(known, { ns: area, defaultValue: message });
  return toKnownText(message);
}

/** The problems of a form's fields in a refusal of the api; empty when it concerns none of them. */
export function toFieldProblems(error: unknown, fields: readonly string[]): readonly FieldProblem[] {
  if (!(error instanceof ApiError)) return [];
  const message = toErrorText(error);
  const coded = error.code === null ? undefined : FIELD_OF_CODE[error.code];
  const named = error.details.map(({ field, rule }) => ({ field, rule, message }));
  const all =
    coded === undefined || named.some(({ field }) => field === coded) ? named : [{ field: coded, rule: "refused", message }, ...named];
  return all.filter(({ field }) => fields.includes(field.split(".")[0] ?? field));
}
