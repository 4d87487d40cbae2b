import { boolean, number, object, string, type InferType } from "yup";
import { TICKET_SENTENCES } from "../tickets/index.js";
import { FIELD_MESSAGES, optionalText } from "./fields.js";

const chosen = (sentence: string) => number().nullable().default(null).required(sentence).min(1, sentence);

/** The new-ticket dialog (INBOX-038 to INBOX-040). */
export const newTicketForm = object({
  contactId: chosen(FIELD_MESSAGES.required),
  queueId: chosen(TICKET_SENTENCES.queueRequired),
  whatsappId: chosen(TICKET_SENTENCES.connectionRequired),
});
export type NewTicketForm = InferType<typeof newTicketForm>;

/** The transfer dialog: queue and connection, a user if one is meant (TICKET-036, TICKET-037). */
export const transferForm = object({
  userId: number().nullable().default(null),
  queueId: chosen(TICKET_SENTENCES.transferFields),
  whatsappId: chosen(TICKET_SENTENCES.transferFields),
  transferMessage: optionalText(4_000),
  comment: optionalText(4_000),
  recoverMessages: boolean().default(false),
});
export type TransferForm = InferType<typeof transferForm>;

/** The pause dialog: a tag of 1 to 50 characters, a message if one is meant (TICKET-038, TICKET-039, D-052). */
export const pauseForm = object({
  pauseTag: string().trim().default("").required(TICKET_SENTENCES.pauseFields).max(50, FIELD_MESSAGES.long),
  pauseMessage: optionalText(4_000),
});
export type PauseForm = InferType<typeof pauseForm>;
