import { pollText } from "../protocol/messageParts.js";
import type { MediaKind, MediaSource, MessageContent } from "@balcao/domain/messages";
import { flagAt, listAt, numberAt, objectAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { withWords } from "../protocol/referral.js";
import { advertisementOf, frameOf, wordsOf } from "./wwebjsWords.js";

const MEDIA: Readonly<Record<string, MediaKind>> = {
  image: "image",
  video: "video",
  gif: "video",
  ptv: "video",
  audio: "audio",
  ptt: "audio",
  document: "document",
  sticker: "sticker",
};

/**
 * The content of a stored message in our own terms. Text is never lost; a message without anything
 * to show is `unsupported`.
 */
export function toContent(message: PlainObject | null): MessageContent {
  return withWords(ownContent(message), advertisementOf(message), "chat");
}

function ownContent(message: PlainObject | null): MessageContent {
  const type = textAt(message, "type");
  const media = MEDIA[type];
  if (media !== undefined) return toMedia(media, type, message);
  switch (type) {
    case "location":
      return toLocation(message);
    case "vcard":
      return { kind: "contacts", vcards: [{ name: textAt(message, "vcardFormattedName"), vcard: textAt(message, "body") }] };
    case "multi_vcard":
      return {
        kind: "contacts",
        vcards: listAt(message, "vcardList")
          .map(toObject)
          .map((card) => ({ name: textAt(card, "displayName"), vcard: textAt(card, "vcard") })),
      };
    case "poll_creation":
      return { kind: "text", type: "chat", body: pollText(textAt(message, "pollName"), optionsOf(message)) };
    case "ciphertext":
      // A view-once message stays hidden permanently.
      return textAt(message, "subtype").startsWith("view_once") ? { kind: "viewOnce" } : { kind: "unreadable" };
    default: {
      const body = wordsOf(type, message);
      return body === "" ? { kind: "unsupported", providerType: type || "unknown" } : { kind: "text", type: "chat", body };
    }
  }
}

function optionsOf(message: PlainObject | null): string[] {
  return listAt(message, "pollOptions").map((option) => textAt(toObject(option), "name"));
}

function toMedia(media: MediaKind, type: string, message: PlainObject | null): MessageContent {
  return {
    kind: "media",
    media,
    mime: textAt(message, "mimetype") || null,
    fileName: textAt(message, "filename") || null,
    caption: [textAt(message, "caption"), ...frameOf(message, textAt(message, "caption"))].filter(Boolean).join("\n"),
    voice: type === "ptt",
    seconds: numberAt(message, "duration"),
    source: sourceOf(message),
  };
}

/** The bytes stay in the page until they are requested by the message's own id. */
function sourceOf(message: PlainObject | null): MediaSource | null {
  const serialized = textAt(objectAt(message, "id"), "serialized");
  if (serialized === "" || !flagAt(message, "hasMedia")) return null;
  const size = numberAt(message, "size");
  const facts = { message: serialized, mime: textAt(message, "mimetype"), fileName: textAt(message, "filename") };
  return { at: "provider", descriptor: { ...facts, ...(size !== null && { size }) } };
}

/** The first line of a location's text is its name, the second its address. */
function toLocation(message: PlainObject | null): MessageContent {
  const latitude = numberAt(message, "lat");
  const longitude = numberAt(message, "lng");
  if (latitude === null || longitude === null) return { kind: "unsupported", providerType: "location" };
  const [name = "", address = ""] = textAt(message, "loc").split("\n");
  return { kind: "location", latitude, longitude, name, address, thumbnail: null };
}
