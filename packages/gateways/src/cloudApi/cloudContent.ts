import type { MediaKind, MessageContent } from "@balcao/domain/messaging";
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
  const type = textAt(message, "type");
  const fields = objectAt(message, type);
  const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (media !== undefined) return toMedia(media, fields);
  switch (type) {
    case "text":
      return text(textAt(fields, "body"));
    case "button":
      return text(textAt(fields, "text") || textAt(fields, "payload"));
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
      return unsupported(type || "unknown");
  }
}

function text(body: string): MessageContent {
  return { kind: "text", type: "text", body };
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

function toTap(fields: PlainObject | null): MessageContent {
  const type = textAt(fields, "type");
  const reply = objectAt(fields, type);
  const words = [textAt(reply, "title"), textAt(reply, "description")].filter(Boolean).join("\n");
  const said = type === "nfm_reply" ? textAt(reply, "body") || textAt(reply, "response_json") : words;
  return said === "" ? unsupported(`interactive ${type}`) : text(said);
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
    [`${textAt(item, "quantity")} × ${textAt(item, "product_retailer_id")}`, priceText(item)].filter(Boolean).join(" · "),
  );
  const body = [textAt(fields, "text"), ...lines].filter(Boolean).join("\n");
  return body === "" ? unsupported("order") : text(body);
}

function priceText(item: PlainObject): string {
  const [price, currency] = [numberAt(item, "item_price"), textAt(item, "currency")];
  if (price === null || !/^[A-Z]{3}$/.test(currency)) return "";
  return new Intl.NumberFormat("pt-BR", { style: "currency", currency }).format(price);
}
