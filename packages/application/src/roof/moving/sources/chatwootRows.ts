import type { MessageType } from "@balcao/domain/messages";
import { cleanText, knownInstant, type MovedContact, type MovedMessage, type MovedStatus } from "@balcao/domain/moving";
import type { Readers, Row } from "./foreignSource.js";

const text = (value: unknown): string => (typeof value === "string" ? cleanText(value) : "");
const key = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** open, resolved, pending (a bot has it) and snoozed, which comes back. */
const STATES: readonly MovedStatus[] = ["open", "closed", "pending", "open"];
/** sent, delivered, read and failed. */
const ACKS: readonly number[] = [1, 2, 3, -1];
const TYPES: readonly MessageType[] = ["image", "audio", "video", "document"];
const OUTGOING: readonly unknown[] = [1, 3];

/** What a message says of itself besides its text; some versions have written it as a text within a text. */
function attributesOf(written: unknown): Readonly<Record<string, unknown>> {
  let read: unknown = written;
  for (let depth = 0; depth < 2 && typeof read === "string"; depth += 1) {
    try {
      read = JSON.parse(read);
    } catch {
      return {};
    }
  }
  return typeof read === "object" && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
}

/** The network's id of a message; bridges write their mark before it. */
const networkId = (written: unknown): string | null => key(typeof written === "string" ? written.replace(/^WAID:/i, "") : null);

/** The key of a message or of its further file. */
const partKey = (row: Row): string => (row["nth"] === 1 ? text(row["id"]) : `${text(row["id"])}.${text(row["attachment_id"])}`);

/** The addresses of a contact. Bridges keep the network's own in `identifier`; addresses of inboxes are digits with the country. */
function addressesOf(row: Row): Pick<MovedContact, "number" | "lids" | "group"> {
  const [, local = "", server = ""] = /^([^@:]+)(?::\d+)?@(.+)$/.exec(text(row["identifier"])) ?? [];
  if (server === "g.us") return { number: null, lids: [], group: local };
  const digits = /^(?:whatsapp:)?\+?(\d{8,15})$/.exec(text(row["address"]))?.[1];
  const given = key(row["phone_number"]) ?? (server === "s.whatsapp.net" ? `+${local}` : null);
  return { number: given ?? (digits === undefined ? null : `+${digits}`), lids: server === "lid" ? [local] : [], group: null };
}

const bodyOf = (row: Row, now: Date): Omit<MovedMessage, "sourceKey" | "externalId" | "quotedId"> => {
  const fromMe = OUTGOING.includes(row["message_type"]);
  const type = typeof row["file_type"] === "number" ? TYPES[row["file_type"]] : undefined;
  return {
    ticketKey: key(row["conversation_id"]),
    fromMe,
    authorKey: key(row["contactId"]),
    authorNumber: null,
    personKey: key(row["personId"]),
    queueKey: null,
    type: type ?? "text",
    body: text(row["body"]),
    media: type === undefined ? null : key(row["filename"]),
    mime: key(row["content_type"]),
    ack: fromMe ? (ACKS[Number(row["status"] ?? 0)] ?? 1) : 0,
    isEdited: false,
    isDeleted: attributesOf(row["attributes"])["deleted"] === true,
    sentAt: knownInstant(row["created_at"], now),
  };
};

/** Rows of Chatwoot in our neutral form. */
export const READERS: Readers = {
  people: (row) => ({ sourceKey: text(row["id"]), name: text(row["name"]), email: key(row["email"]), active: true, queueKeys: [] }),
  queues: (row) => ({ sourceKey: text(row["id"]), name: text(row["name"]).trim(), color: null }),
  tags: (row) => ({ sourceKey: text(row["id"]), name: text(row["name"]).trim(), color: key(row["color"]) }),
  quickAnswers: (row) => ({
    sourceKey: text(row["id"]),
    shortcut: text(row["short_code"]),
    message: text(row["content"]),
    personKey: null,
  }),
  contacts: (row, now) => ({
    ...addressesOf(row),
    sourceKey: text(row["id"]),
    name: text(row["name"]),
    email: text(row["email"]),
    isForeign: false,
    createdAt: knownInstant(row["created_at"], now),
  }),
  tagLinks: (row) => ({ sourceKey: text(row["place"]), contactKey: key(row["contact"]), tagKey: text(row["tag"]) }),
  tickets: (row, now) => ({
    sourceKey: text(row["id"]),
    contactKey: key(row["contact_id"]),
    status: STATES[Number(row["status"] ?? 1)] ?? "closed",
    queueKey: key(row["team_id"]),
    personKey: key(row["assignee_id"]),
    connectionKey: key(row["inbox_id"]),
    createdAt: knownInstant(row["created_at"], now),
    updatedAt: knownInstant(row["last_activity_at"], now) ?? knownInstant(row["updated_at"], now),
    acceptedAt: knownInstant(row["first_reply_created_at"], now),
    closedAt: null,
    reason: null,
  }),
  messages: (row, now) => {
    const isFirst = row["nth"] === 1;
    const quotedId = isFirst ? networkId(attributesOf(row["attributes"])["in_reply_to_external_id"]) : null;
    return { ...bodyOf(row, now), sourceKey: partKey(row), externalId: isFirst ? networkId(row["source_id"]) : null, quotedId };
  },
  notes: (row, now) => ({
    sourceKey: text(row["id"]),
    ticketKey: key(row["conversation_id"]),
    personKey: key(row["personId"]),
    text: text(row["content"]),
    at: knownInstant(row["created_at"], now),
  }),
  ratings: (row, now) => ({
    sourceKey: text(row["id"]),
    ticketKey: key(row["conversation_id"]),
    personKey: key(row["assigned_agent_id"]),
    rate: typeof row["rating"] === "number" ? row["rating"] : null,
    at: knownInstant(row["created_at"], now),
  }),
  files: (row) => ({ sourceKey: partKey(row), messageKey: partKey(row), name: text(row["key"]), fileName: text(row["filename"]) }),
};
