import { array, number, object, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { DEFAULT_QUEUE } from "../queues/index.js";
import { NO_TARGETS } from "../targets/index.js";
import { hexColor, optionalText, requiredText } from "./fields.js";

const limits = LIMITS.queue;

const isWithin = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** A target in minutes; an empty field is none. */
const minutes = () =>
  number()
    .transform((value: number, original: unknown) => (original === "" ? null : value))
    .nullable()
    .default(null)
    .test("minutes", "minutes", (value) => typeof value !== "number" || isWithin(value, limits.target));

/** The queue dialog (QUEUE-005, QUEUE-010 to QUEUE-013). */
export const queueForm = object({
  name: requiredText(limits.name),
  color: hexColor(limits.color),
  customOrder: number()
    .transform((value: number, original: unknown) => (original === "" ? undefined : value))
    .typeError("number")
    .integer("number")
    .min(limits.order.min, "number")
    .max(limits.order.max, "number")
    .default(DEFAULT_QUEUE.customOrder),
  greetingMessage: optionalText(limits.greetingMessage),
  firstAnswerTarget: minutes(),
  nextAnswerTarget: minutes(),
  resolutionTarget: minutes(),
  targetWarning: number()
    .transform((value: number, original: unknown) => (original === "" ? 0 : value))
    .default(NO_TARGETS.targetWarning)
    .test("share", "share", (value) => typeof value === "number" && isWithin(value, limits.targetWarning)),
  openLimit: number()
    .transform((value: number, original: unknown) => (original === "" ? null : value))
    .nullable()
    .default(null)
    .test("limit", "limit", (value) => typeof value !== "number" || isWithin(value, limits.openLimit)),
  userIds: array(number().required()).default([]),
});
export type QueueForm = InferType<typeof queueForm>;
