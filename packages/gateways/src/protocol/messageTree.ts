import type { MediaKind, MediaSource, MessageContent } from "@balcao/domain/messages";
import { MEDIA, POLLS, pollText, SILENT, WRAPPERS } from "./messageParts.js";
import { flagAt, listAt, numberAt, objectAt, textAt, toObject, type PlainObject } from "./plainJson.js";
import { hasReader, mediaHolders, structuredWords } from "./structuredWords.js";
import { joinLines, LIVE_LOCATION } from "./words.js";

/** The content part of WhatsApp's `Message`. */
export interface Part {
  /** Its name in lower case, because connectors use different case. */
  readonly name: string;
  /** Its name as received. */
  readonly providerType: string;
  readonly value: unknown;
}

/** What only the connector knows about the file of a message. */
export interface FileReader {
  readonly sourceOf: (media: MediaKind, part: Part) => MediaSource | null;
  /** The type and name beside the message, used when the message has none. */
  readonly mime?: string;
  readonly fileName?: string;
}

/** Replaces a content that linked devices do not receive or could not decrypt. */
export const UNREADABLE: Part = { name: "placeholdermessage", providerType: "placeholderMessage", value: {} };

/** A message that can be seen once, and only on the phone. */
export const VIEW_ONCE: Part = { name: "viewonce", providerType: "viewOnce", value: {} };

const lower = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));
const ENVELOPES = lower(WRAPPERS);
const WITHOUT_CONTENT = lower(SILENT);
const POLL_NAMES = lower(POLLS);
const MEDIA_NAMES = new Map(Object.entries(MEDIA).map(([name, kind]) => [name.toLowerCase(), kind]));

/** A content of a newer protocol, of which the library left nothing. */
export const NEWER: Part = { name: "newermessage", providerType: "newerMessage", value: {} };

/**
 * Whether a `Message` without a content that we know had one: only its context is there, or an
 * envelope with nothing in it.
 */
export function hidesContent(message: PlainObject | null, isInside = false): boolean {
  const entries = Object.entries(message ?? {}).filter(([, value]) => value !== null);
  const envelope = entries.find(([name]) => ENVELOPES.has(name.toLowerCase()));
  if (envelope !== undefined) {
    const inner = objectAt(toObject(envelope[1]), "message");
    return inner !== null && hidesContent(inner, true);
  }
  return (isInside || entries.length > 0) && entries.every(([name]) => name.toLowerCase() === "messagecontextinfo");
}

/** The content of a `Message`, out of its envelopes; null when it has none. */
export function partOf(message: PlainObject | null, depth = 0): Part | null {
  const found = Object.entries(message ?? {}).find(([key, value]) => value !== null && !WITHOUT_CONTENT.has(key.toLowerCase()));
  if (found === undefined) return null;
  const [providerType, value] = found;
  const name = providerType.toLowerCase();
  const inner = objectAt(toObject(value), "message");
  if (depth === 4 || !(ENVELOPES.has(name) || isNewEnvelope(name, value, inner))) return { name, providerType, value };
  return partOf(inner, depth + 1);
}

/** WhatsApp adds envelopes (`FutureProofMessage`) each month: a kind without a reader that has a message and nothing else. */
function isNewEnvelope(name: string, value: unknown, inner: PlainObject | null): boolean {
  return inner !== null && Object.keys(toObject(value) ?? {}).length === 1 && !hasReader(name) && partOf(inner, 4) !== null;
}

/**
 * The content in our own terms. Text is never lost and never empty: a content without anything to
 * show is `unsupported`.
 */
export function toContent(part: Part, file: FileReader): MessageContent {
  const fields = toObject(part.value);
  if (MEDIA_NAMES.has(part.name)) return toMedia(part, file);
  switch (part.name) {
    case "conversation":
      return toText(part, plainText(part));
    case "extendedtextmessage":
      return toText(
        part,
        textAt(fields, "text") || joinLines(textAt(fields, "title"), textAt(fields, "matchedText")),
        "extendedTextMessage",
      );
    case "locationmessage":
    case "livelocationmessage":
      return toLocation(part, fields);
    case "contactmessage":
      return { kind: "contacts", vcards: [toCard(fields)] };
    case "contactsarraymessage":
      return { kind: "contacts", vcards: listAt(fields, "contacts").map((each) => toCard(toObject(each))) };
    case VIEW_ONCE.name:
      return { kind: "viewOnce" };
    case UNREADABLE.name:
      return { kind: "unreadable" };
    default:
      return POLL_NAMES.has(part.name) ? toText(part, pollText(textAt(fields, "name"), optionsOf(fields))) : toStructured(part, file);
  }
}

/** The text of a structured message, as the caption when it also has a file. */
function toStructured(part: Part, file: FileReader): MessageContent {
  const words = structuredWords(part.name, part.value);
  const shown = mediaHolders(part.name, part.value)
    .flatMap((holder) => Object.entries(holder))
    .find(([name, value]) => MEDIA_NAMES.has(name.toLowerCase()) && toObject(value) !== null);
  if (shown === undefined) return toText(part, words);
  const [providerType, value] = shown;
  const media = toMedia({ name: providerType.toLowerCase(), providerType, value }, file);
  return media.kind === "media" ? { ...media, caption: joinLines(words, media.caption) } : media;
}

function toText(part: Part, body: string, type: "conversation" | "extendedTextMessage" = "conversation"): MessageContent {
  return body.trim() === "" ? { kind: "unsupported", providerType: part.providerType } : { kind: "text", type, body };
}

/** The part of a content that can be edited: its text or its caption. */
export function editableText(part: Part): string {
  if (part.name === "conversation") return plainText(part);
  return textAt(toObject(part.value), part.name === "extendedtextmessage" ? "text" : "caption");
}

function plainText({ value }: Part): string {
  return typeof value === "string" ? value : "";
}

function optionsOf(fields: PlainObject | null): string[] {
  return listAt(fields, "options").map((option) => textAt(toObject(option), "optionName"));
}

function toLocation(part: Part, fields: PlainObject | null): MessageContent {
  const latitude = numberAt(fields, "degreesLatitude");
  const longitude = numberAt(fields, "degreesLongitude");
  if (latitude === null || longitude === null) return { kind: "unsupported", providerType: part.providerType };
  return {
    kind: "location",
    latitude,
    longitude,
    name: textAt(fields, "name") || (part.name === "livelocationmessage" ? LIVE_LOCATION : ""),
    address: textAt(fields, "address") || textAt(fields, "caption") || textAt(fields, "comment"),
    thumbnail: textAt(fields, "jpegThumbnail") || null,
  };
}

function toCard(fields: PlainObject | null): { name: string; vcard: string } {
  return { name: textAt(fields, "displayName"), vcard: textAt(fields, "vcard") };
}

function toMedia(part: Part, file: FileReader): MessageContent {
  const fields = toObject(part.value);
  const media = MEDIA_NAMES.get(part.name) ?? "document";
  const besideName = media === "document" ? file.fileName : undefined;
  return {
    kind: "media",
    media,
    mime: textAt(fields, "mimetype") || file.mime || null,
    fileName: textAt(fields, "fileName") || textAt(fields, "title") || besideName || null,
    caption: textAt(fields, "caption"),
    voice: media === "audio" && flagAt(fields, "ptt"),
    seconds: numberAt(fields, "seconds"),
    source: file.sourceOf(media, part),
  };
}
