import { isTextType, type MessageType } from "@balcao/domain/messages";
import { cleanText, knownInstant, movedStatus, movedType, type MovedEdit } from "@balcao/domain/moving";
import type { Readers, Row } from "./foreignSource.js";

const text = (value: unknown): string => (typeof value === "string" ? cleanText(value) : "");
const key = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
/** The part of an address of the network before the server's name. */
const local = (jid: unknown): string | null => key(typeof jid === "string" ? jid.replace(/[:@].*$/, "") : null);
/** The name in the folder of files: stored addresses begin with that of the server. */
function nameInFolder(url: string): string {
  const [, written] = /^https?:\/\/[^/]*\/(?:public\/)?([^?#]*)/i.exec(url) ?? [];
  if (written === undefined) return url;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

const fileName = (url: string): string => nameInFolder(url).split(/[/\\]/).at(-1) ?? "";

/** What has a file is no text, whatever its type was called. */
function typeOf(written: string | null, hasFile: boolean): MessageType {
  const type = movedType(written);
  return hasFile && isTextType(type) ? "document" : type;
}

/** Some of them have one id of the network in several tickets. */
const messageKey = (row: Row): string => `${text(row["ticketId"])}/${text(row["id"])}`;

const editsOf = (written: unknown, now: Date): MovedEdit[] =>
  Array.isArray(written)
    ? (written as readonly Row[]).map((edit) => ({ body: text(edit["body"]), at: knownInstant(new Date(text(edit["at"])), now) }))
    : [];

/** Rows of whaticket in our neutral form. */
export const READERS: Readers = {
  people: (row) => ({ sourceKey: text(row["id"]), name: text(row["name"]), email: key(row["email"]), active: true, queueKeys: [] }),
  queues: (row) => ({ sourceKey: text(row["id"]), name: text(row["name"]).trim(), color: key(row["color"]) }),
  tags: (row) => ({ sourceKey: text(row["id"]), name: text(row["name"] ?? row["tag"]).trim(), color: key(row["color"]) }),
  quickAnswers: (row) => ({
    sourceKey: text(row["id"]),
    shortcut: text(row["shortcut"] ?? row["shortcode"]),
    message: text(row["message"]),
    personKey: key(row["userId"]),
  }),
  contacts: (row, now) => {
    const number = key(row["number"]);
    const isGroup = row["isGroup"] === true || number?.endsWith("@g.us") === true;
    const isLid = number?.endsWith("@lid") === true;
    const lids = [...(row["lids"] as readonly string[]), ...(isLid ? [number] : []), key(row["lid"])].flatMap((lid) => local(lid) ?? []);
    return {
      sourceKey: text(row["id"]),
      name: text(row["name"]),
      number: isGroup || isLid ? null : local(number),
      lids: isGroup ? [] : [...new Set(lids)],
      group: isGroup ? local(number) : null,
      email: text(row["email"]),
      isForeign: !["", "whatsapp"].includes(text(row["channel"])),
      createdAt: knownInstant(row["createdAt"], now),
    };
  },
  tagLinks: (row) => ({ sourceKey: text(row["place"]), contactKey: key(row["contactId"]), tagKey: text(row["tagId"]) }),
  tickets: (row, now) => ({
    sourceKey: text(row["id"]),
    contactKey: key(row["contactId"]),
    status: movedStatus(key(row["status"])),
    queueKey: key(row["queueId"]),
    personKey: key(row["userId"]),
    connectionKey: key(row["whatsappId"]),
    createdAt: knownInstant(row["createdAt"], now),
    updatedAt: knownInstant(row["updatedAt"], now),
    acceptedAt: knownInstant(row["acceptedAt"], now),
    closedAt: knownInstant(row["closedAt"], now),
    reason: null,
  }),
  messages: (row, now) => {
    const id = text(row["id"]);
    const media = key(row["mediaUrl"]);
    return {
      sourceKey: messageKey(row),
      ticketKey: key(row["ticketId"]),
      externalId: key(id),
      quotedId: key(row["quotedMsgId"]),
      fromMe: row["fromMe"] === true,
      authorKey: key(row["contactId"]),
      authorNumber: local(row["participant"]) ?? key(row["authorNumber"]),
      personKey: key(row["userId"]),
      queueKey: key(row["queueId"]),
      type: typeOf(key(row["mediaType"]), media !== null),
      body: text(row["body"]),
      media: media === null ? null : fileName(media),
      mime: null,
      ack: typeof row["ack"] === "number" ? row["ack"] : 0,
      isEdited: row["isEdited"] === true,
      edits: editsOf(row["edits"], now),
      isDeleted: row["isDeleted"] === true,
      sentAt: knownInstant(row["createdAt"], now),
    };
  },
  notes: (row, now) => ({
    sourceKey: text(row["id"]),
    ticketKey: key(row["ticketId"]),
    personKey: key(row["userId"]),
    text: text(row["note"]),
    at: knownInstant(row["createdAt"], now),
  }),
  ratings: (row, now) => ({
    sourceKey: text(row["id"]),
    ticketKey: key(row["ticketId"]),
    personKey: key(row["userId"]),
    rate: typeof row["rate"] === "number" ? row["rate"] : null,
    at: knownInstant(row["createdAt"], now),
  }),
  files: (row) => {
    const url = text(row["mediaUrl"]);
    return { sourceKey: messageKey(row), messageKey: messageKey(row), name: nameInFolder(url), fileName: fileName(url) };
  },
};
