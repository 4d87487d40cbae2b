import { MEDIA, POLLS, pollText, SILENT, WRAPPERS } from "../protocol/messageParts.js";
import type { MediaKind, MediaSource, MessageContent } from "@balcao/domain/messaging";
import { flagAt, listAt, numberAt, objectAt, toObject, textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

/** A message's one content: its name in WhatsApp's protocol and its fields. */
export interface Part {
  readonly name: string;
  readonly value: unknown;
}

const ENVELOPES: ReadonlySet<string> = new Set(WRAPPERS);
const UNSEEN: ReadonlySet<string> = new Set(SILENT);

/** The content of a protocol message, out of its envelopes; null when it carries none. */
export function partOf(message: PlainObject | null, depth = 0): Part | null {
  const found = Object.entries(message ?? {}).find(([name]) => !UNSEEN.has(name));
  if (found === undefined) return null;
  const [name, value] = found;
  if (!ENVELOPES.has(name) || depth === 4) return { name, value };
  return partOf(objectAt(toObject(value), "message"), depth + 1);
}

/** The content in the house's words. `envelope` is the whole payload: a file of long ago is asked for again by its key. */
export function toContent(part: Part, envelope: PlainObject): MessageContent {
  const fields = toObject(part.value);
  const media = MEDIA[part.name];
  if (media !== undefined) return toMedia(media, part.name, fields, envelope);
  if (POLLS.includes(part.name)) return answer(pollText(textAt(fields, "name"), optionsOf(fields)));
  switch (part.name) {
    case "conversation":
      return { kind: "text", type: "conversation", body: typeof part.value === "string" ? part.value : "" };
    case "extendedTextMessage":
      return { kind: "text", type: "extendedTextMessage", body: textAt(fields, "text") };
    case "listResponseMessage":
      return answer(textAt(fields, "title") || textAt(objectAt(fields, "singleSelectReply"), "selectedRowId"));
    case "buttonsResponseMessage":
      return answer(textAt(fields, "selectedDisplayText") || textAt(fields, "selectedButtonId"));
    case "templateButtonReplyMessage":
      return answer(textAt(fields, "selectedDisplayText") || textAt(fields, "selectedId"));
    case "interactiveResponseMessage":
      return answer(textAt(objectAt(fields, "body"), "text"));
    case "locationMessage":
    case "liveLocationMessage":
      return toLocation(part, fields);
    case "contactMessage":
      return { kind: "contacts", vcards: [toCard(fields)] };
    case "contactsArrayMessage":
      return { kind: "contacts", vcards: listAt(fields, "contacts").map((each) => toCard(toObject(each))) };
    default:
      return { kind: "unsupported", providerType: part.name };
  }
}

/** What can be edited of a content: its text or its caption. */
export function editableText(part: Part): string {
  if (part.name === "conversation") return typeof part.value === "string" ? part.value : "";
  return textAt(toObject(part.value), part.name === "extendedTextMessage" ? "text" : "caption");
}

function optionsOf(fields: PlainObject | null): string[] {
  return listAt(fields, "options").map((option) => textAt(toObject(option), "optionName"));
}

function answer(body: string): MessageContent {
  return { kind: "text", type: "conversation", body };
}

function toLocation(part: Part, fields: PlainObject | null): MessageContent {
  const latitude = numberAt(fields, "degreesLatitude");
  const longitude = numberAt(fields, "degreesLongitude");
  if (latitude === null || longitude === null) return { kind: "unsupported", providerType: part.name };
  return {
    kind: "location",
    latitude,
    longitude,
    name: textAt(fields, "name"),
    address: textAt(fields, "address") || textAt(fields, "caption"),
    thumbnail: textAt(fields, "jpegThumbnail") || null,
  };
}

function toCard(fields: PlainObject | null): { name: string; vcard: string } {
  return { name: textAt(fields, "displayName"), vcard: textAt(fields, "vcard") };
}

function toMedia(media: MediaKind, name: string, fields: PlainObject | null, envelope: PlainObject): MessageContent {
  return {
    kind: "media",
    media,
    mime: textAt(fields, "mimetype") || null,
    fileName: textAt(fields, "fileName") || textAt(fields, "title") || null,
    caption: textAt(fields, "caption"),
    voice: media === "audio" && flagAt(fields, "ptt"),
    seconds: numberAt(fields, "seconds"),
    source: sourceOf(media, name, fields, envelope),
  };
}

function sourceOf(media: MediaKind, name: string, fields: PlainObject | null, envelope: PlainObject): MediaSource | null {
  const directPath = textAt(fields, "directPath");
  const mediaKey = textAt(fields, "mediaKey");
  if (directPath === "" || mediaKey === "") return null;
  return {
    at: "provider",
    descriptor: {
      media,
      name,
      directPath,
      mediaKey,
      mimetype: textAt(fields, "mimetype"),
      fileName: textAt(fields, "fileName"),
      fileSha256: textAt(fields, "fileSha256"),
      fileEncSha256: textAt(fields, "fileEncSha256"),
      fileLength: numberAt(fields, "fileLength") ?? 0,
      key: objectAt(envelope, "key"),
    },
  };
}
