import { object, string, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { plannedFault, plannedMoment } from "../schedules/index.js";
import { commentIn } from "../texts/index.js";
import { FIELD_MESSAGES, requiredText } from "./fields.js";

/** The moment of a form's `yyyy-MM-ddTHH:mm`; null where the clocks skip it, undefined where the text is none. */
export function toPlannedMoment(value: string, zone: string): Date | null | undefined {
  const [day = "", clock = ""] = value.split("T");
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && /^\d{2}:\d{2}/.test(clock) ? plannedMoment(day, clock.slice(0, 5), zone) : undefined;
}

/** A required moment of a form, which exists in the company's zone, is to come, and within a year. */
export const momentField = (zone: string, now: () => Date) => {
  const fault = (value: string) => {
    const at = toPlannedMoment(value, zone);
    return at ? plannedFault(at, now()) : null;
  };
  return string()
    .default("")
    .required(FIELD_MESSAGES.required)
    .test("gap", "gap", (value) => toPlannedMoment(value, zone) !== null)
    .test("date", "date", (value) => toPlannedMoment(value, zone) !== undefined)
    .test("past", "past", (value) => fault(value) !== "past")
    .test("far", "far", (value) => fault(value) !== "far");
};

/** The dialog of a message that is scheduled in a conversation: its words, and a moment that exists and is to come (D-273). */
export const plannedForm = (zone: string, now: () => Date) =>
  object({
    message: requiredText(LIMITS.planned.message).test("comment", "comment", (value) => commentIn(value) === null),
    sendAt: momentField(zone, now),
  });
export type PlannedForm = InferType<ReturnType<typeof plannedForm>>;
