import type { OptionList, OutboundContent, OutboundMessage, PeerId } from "@balcao/domain/messages";
import { bareType, carriageOf } from "@balcao/domain/plan";
import type { PlainObject } from "../protocol/plainJson.js";
import { toCloudContact } from "./cloudVcard.js";
import { toTemplateComponents, type UploadedFiles } from "./templateComponents.js";

type Media = Extract<OutboundContent, { kind: "media" }>;

/**
 * The recipient fields of a peer: its number, else its BSUID, the id that Meta gives a person who
 * hides their number; null when it has neither.
 */
export function toRecipient(peer: PeerId): PlainObject | null {
  if (peer.group !== undefined) return null;
  if (peer.phone !== undefined) return { recipient_type: "individual", to: peer.phone };
  return peer.bsuid === undefined ? null : { recipient_type: "individual", recipient: peer.bsuid };
}

/**
 * The body of `POST /{phone_number_id}/messages`; null when Meta cannot send the message to this
 * peer; `uploaded` has the ids of its files at Meta by their paths. `biz_opaque_callback_data` carries our id, which comes
 * back with every status and resolves unknown outcomes.
 */
export function toMessageBody(message: OutboundMessage, uploaded: UploadedFiles): PlainObject | null {
  const recipient = toRecipient(message.to);
  const content = toContent(message, uploaded);
  if (recipient === null || content === null) return null;
  return {
    messaging_product: "whatsapp",
    ...recipient,
    ...content,
    ...(message.quoted === null ? {} : { context: { message_id: message.quoted.externalId } }),
    biz_opaque_callback_data: message.outboxId,
  };
}

function toContent({ content, outboxId }: OutboundMessage, uploaded: UploadedFiles): PlainObject | null {
  switch (content.kind) {
    case "text":
      if (content.list) return toList(content.body, content.list);
      return { type: "text", text: { body: content.body, preview_url: /https?:\/\//i.test(content.body) } };
    case "media":
      return toMedia(content, uploaded.get(content.path) ?? "");
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { type: "location", location: { latitude, longitude, ...(name && { name }), ...(address && { address }) } };
    }
    case "contacts":
      return content.cards.length === 0 ? null : { type: "contacts", contacts: content.cards.map(toCloudContact) };
    case "template": {
      const components = toTemplateComponents(content, uploaded, outboxId);
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

function toMedia(content: Media, id: string): PlainObject | null {
  const caption = content.caption === "" ? {} : { caption: content.caption };
  const type = carriageOf("cloud_api", content)?.media;
  switch (type) {
    case undefined:
      return null;
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
