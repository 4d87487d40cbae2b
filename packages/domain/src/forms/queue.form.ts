import { array, number, object, type InferType } from "yup";
import { DEFAULT_QUEUE } from "../queues/index.js";
import { optionalText, requiredText } from "./fields.js";

/** The queue dialog (QUEUE-005, QUEUE-010 to QUEUE-013). `userIds` exists while editing only (QUEUE-006). */
export const queueForm = object({
  name: requiredText(2, 250),
  color: requiredText(3, 9).matches(/^#[0-9a-fA-F]{2,8}$/, "Escolha outra cor"),
  customOrder: number()
    .transform((value: number, original: unknown) => (original === "" ? undefined : value))
    .integer()
    .min(0)
    .max(999_999)
    .default(DEFAULT_QUEUE.customOrder),
  greetingMessage: optionalText(4_000),
  userIds: array(number().required()).optional(),
});
export type QueueForm = InferType<typeof queueForm>;
