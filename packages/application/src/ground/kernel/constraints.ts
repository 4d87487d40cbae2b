import { AppError, invalidField } from "@balcao/contracts/errors";
import { uniqueViolation } from "@balcao/database/sql";

/** The errors for violated unique indexes, with the form field where there is one. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  chat_message_client_key_uq: () => new AppError("ERR_IDEMPOTENCY_CONFLICT"),
  connection_name_uq: () => new AppError("ERR_NAME_TAKEN", { details: [{ field: "name", rule: "unique" }] }),
  connection_phone_number_uq: () => invalidField("phoneNumberId", "unique"),
  contact_number_uq: () => new AppError("ERR_DUPLICATED_CONTACT"),
  job_figures_uq: () => new AppError("ERR_RECOUNT_RUNNING"),
  job_running_uq: () => new AppError("ERR_JOB_RUNNING"),
  message_client_key_uq: () => new AppError("ERR_IDEMPOTENCY_CONFLICT"),
  queue_color_uq: () => new AppError("ERR_QUEUE_COLOR_ALREADY_EXISTS"),
  queue_name_uq: () => new AppError("ERR_NAME_TAKEN"),
  quick_answer_shortcut_uq: () => invalidField("shortcut", "unique"),
  report_running_uq: () => new AppError("ERR_REPORT_RUNNING"),
  saved_view_own_name_uq: () => new AppError("ERR_NAME_TAKEN"),
  saved_view_queue_name_uq: () => new AppError("ERR_NAME_TAKEN"),
  tag_name_uq: () => new AppError("ERR_NAME_TAKEN"),
  ticket_one_live: () => new AppError("ERR_OTHER_OPEN_TICKET"),
  user_email_uq: () => new AppError("ERR_EMAIL_TAKEN"),
};

/**
 * Unique indexes that no request can violate: the product creates their values, or SQL handles
 * their conflicts.
 */
export const INTERNAL_CONSTRAINTS: readonly string[] = [
  "auth_session_previous_uq",
  "auth_session_refresh_uq",
  "chat_pair_uq",
  "comment_mention_once",
  "connection_default_uq",
  "connection_gap_open_uq",
  "message_uq",
  "moving_run_one",
  "outbox_cause_uq",
  "outbox_external_uq",
  "protocol_number_uq",
  "rating_open_uq",
  "send_recipient_destination_uq",
  "target_clock_running",
];

/** The indexes whose violation has an error for people. */
export const REFUSED_CONSTRAINTS: readonly string[] = Object.keys(REFUSALS);

/**
 * Converts a violated unique index into its error for people; returns every other error unchanged.
 */
export function toRefusal(error: unknown): unknown {
  return REFUSALS[uniqueViolation(error) ?? ""]?.() ?? error;
}
