import type { Row } from "./foreignSource.js";

/** What an api answers: nothing of it is trusted to be there. */
export type Json = Readonly<Record<string, unknown>>;

export const toJson = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
/** The objects of a list, also of one that is wrapped in `payload`. */
export const toList = (value: unknown): readonly Json[] => {
  const list = Array.isArray(value) ? value : toJson(value)["payload"];
  return Array.isArray(list) ? list.filter((each) => typeof each === "object" && each !== null).map(toJson) : [];
};
/** An id as a text; null for none. */
export const idOf = (value: unknown): string | null => {
  const id = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  return /^\d{1,18}$/.test(id) && id !== "0" ? id : null;
};

/** Instants are seconds there; 0 is none. */
const instantOf = (value: unknown): Date | null => (typeof value === "number" && value > 0 ? new Date(value * 1_000) : null);

const STATES: readonly unknown[] = ["open", "resolved", "pending", "snoozed"];
const TICKS: readonly unknown[] = ["sent", "delivered", "read", "failed"];
const FILES: readonly unknown[] = ["image", "audio", "video", "file", "location"];
const OTHER_FILE = 5;
/** The inboxes whose addresses of contacts are numbers. */
const NUMBERED: readonly unknown[] = ["Channel::Whatsapp", "Channel::TwilioSms"];

const withId = (row: Json, more: Row): Row => ({ place: idOf(row["id"]) ?? "", id: idOf(row["id"]) ?? "", ...more });

/** Rows of the lists that are read whole, with the names that the database has. */
export const SMALL = {
  people: (row: Json): Row => withId(row, { name: row["name"], email: row["email"] }),
  queues: (row: Json): Row => withId(row, { name: row["name"] }),
  tags: (row: Json): Row => withId(row, { name: row["title"], color: row["color"] }),
  quickAnswers: (row: Json): Row => withId(row, { short_code: row["short_code"], content: row["content"] }),
  ratings: (row: Json): Row =>
    withId(row, {
      conversation_id: idOf(row["conversation_id"]),
      assigned_agent_id: idOf(toJson(row["assigned_agent"])["id"]),
      rating: row["rating"],
      created_at: instantOf(row["created_at"]),
    }),
} as const;

export function contactRow(row: Json): Row {
  const numbered = toList(row["contact_inboxes"]).find((each) => NUMBERED.includes(toJson(each["inbox"])["channel_type"]));
  const { name, email, phone_number, identifier } = row;
  return withId(row, { name, email, phone_number, identifier, address: numbered?.["source_id"], created_at: instantOf(row["created_at"]) });
}

/** A conversation; people see it by the number that is its id here. */
export function ticketRow(row: Json): Row {
  const meta = toJson(row["meta"]);
  const ofMeta = (name: string): string | null => idOf(toJson(meta[name])["id"]);
  return withId(row, {
    ...{ contact_id: ofMeta("sender"), assignee_id: ofMeta("assignee"), team_id: ofMeta("team"), inbox_id: idOf(row["inbox_id"]) },
    status: Math.max(0, STATES.indexOf(row["status"])),
    created_at: instantOf(row["created_at"]),
    updated_at: null,
    last_activity_at: instantOf(row["last_activity_at"]),
    first_reply_created_at: instantOf(row["first_reply_created_at"]),
  });
}

/** The name of a file in its address. */
function fileNameOf(address: unknown): string | null {
  if (typeof address !== "string") return null;
  const name = address.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A message's part: the message itself, or one of its files. `address` is where the file is. */
export interface MessagePart {
  readonly row: Row;
  readonly address: string | null;
}

const titleOf = (file: Json, type: number): string => {
  if (type === FILES.indexOf("location"))
    return `https://www.google.com/maps?q=${Number(file["coordinates_lat"] ?? 0)},${Number(file["coordinates_long"] ?? 0)}`;
  return type >= OTHER_FILE && typeof file["fallback_title"] === "string" ? file["fallback_title"] : "";
};

/** A message of a customer, a colleague or a template as rows, one for each of its files. */
export function messageParts(message: Json, conversationId: string): MessagePart[] {
  const sender = toJson(message["sender"]);
  const content = typeof message["content"] === "string" ? message["content"] : "";
  const common = {
    conversation_id: conversationId,
    message_type: message["message_type"],
    status: Math.max(0, TICKS.indexOf(message["status"])),
    source_id: message["source_id"],
    attributes: message["content_attributes"],
    personId: sender["type"] === "user" ? idOf(sender["id"]) : null,
    contactId: sender["type"] === "contact" ? idOf(sender["id"]) : null,
    created_at: instantOf(message["created_at"]),
  };
  const files = [...toList(message["attachments"])].sort((one, other) => Number(one["id"]) - Number(other["id"]));
  if (files.length === 0) return [{ row: withId(message, { ...common, nth: 1, body: content }), address: null }];
  return files.map((file, at) => {
    const known = FILES.indexOf(file["file_type"]);
    const type = known < 0 ? OTHER_FILE : known;
    const address = type < FILES.indexOf("location") && typeof file["data_url"] === "string" ? file["data_url"] : null;
    const body = at === 0 && content !== "" ? content : titleOf(file, type);
    const named = { attachment_id: idOf(file["id"]), file_type: type, filename: address === null ? null : fileNameOf(address) };
    return { row: withId(message, { ...common, ...named, nth: at + 1, body }), address };
  });
}

/** A private message, which only colleagues read. */
export const noteRow = (message: Json, conversationId: string): Row => {
  const [first] = messageParts({ ...message, attachments: [] }, conversationId);
  return { ...first?.row, content: first?.row["body"] };
};

export const isActivity = (message: Json): boolean => message["message_type"] === 2;
export const isNote = (message: Json): boolean => message["private"] === true && !isActivity(message);
