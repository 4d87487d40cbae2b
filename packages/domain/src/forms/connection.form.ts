import { array, boolean, number, object, string, type InferType } from "yup";
import { readBrazilian } from "../contacts/index.js";
import { CONNECTOR_APIS, DEFAULT_CONNECTOR, isPairPhone, PAIR_PHONE_SENTENCE, toTypebotAddress } from "../connections/index.js";
import { LIMITS } from "../limits/index.js";
import { FIELD_MESSAGES, optionalText, requiredText } from "./fields.js";

const limits = LIMITS.connection;
const text = () => optionalText(limits.message);

/**
 * The connection dialog (CONN-013 to CONN-015, CONN-025). The two histories exclude each other
 * (CONN-020).
 */
export const connectionForm = object({
  name: requiredText(limits.name),
  api: string()
    .oneOf([...CONNECTOR_APIS])
    .default(DEFAULT_CONNECTOR),
  isDefault: boolean().default(false),
  queueIds: array(number().required()).default([]),
  /** Required with two or more queues, because the text introduces the menu (CONN-028). */
  greetingMessage: text().when("queueIds", {
    is: (ids?: readonly number[]) => (ids?.length ?? 0) > 1,
    then: (schema) => schema.trim().required("ERR_WAPP_GREETING_REQUIRED"),
  }),
  greetingBotMessage: text(),
  greetingMessageRedirect: text(),
  farewellMessage: text(),
  outOfHoursMessage: text(),
  transferMessage: text(),
  npsMessage: text(),
  npsTksMessage: text(),
  metaIntegration: boolean().default(true),
  phoneNumberId: optionalText(limits.metaId),
  wabaId: optionalText(limits.metaId),
  tokenMeta: optionalText(limits.metaToken),
  publicIDTypebot: optionalText(limits.typebotId),
  publicDNSTypebot: optionalText(limits.typebotAddress).test("https", "https", (address) => toTypebotAddress(address) !== null),
  nps: boolean().default(false),
  sendList: boolean().default(false),
  historyByQueue: boolean().default(false),
  historyByUser: boolean()
    .default(false)
    .test("history", (byUser, { parent }: { parent: { historyByQueue?: boolean } }) => !(byUser && parent.historyByQueue === true)),
});

/** The fields without which Meta carries nothing. */
const ofMeta = (max: number) =>
  optionalText(max).when("api", { is: "cloud_api", then: (schema) => schema.trim().required(FIELD_MESSAGES.required) });

/** The same for a new connection: one of Meta is not saved without its ids and token. */
export const newConnectionForm = connectionForm.shape({
  phoneNumberId: ofMeta(limits.metaId),
  wabaId: ofMeta(limits.metaId),
  tokenMeta: ofMeta(limits.metaToken),
});
export type ConnectionForm = InferType<typeof connectionForm>;

/** The number for a pairing code. */
export const pairForm = object({
  phone: string()
    .default("")
    .test("phone", PAIR_PHONE_SENTENCE, (phone) => isPairPhone(phone) || readBrazilian(phone) !== null),
});
export type PairForm = InferType<typeof pairForm>;
