import { array, number, object, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { DEFAULT_QUEUE } from "../queues/index.js";
import { NO_TARGETS } from "../targets/index.js";
import { hexColor, optionalText, requiredText } from "./fields.js";

const limits = LIMITS.queue;

/** A target in minutes; an empty field is none. */
const minutes = () =>
  number()
    .transform((value: number, original: unknown) => (original === "" ? null : value))
    .nullable()
    .typeError("minutes")
    .integer("minutes")
    .min(limits.target.min, "minutes")
    .max(limits.target.max, "minutes")
    .default(null);

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
    .typeError("share")
    .integer("share")
    .min(limits.targetWarning.min, "share")
    .max(limits.targetWarning.max, "share")
    .default(NO_TARGETS.targetWarning),
  userIds: array(number().required()).default([]),
});
export type QueueForm = InferType<typeof queueForm>;
