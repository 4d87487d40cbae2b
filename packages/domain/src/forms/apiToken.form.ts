import { array, boolean, mixed, number, object, string, type InferType } from "yup";
import { API_REACHES, type ApiScope } from "../apiTokens/index.js";
import { LIMITS } from "../limits/index.js";
import { FIELD_MESSAGES, requiredText } from "./fields.js";

/** A new token of a program: `days` is empty for one that does not expire, `addresses` are networks with blanks or commas between (D-570). */
export const apiTokenForm = object({
  name: requiredText(LIMITS.apiToken.name),
  installation: boolean().required(),
  areas: mixed<ApiScope["areas"]>()
    .required()
    .test("required", FIELD_MESSAGES.required, (areas) => Object.values(areas).some(Boolean)),
  reach: string()
    .oneOf([...API_REACHES])
    .required(),
  queueIds: array(number().required())
    .required()
    .when("reach", { is: "queues", then: (ids) => ids.min(1, FIELD_MESSAGES.required) }),
  days: string().default(""),
  addresses: string().default(""),
  /** Left out by who has just signed in by the provider (D-681). */
  currentPassword: string().default("").defined(),
});
export type ApiTokenForm = InferType<typeof apiTokenForm>;
