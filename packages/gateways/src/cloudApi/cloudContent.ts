import type { MediaKind, MessageContent } from "@balcao/domain/messaging";
import { referralText, withWords } from "../protocol/referral.js";
import { answerLines, harvest, joinLines, labelled, moneyText, parseObject } from "../protocol/words.js";
import { toVcard } from "./cloudVcard.js";
import { flagAt, idAt, numberAt, objectAt, objectsAt, textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

const MEDIA: Readonly<Record<string, MediaKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "document",
  sticker: "sticker",
};

/** What a message of a customer says; taps on buttons and lists are the words of the tapped entry. */
export function toContent(message: PlainObject): MessageContent {
  return withWords(ownContent(message), [referralOf(message), productOf(message)].filter(Boolean).join("\n"), "text");
}

/** The advertisement or post that the customer tapped before writing. */
function referralOf(message: PlainObject): string {
  const referral = objectAt(message, "referral");
  return referralText(textAt(referral, "headline"), textAt(referral, "body"), textAt(referral, "source_url"), true);
}

/** The product of the catalogue that the customer asks about. */
function productOf(message: PlainObject): string {
  const id = textAt(objectAt(objectAt(message, "context"), "referred_product"), "product_retailer_id");
  return id === "" ? "" : labelled("Produto", id);
}

function ownContent(message: PlainObject): MessageContent {
  const type = textAt(message, "type");
  const fields = objectAt(message, type);
  const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (media !== undefined) return toMedia(media, fields);
  switch (type) {
    case "text":
      return text(textAt(fields, "body"), type);
    case "button":
      return text(textAt(fields, "text") || textAt(fields, "payload"), type);
    case "interactive":
      return toTap(fields);
    case "location":
      return toLocation(fields);
    case "contacts": {
      const vcards = objectsAt(message, "contacts").map(toVcard);
      return vcards.length === 0 ? unsupported(type) : { kind: "contacts", vcards };
    }
    case "order":
      return toOrder(fields);
    case "unsupported":
      return unsupported(textAt(fields, "type") || textAt(objectsAt(message, "errors")[0] ?? null, "code") || type);
    default:
      return text(joinLines(...harvest(fields)), type || "unknown");
  }
}

/** Words as a text; a content without any is `unsupported`, never an empty bubble. */
function text(body: string, type: string): MessageContent {
  return body.trim() === "" ? unsupported(type) : { kind: "text", type: "text", body };
}

function unsupported(providerType: string): MessageContent {
  return { kind: "unsupported", providerType: providerType.slice(0, 60) };
}

function toMedia(media: MediaKind, fields: PlainObject | null): MessageContent {
  const id = idAt(fields, "id");
  const descriptor = { id, sha256: textAt(fields, "sha256") };
  return {
    kind: "media",
    media,
    mime: textAt(fields, "mime_type") || null,
    fileName: textAt(fields, "filename") || null,
    caption: textAt(fields, "caption"),
    voice: flagAt(fields, "voice"),
    seconds: null,
    source: id === "" ? null : { at: "provider", descriptor },
  };
}

/** Taps are the words of the tapped entry; a form gives its fields, and Meta's own "Sent" beside them says nothing. */
function toTap(fields: PlainObject | null): MessageContent {
  const type = textAt(fields, "type");
  const reply = objectAt(fields, type);
  if (type !== "nfm_reply")
    return text(joinLines(textAt(reply, "title"), textAt(reply, "description")) || joinLines(...harvest(fields)), `interactive ${type}`);
  const lines = answerLines(parseObject(textAt(reply, "response_json")));
  const body = textAt(reply, "body");
  return text(joinLines(lines.length > 0 && body === "Sent" ? "" : body, ...lines), `interactive ${type}`);
}

function toLocation(fields: PlainObject | null): MessageContent {
  const latitude = numberAt(fields, "latitude");
  const longitude = numberAt(fields, "longitude");
  if (latitude === null || longitude === null) return unsupported("location");
  return { kind: "location", latitude, longitude, name: textAt(fields, "name"), address: textAt(fields, "address"), thumbnail: null };
}

/** A basket of the catalogue, a line per product under the customer's words. */
function toOrder(fields: PlainObject | null): MessageContent {
  const lines = objectsAt(fields, "product_items").map((item) =>
    [
      `${textAt(item, "quantity")} × ${textAt(item, "product_retailer_id")}`,
      moneyText(numberAt(item, "item_price"), textAt(item, "currency")),
    ]
      .filter(Boolean)
      .join(" · "),
  );
  return text(joinLines(textAt(fields, "text"), ...lines), "order");
}
