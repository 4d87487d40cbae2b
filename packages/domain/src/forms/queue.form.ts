import { array, number, object, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { DEFAULT_QUEUE } from "../queues/index.js";
import { hexColor, optionalText, requiredText } from "./fields.js";

const limits = LIMITS.queue;

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
  userIds: array(number().required()).default([]),
});
export type QueueForm = InferType<typeof queueForm>;
