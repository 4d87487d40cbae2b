import type { MediaKind, MediaSource, MessageContent } from "@balcao/domain/messaging";
import { MEDIA, POLLS, pollText, SILENT, WRAPPERS } from "../protocol/messageParts.js";
import { isFileMarker } from "../streaming/spoolFile.js";
import { flagAt, listAt, numberAt, objectAt, textAt, toObject, valueAt } from "./goJson.js";
import type { GoObject } from "./goJson.js";

/** A message's one content: its name in WhatsApp's protocol (lower case) and its fields. */
export interface MeowPart {
  readonly name: string;
  readonly providerType: string;
  readonly value: unknown;
}

/** WuzAPI spells the names in its own capitals. */
const lower = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));
const ENVELOPES = lower(WRAPPERS);
const UNSEEN = lower(SILENT);
const POLL_NAMES = lower(POLLS);
const MEDIA_NAMES = new Map(Object.entries(MEDIA).map(([name, kind]) => [name.toLowerCase(), kind]));

/** The content of a protocol message, out of its envelopes; null when it carries none. */
export function partOf(message: GoObject | null, depth = 0): MeowPart | null {
  const found = Object.entries(message ?? {}).find(([key, value]) => value !== null && !UNSEEN.has(key.toLowerCase()));
  if (found === undefined) return null;
  const [providerType, value] = found;
  const name = providerType.toLowerCase();
  if (!ENVELOPES.has(name) || depth === 4) return { name, providerType, value };
  return partOf(objectAt(toObject(value), "message"), depth + 1);
}

/** The content in the house's words; `payload` is the webhook, which has the media's file beside the event. */
export function toContent(part: MeowPart, payload: GoObject): MessageContent {
  const fields = toObject(part.value);
  const media = MEDIA_NAMES.get(part.name);
  if (media !== undefined) return toMedia(media, fields, payload);
  if (POLL_NAMES.has(part.name)) return answer(pollText(textAt(fields, "name"), optionsOf(fields)));
  switch (part.name) {
    case "conversation":
      return { kind: "text", type: "conversation", body: typeof part.value === "string" ? part.value : "" };
    case "extendedtextmessage":
      return { kind: "text", type: "extendedTextMessage", body: textAt(fields, "text") };
    case "listresponsemessage":
      return answer(textAt(fields, "title") || textAt(objectAt(fields, "singleSelectReply"), "selectedRowID"));
    case "buttonsresponsemessage":
      return answer(
        textAt(fields, "selectedDisplayText") ||
          textAt(objectAt(fields, "Response"), "SelectedDisplayText") ||
          textAt(fields, "selectedButtonID"),
      );
    case "templatebuttonreplymessage":
      return answer(textAt(fields, "selectedDisplayText") || textAt(fields, "selectedID"));
    case "locationmessage":
    case "livelocationmessage":
      return toLocation(part, fields);
    case "contactmessage":
      return { kind: "contacts", vcards: [toCard(fields)] };
    case "contactsarraymessage":
      return { kind: "contacts", vcards: listAt(fields, "contacts").map((contact) => toCard(toObject(contact))) };
    default:
      return { kind: "unsupported", providerType: part.providerType };
  }
}

/** What can be edited of a content: its text or its caption. */
export function editableText(part: MeowPart): string {
  const fields = toObject(part.value);
  if (part.name === "conversation") return typeof part.value === "string" ? part.value : "";
  return textAt(fields, part.name === "extendedtextmessage" ? "text" : "caption");
}

function optionsOf(fields: GoObject | null): string[] {
  return listAt(fields, "options").map((option) => textAt(toObject(option), "optionName"));
}

function answer(body: string): MessageContent {
  return { kind: "text", type: "conversation", body };
}

function toLocation(part: MeowPart, fields: GoObject | null): MessageContent {
  const latitude = numberAt(fields, "degreesLatitude");
  const longitude = numberAt(fields, "degreesLongitude");
  if (latitude === null || longitude === null) return { kind: "unsupported", providerType: part.providerType };
  return {
    kind: "location",
    latitude,
    longitude,
    name: textAt(fields, "name"),
    address: textAt(fields, "address") || textAt(fields, "caption"),
    thumbnail: textAt(fields, "JPEGThumbnail") || null,
  };
}

function toCard(fields: GoObject | null): { name: string; vcard: string } {
  return { name: textAt(fields, "displayName"), vcard: textAt(fields, "vcard") };
}

function toMedia(media: MediaKind, fields: GoObject | null, payload: GoObject): MessageContent {
  return {
    kind: "media",
    media,
    mime: textAt(fields, "mimetype") || textAt(payload, "mimeType") || null,
    fileName: textAt(fields, "fileName") || textAt(fields, "title") || (media === "document" ? textAt(payload, "fileName") : "") || null,
    caption: textAt(fields, "caption"),
    voice: media === "audio" && flagAt(fields, "PTT"),
    seconds: numberAt(fields, "seconds"),
    source: sourceOf(media, fields, payload),
  };
}

/** Where the bytes are: the spooled file of the webhook, else what `/chat/download*` needs. */
function sourceOf(media: MediaKind, fields: GoObject | null, payload: GoObject): MediaSource | null {
  const file = valueAt(payload, "base64");
  if (isFileMarker(file)) return { at: "store", fileId: file.$file };
  const descriptor = {
    media,
    Url: textAt(fields, "URL"),
    DirectPath: textAt(fields, "directPath"),
    MediaKey: textAt(fields, "mediaKey"),
    Mimetype: textAt(fields, "mimetype"),
    FileEncSHA256: textAt(fields, "fileEncSHA256"),
    FileSHA256: textAt(fields, "fileSHA256"),
    FileLength: numberAt(fields, "fileLength") ?? 0,
  };
  return descriptor.MediaKey === "" || (descriptor.Url === "" && descriptor.DirectPath === "") ? null : { at: "provider", descriptor };
}
