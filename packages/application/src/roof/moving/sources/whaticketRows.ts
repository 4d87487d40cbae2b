import { cleanText, knownInstant, movedStatus, movedType, type MovedRows, type MovingKind } from "@balcao/domain/moving";

type Row = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === "string" ? cleanText(value) : "");
const key = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
/** The part of an address of the network before the server's name. */
const local = (jid: unknown): string | null => key(typeof jid === "string" ? jid.replace(/[:@].*$/, "") : null);
/** A stored file's address, without the server that it names. */
const fileName = (url: string): string => url.split(/[?#]/)[0]?.split("/").at(-1) ?? "";

/** Rows of whaticket in our neutral form. */
export const READERS: { readonly [K in MovingKind]: (row: Row, now: Date) => MovedRows[K] } = {
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
      // Some of them have one id of the network in several tickets.
      sourceKey: `${text(row["ticketId"])}/${id}`,
      ticketKey: key(row["ticketId"]),
      externalId: key(id),
      quotedId: key(row["quotedMsgId"]),
      fromMe: row["fromMe"] === true,
      authorKey: key(row["contactId"]),
      authorNumber: local(row["participant"]) ?? key(row["authorNumber"]),
      personKey: key(row["userId"]),
      queueKey: key(row["queueId"]),
      type: movedType(key(row["mediaType"])),
      body: text(row["body"]),
      media: media === null ? null : fileName(media),
      mime: null,
      ack: typeof row["ack"] === "number" ? row["ack"] : 0,
      isEdited: row["isEdited"] === true,
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
};
