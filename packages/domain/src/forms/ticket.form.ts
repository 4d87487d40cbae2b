import { boolean, number, object, string, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { TICKET_SENTENCES } from "../tickets/index.js";
import { FIELD_MESSAGES, optionalText } from "./fields.js";

const limits = LIMITS.ticket;
/** A required id; 0 means that none was chosen. */
const chosen = (sentence: string) => number().default(0).required(sentence).min(1, sentence);

/** The new-ticket dialog (INBOX-038 to INBOX-040). */
export const newTicketForm = object({
  contactId: chosen(FIELD_MESSAGES.required),
  queueId: chosen(TICKET_SENTENCES.queueRequired),
  whatsappId: chosen(TICKET_SENTENCES.connectionRequired),
});
export type NewTicketForm = InferType<typeof newTicketForm>;

/** The choice of a queue for a ticket that came without one (INBOX-022, INBOX-023). */
export const chooseQueueForm = object({ queueId: chosen(TICKET_SENTENCES.queueRequired) });
export type ChooseQueueForm = InferType<typeof chooseQueueForm>;

/** The dialog of an invitation (D-550). */
export const inviteForm = object({ userId: chosen(FIELD_MESSAGES.required), comment: optionalText(limits.comment).trim() });
export type InviteForm = InferType<typeof inviteForm>;

/**
 * The transfer dialog: queue and connection are required, a person is optional (TICKET-036,
 * TICKET-037). `messageForced` is the setting of SET-001.
 */
export const transferForm = object({
  userId: number().nullable().default(null),
  queueId: chosen(TICKET_SENTENCES.transferFields),
  whatsappId: chosen(TICKET_SENTENCES.transferFields),
  messageForced: boolean().default(false),
  /** For the colleague alone. */
  comment: optionalText(limits.comment).trim(),
  transferMessage: optionalText(limits.message)
    .trim()
    .when("messageForced", { is: true, then: (schema) => schema.required(TICKET_SENTENCES.transferFields) }),
  recoverMessages: boolean().default(false),
});
export type TransferForm = InferType<typeof transferForm>;

/** The pause dialog: a tag, and an optional message (TICKET-038, TICKET-039, D-052). */
export const pauseForm = object({
  pauseTag: string().trim().default("").required(TICKET_SENTENCES.pauseFields).max(limits.pauseTag, FIELD_MESSAGES.long),
  pauseMessage: optionalText(limits.message).trim(),
});
export type PauseForm = InferType<typeof pauseForm>;
