import { object, string, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { optionalText } from "./fields.js";
import { momentField } from "./planned.form.js";

/** In place of an offered moment: when the customer writes, or a moment that the person names. */
export const SNOOZE_ENDS = { message: "message", named: "named" } as const;

/** The dialog of a snooze: an offered moment by its name, the customer's message, or a day and time to come; and why (D-440). */
export const snoozeForm = (zone: string, now: () => Date) =>
  object({
    end: string().default("").required(),
    snoozeUntil: string()
      .default("")
      .when("end", { is: SNOOZE_ENDS.named, then: () => momentField(zone, now) }),
    pauseTag: optionalText(LIMITS.ticket.pauseTag).trim(),
  });
export type SnoozeForm = InferType<ReturnType<typeof snoozeForm>>;
