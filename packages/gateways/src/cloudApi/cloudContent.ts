import type { MediaKind, MessageContent } from "@balcao/domain/messages";
import { adField, referralText, withWords } from "../protocol/referral.js";
import { answerLines, harvest, joinLines, labelled, moneyText, parseObject, timeText } from "../protocol/words.js";
import { toVcard } from "./cloudVcard.js";
import { dateAt, flagAt, idAt, numberAt, objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";

const MEDIA: Readonly<Record<string, MediaKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "document",
  sticker: "sticker",
};

/**
 * The content of a customer's message; a tap on a button or a list becomes the text of the tapped
 * entry.
 */
export function toContent(message: PlainObject): MessageContent {
  return withWords(ownContent(message), [referralOf(message), productOf(message)].filter(Boolean).join("\n"), "text");
}

/** The advertisement or post that the customer tapped before writing. */
function referralOf(message: PlainObject): string {
  const referral = objectAt(message, "referral");
  return referralText(textAt(referral, "headline"), textAt(referral, "body"), textAt(referral, "source_url"), true);
}

/** Where a message came from, as a field of its event. */
export function toAdField(message: PlainObject): ReturnType<typeof adField> {
  const referral = objectAt(message, "referral");
  return adField({
    headline: textAt(referral, "headline"),
    id: idAt(referral, "source_id"),
    url: textAt(referral, "source_url"),
    clickId: idAt(referral, "ctwa_clid"),
  });
}

/** The catalogue product that the customer asks about. */
function productOf(message: PlainObject): string {
  const id = textAt(objectAt(objectAt(message, "context"), "referred_product"), "product_retailer_id");
  return id === "" ? "" : labelled("Produto", id);
}

function ownContent(message: PlainObject): MessageContent {
  const type = textAt(message, "type");
  const fields = objectAt(message, type);
  const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (media !== undefined) return toMedia(media, fields);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return read ? read(fields, message) : text(joinLines(...harvest(fields)), type || "unknown");
}

/** What reads each type of message that is no media; the fields are those below the type's name. */
const READERS: Readonly<Record<string, (fields: PlainObject | null, message: PlainObject) => MessageContent>> = {
  text: (fields) => text(textAt(fields, "body"), "text"),
  button: (fields) => text(textAt(fields, "text") || textAt(fields, "payload"), "button"),
  interactive: toTap,
  location: toLocation,
  contacts: (_fields, message) => {
    const vcards = objectsAt(message, "contacts").map(toVcard);
    return vcards.length === 0 ? unsupported("contacts") : { kind: "contacts", vcards };
  },
  order: toOrder,
  unsupported: (fields, message) => ({
    ...unsupported(textAt(fields, "type") || textAt(objectsAt(message, "errors")[0] ?? null, "code") || "unsupported"),
    neverSent: true,
  }),
};

/** A text content; `unsupported` when `body` is empty, so that no bubble is empty. */
function text(body: string, type: string): MessageContent {
  return body.trim() === "" ? unsupported(type) : { kind: "text", type: "text", body };
}

function unsupported(providerType: string): Extract<MessageContent, { kind: "unsupported" }> {
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

/**
 * A tap as the text of the tapped entry. A form becomes its fields; Meta's own text "Sent" beside
 * them is left out.
 */
function toTap(fields: PlainObject | null): MessageContent {
  const type = textAt(fields, "type");
  const reply = objectAt(fields, type);
  if (type === "list_reply")
    return withRow(text(joinLines(textAt(reply, "title"), textAt(reply, "description")), "interactive list_reply"), idAt(reply, "id"));
  if (type === "call_permission_reply") return text(callPermissionWords(reply), `interactive ${type}`);
  if (type !== "nfm_reply")
    return text(joinLines(textAt(reply, "title"), textAt(reply, "description")) || joinLines(...harvest(fields)), `interactive ${type}`);
  const lines = answerLines(parseObject(textAt(reply, "response_json")));
  const body = textAt(reply, "body");
  return text(joinLines(lines.length > 0 && body === "Sent" ? "" : body, ...lines), `interactive ${type}`);
}

/** The answer to a request for the permission to call: for good, or until an instant. */
function callPermissionWords(reply: PlainObject | null): string {
  if (textAt(reply, "response") === "reject") return "Permissão para ligar: recusada";
  const until = flagAt(reply, "is_permanent") ? "" : timeText(dateAt(reply, "expiration_timestamp"));
  return ["Permissão para ligar: aceita", until].filter(Boolean).join(" até ");
}

/** A tapped row keeps its id, because its title may be cut. */
function withRow(content: MessageContent, rowId: string): MessageContent {
  return content.kind === "text" && rowId !== "" ? { ...content, rowId } : content;
}

function toLocation(fields: PlainObject | null): MessageContent {
  const latitude = numberAt(fields, "latitude");
  const longitude = numberAt(fields, "longitude");
  if (latitude === null || longitude === null) return unsupported("location");
  return { kind: "location", latitude, longitude, name: textAt(fields, "name"), address: textAt(fields, "address"), thumbnail: null };
}

/** An order from the catalogue: one row of text per product below the customer's text. */
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
