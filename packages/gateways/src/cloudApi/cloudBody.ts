import { digitsOf, readVcard } from "@balcao/domain/contacts";
import type { MediaKind, OptionList, OutboundContent, OutboundMessage, PeerId } from "@balcao/domain/messages";
import type { PlainObject } from "../protocol/plainJson.js";

type Media = Extract<OutboundContent, { kind: "media" }>;

const MB = 1024 * 1024;
const LONGEST_CAPTION = 1024;
/**
 * The types and the largest size that Meta accepts for each kind; other files are sent as
 * documents.
 */
const TAKEN: Readonly<Record<Exclude<MediaKind, "document">, { readonly types: ReadonlySet<string>; readonly most: number }>> = {
  image: { types: new Set(["image/jpeg", "image/png"]), most: 5 * MB },
  video: { types: new Set(["video/mp4", "video/3gpp"]), most: 16 * MB },
  audio: { types: new Set(["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"]), most: 16 * MB },
  sticker: { types: new Set(["image/webp"]), most: 500 * 1024 },
};

/**
 * The recipient fields of a peer: its number, else its BSUID, the id that Meta gives a person who
 * hides their number; null when it has neither.
 */
export function toRecipient(peer: PeerId): PlainObject | null {
  if (peer.group !== undefined) return null;
  if (peer.phone !== undefined) return { recipient_type: "individual", to: peer.phone };
  return peer.bsuid === undefined ? null : { recipient_type: "individual", recipient: peer.bsuid };
}

/** The kind under which Meta accepts a file. */
function kindFor({ media, mime, size }: Pick<Media, "media" | "mime" | "size">): MediaKind {
  if (media === "document") return media;
  const { types, most } = TAKEN[media];
  return types.has(bareType(mime)) && size <= most ? media : "document";
}

/** A type without its parameters, in lower case. */
export function bareType(mime: string): string {
  return mime.split(";", 1)[0]?.trim().toLowerCase() || "application/octet-stream";
}

/**
 * The body of `POST /{phone_number_id}/messages`; null when Meta cannot send the message to this
 * peer; `mediaId` names the uploaded file. `biz_opaque_callback_data` carries our id, which comes
 * back with every status and resolves unknown outcomes (M-5).
 */
export function toMessageBody(message: OutboundMessage, mediaId: string): PlainObject | null {
  const recipient = toRecipient(message.to);
  const content = toContent(message.content, mediaId);
  if (recipient === null || content === null) return null;
  return {
    messaging_product: "whatsapp",
    ...recipient,
    ...content,
    ...(message.quoted === null ? {} : { context: { message_id: message.quoted.externalId } }),
    biz_opaque_callback_data: message.outboxId,
  };
}

function toContent(content: OutboundContent, mediaId: string): PlainObject | null {
  switch (content.kind) {
    case "text":
      if (content.list) return toList(content.body, content.list);
      return { type: "text", text: { body: content.body, preview_url: /https?:\/\//i.test(content.body) } };
    case "media":
      return toMedia(content, mediaId);
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { type: "location", location: { latitude, longitude, ...(name && { name }), ...(address && { address }) } };
    }
    case "contacts":
      return content.cards.length === 0 ? null : { type: "contacts", contacts: content.cards.map(toContact) };
    case "template": {
      const parameters = content.values.map((text) => ({ type: "text", text }));
      const components = parameters.length === 0 ? [] : [{ type: "body", parameters }];
      return { type: "template", template: { name: content.name, language: { code: content.language }, components } };
    }
  }
}

function toList(body: string, { button, rows }: OptionList): PlainObject {
  return {
    type: "interactive",
    interactive: { type: "list", body: { text: body }, action: { button, sections: [{ title: button, rows }] } },
  };
}

function toMedia(content: Media, id: string): PlainObject {
  const caption = content.caption === "" ? {} : { caption: content.caption.slice(0, LONGEST_CAPTION) };
  const type = kindFor(content);
  switch (type) {
    case "image":
    case "video":
      return { type, [type]: { id, ...caption } };
    case "audio":
      return { type, audio: { id, ...(content.voice && bareType(content.mime) === "audio/ogg" ? { voice: true } : {}) } };
    case "sticker":
      return { type, sticker: { id } };
    case "document":
      return { type, document: { id, ...caption, filename: content.fileName || "arquivo" } };
  }
}

function toContact({ name, vcard }: { readonly name: string; readonly vcard: string }): PlainObject {
  const card = readVcard(vcard);
  const formatted = card?.name || name || card?.phones[0] || "Contato";
  return {
    name: { formatted_name: formatted, first_name: formatted },
    phones: (card?.phones ?? []).map((written) => ({ ...toCardPhone(written), type: "CELL" })),
  };
}

/** The phone of a card. One without its country is shown as it is written, and no address is made of it. */
function toCardPhone(written: string): PlainObject {
  const digits = digitsOf(written);
  return written.startsWith("+") ? { phone: `+${digits}`, wa_id: digits } : { phone: written };
}
