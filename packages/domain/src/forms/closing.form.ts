import { array, boolean, number, object, string, type InferType } from "yup";
import { CLOSING_LIMITS, type ClosingQuestion, type ClosingReason } from "../closing/index.js";
import { hexColor, optionalText, requiredText } from "./fields.js";

/** A reason of the company's list; `others` are those that are shown beside it (D-500). */
export const reasonForm = (others: readonly Pick<ClosingReason, "name">[]) => {
  const taken = new Set(others.map(({ name }) => name.toLocaleLowerCase()));
  return object({
    name: requiredText(CLOSING_LIMITS.name)
      .test("taken", "taken", (name) => !taken.has(name.toLocaleLowerCase()))
      .test("full", "full", () => others.length < CLOSING_LIMITS.reasons),
    color: hexColor(CLOSING_LIMITS.color),
    queueIds: array(number().required()).required(),
    active: boolean().required(),
  });
};
export type ReasonForm = InferType<ReturnType<typeof reasonForm>>;

/** The answer to a question: the id of a reason, or nothing where none is required; and a note (D-501). */
export const whyForm = ({ isRequired }: ClosingQuestion) =>
  object({
    reason: isRequired ? string().required() : string().default(""),
    note: optionalText(CLOSING_LIMITS.note).trim(),
  });
export type WhyForm = InferType<ReturnType<typeof whyForm>>;
