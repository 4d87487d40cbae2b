import { array, number, object, string, type InferType } from "yup";
import { API_REACHES } from "../apiTokens/index.js";
import { HOOK_EVENT_NAMES } from "../hooks/index.js";
import { LIMITS } from "../limits/index.js";
import { FIELD_MESSAGES, requiredText } from "./fields.js";

/** A webhook: its name, address, events, and the conversations that it is told of (D-600). */
export const hookForm = object({
  name: requiredText(LIMITS.hook.name),
  address: requiredText(LIMITS.hook.address),
  events: array(string().oneOf(HOOK_EVENT_NAMES).required()).required().min(1, FIELD_MESSAGES.required),
  reach: string()
    .oneOf([...API_REACHES])
    .required(),
  queueIds: array(number().required())
    .required()
    .when("reach", { is: "queues", then: (ids) => ids.min(1, FIELD_MESSAGES.required) }),
});
export type HookForm = InferType<typeof hookForm>;
