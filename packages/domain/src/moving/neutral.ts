import { MESSAGE_TYPES, type MessageType } from "../messages/index.js";

/** What is taken over from another system, in this order: each kind names rows of those before it only. */
export const MOVING_KINDS = [
  "people",
  "queues",
  "tags",
  "quickAnswers",
  "contacts",
  "tagLinks",
  "tickets",
  "messages",
  "notes",
  "ratings",
  "files",
] as const;
export type MovingKind = (typeof MOVING_KINDS)[number];

/** A row of another system. Its key is unique among those of its kind, and the same each time that the system is read. */
interface Keyed {
  readonly sourceKey: string;
}

export interface MovedPerson extends Keyed {
  readonly name: string;
  readonly email: string | null;
  readonly active: boolean;
  readonly queueKeys: readonly string[];
}

export interface MovedQueue extends Keyed {
  readonly name: string;
  readonly color: string | null;
}

export interface MovedTag extends Keyed {
  readonly name: string;
  readonly color: string | null;
}

export interface MovedQuickAnswer extends Keyed {
  readonly shortcut: string;
  readonly message: string;
  /** Whose it is; null for everybody's. */
  readonly personKey: string | null;
}

/** A connection of the other system, for which one of ours is named. */
export interface MovedConnection extends Keyed {
  readonly name: string;
  readonly tickets: number;
}

/** A contact with its addresses. `number` is as it is written there; the one reader of numbers reads it (ADR 36). */
export interface MovedContact extends Keyed {
  readonly name: string;
  readonly number: string | null;
  readonly lids: readonly string[];
  /** The id of a group, without the server's name. */
  readonly group: string | null;
  readonly email: string;
  /** Of another network than WhatsApp. */
  readonly isForeign: boolean;
  readonly createdAt: Date | null;
}

export interface MovedTagLink extends Keyed {
  readonly contactKey: string | null;
  readonly tagKey: string;
}

export type MovedStatus = "open" | "pending" | "closed";

export interface MovedTicket extends Keyed {
  readonly contactKey: string | null;
  readonly status: MovedStatus;
  readonly queueKey: string | null;
  readonly personKey: string | null;
  readonly connectionKey: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  /** Why it was closed, in words. */
  readonly reason: string | null;
}

/** A text that an edit replaced, and when. */
export interface MovedEdit {
  readonly body: string;
  readonly at: Date | null;
}

export interface MovedMessage extends Keyed {
  readonly ticketKey: string | null;
  /** The provider's id, by which a message that is here already is found; null where the system has none. */
  readonly externalId: string | null;
  /** The provider's id of the quoted message. */
  readonly quotedId: string | null;
  readonly fromMe: boolean;
  /** Who of a group wrote it: the contact, and its number. */
  readonly authorKey: string | null;
  readonly authorNumber: string | null;
  /** Who of the team wrote it, where the system says so. */
  readonly personKey: string | null;
  readonly queueKey: string | null;
  readonly type: MessageType;
  readonly body: string;
  /** The name of its file; the file is looked for in the folder of files. */
  readonly media: string | null;
  /** Null: media that the system has lost. */
  readonly mime: string | null;
  readonly ack: number;
  readonly isEdited: boolean;
  /** The texts before its edits, the oldest first; absent where the system keeps none. */
  readonly edits?: readonly MovedEdit[];
  readonly isDeleted: boolean;
  readonly sentAt: Date | null;
}

export interface MovedNote extends Keyed {
  readonly ticketKey: string | null;
  readonly personKey: string | null;
  readonly text: string;
  readonly at: Date | null;
}

export interface MovedRating extends Keyed {
  readonly ticketKey: string | null;
  readonly personKey: string | null;
  readonly rate: number | null;
  readonly at: Date | null;
}

/** The file of a message. Its name is what the source opens it by; one that leads out of the source's folder has none. */
export interface MovedFile extends Keyed {
  readonly messageKey: string;
  readonly name: string;
  /** Its name as people know it. */
  readonly fileName: string;
}

export interface MovedRows {
  readonly people: MovedPerson;
  readonly queues: MovedQueue;
  readonly tags: MovedTag;
  readonly quickAnswers: MovedQuickAnswer;
  readonly contacts: MovedContact;
  readonly tagLinks: MovedTagLink;
  readonly tickets: MovedTicket;
  readonly messages: MovedMessage;
  readonly notes: MovedNote;
  readonly ratings: MovedRating;
  readonly files: MovedFile;
}

/** How many rows of a kind the system has, counted by itself and not by reading them, and how long their texts are together. */
export interface MovingCount {
  readonly rows: number;
  readonly characters: number;
}

/** A system of before. It is only read. */
export interface MovingSource {
  /** Names the system in the journal: the same one in each run. */
  readonly name: string;
  connections(): Promise<readonly MovedConnection[]>;
  counts(): Promise<Readonly<Record<MovingKind, MovingCount>>>;
  /**
   * The rows of a kind in an order that is the same each time, in batches with the place to go on from. After a place, rows of it may
   * come again; none is left out.
   */
  read<K extends MovingKind>(
    kind: K,
    after: string | null,
  ): AsyncGenerator<{ readonly rows: readonly MovedRows[K][]; readonly place: string }>;
  /** The bytes of a file by its name; null where it is not there. A source without it has no files at hand. */
  readonly openFile?: (name: string) => Promise<AsyncIterable<Uint8Array> | null>;
  close(): Promise<void>;
}

/** Whether a name is one of a file and leads to no other folder. */
export const isPlainName = (name: string): boolean => !["", ".", ".."].includes(name) && !/[/\\]/.test(name) && !name.includes("\0");

/** A text without the characters that PostgreSQL refuses; a cut emoji is dropped, and everything else stays as it is. */
export const cleanText = (text: string | null | undefined): string =>
  (text ?? "").replaceAll("\u0000", "").replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "");

/** Before it there were no conversations to take over: systems write such instants where they know none. */
const FIRST = Date.UTC(2009, 0, 1);
/** The clock of another server may be ahead by a day. */
const AHEAD_MS = 24 * 3_600_000;

/** An instant, or null for what is none: no value, the epoch, `infinity`, or the future. */
export function knownInstant(value: unknown, now: Date): Date | null {
  if (!(value instanceof Date)) return null;
  const at = value.getTime();
  return at >= FIRST && at <= now.getTime() + AHEAD_MS ? value : null;
}

/** The state of a ticket of before; a word that is not known leaves it closed. */
export function movedStatus(written: string | null): MovedStatus {
  const word = (written ?? "").toLowerCase();
  if (["open", "group"].includes(word)) return "open";
  return ["pending", "chatbot", "lgpd"].includes(word) ? "pending" : "closed";
}

const SAME_TYPES: ReadonlyMap<string, MessageType> = new Map([
  ...MESSAGE_TYPES.map((type) => [type.toLowerCase(), type] as const),
  ["comment", "text"],
  ["error", "text"],
  ["ptt", "audio"],
  ["imagemessage", "image"],
  ["videomessage", "video"],
  ["audiomessage", "audio"],
  ["documentmessage", "document"],
  ["documentwithcaptionmessage", "document"],
  ["application", "document"],
  ["stickermessage", "sticker"],
  ["livelocationmessage", "location"],
  ["contactmessage", "vcard"],
  ["contactsarraymessage", "contacts"],
  ["multi_vcard", "contacts"],
]);

/** The type of a message by its name there; what is not known is a text. */
export const movedType = (written: string | null): MessageType => SAME_TYPES.get((written ?? "chat").toLowerCase()) ?? "conversation";

/** A colour of before, or the neutral one. */
export const movedColor = (written: string | null): string =>
  /^#[0-9a-f]{3}([0-9a-f]{3})?$/i.test(written ?? "") ? (written ?? "") : "#7a7a7a";

/** A system that an import has read: a product, and the name that its runs have; an exported chat has none that people know. */
export interface MovedSystem {
  readonly product: "whaticket" | "chatwoot" | "whatsapp" | null;
  readonly name: string;
}

/** The system of a source by the name that the journal has, such as `whaticket:old`. */
export function movedSystem(source: string): MovedSystem {
  const [, product, name = ""] = /^(whaticket|chatwoot|chat):(.*)$/s.exec(source) ?? [];
  if (product === "whaticket" || product === "chatwoot") return { product, name };
  return product === "chat" ? { product: "whatsapp", name: "" } : { product: null, name: source };
}
