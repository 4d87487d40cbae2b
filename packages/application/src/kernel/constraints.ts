import { AppError, invalidField } from "@balcao/contracts/errors";
import { uniqueViolation } from "@balcao/database/sql";

/** What a person is told when a unique index decides: the error, with the field where there is one. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  connection_name_uq: () => new AppError("ERR_NAME_TAKEN", { details: [{ field: "name", rule: "unique" }] }),
  connection_phone_number_uq: () => invalidField("phoneNumberId", "unique"),
  contact_number_uq: () => new AppError("ERR_DUPLICATED_CONTACT"),
  queue_color_uq: () => new AppError("ERR_QUEUE_COLOR_ALREADY_EXISTS"),
  queue_name_uq: () => new AppError("ERR_NAME_TAKEN"),
  ticket_one_live: () => new AppError("ERR_OTHER_OPEN_TICKET"),
  user_email_uq: () => new AppError("ERR_EMAIL_TAKEN"),
};

/** Unique indexes that no request of a person can violate: their rows are made by us, or conflicts on them are handled in SQL. */
export const INTERNAL_CONSTRAINTS: readonly string[] = [
  "auth_session_previous_uq",
  "auth_session_refresh_uq",
  "connection_default_uq",
  "connection_gap_open_uq",
  "message_uq",
  "outbox_external_uq",
];

/** The indexes whose violation has an error for people. */
export const REFUSED_CONSTRAINTS: readonly string[] = Object.keys(REFUSALS);

/** The error for people behind a violated unique index; every other error as it is. */
export function toRefusal(error: unknown): unknown {
  return REFUSALS[uniqueViolation(error) ?? ""]?.() ?? error;
}
