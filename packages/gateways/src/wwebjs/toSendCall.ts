import { readFile } from "node:fs/promises";
import type { OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import { bareType, carriageOf } from "@balcao/domain/plan";
import type { WwebContent, WwebLibrary, WwebSendOptions } from "./library.js";
import { toWid } from "./wid.js";

type Media = Extract<OutboundContent, { kind: "media" }>;

/** A message in the library's form, and how to recognise it in the page's store. */
export interface SendCall {
  readonly content: WwebContent;
  readonly options: WwebSendOptions;
  readonly mark: SendMark;
}

/**
 * The fields of a message that the page shows unchanged: its type there, and its text; null where
 * the page has a text of its own.
 */
export interface SendMark {
  readonly types: readonly string[];
  readonly text: string | null;
}

/**
 * The library call for a message, or null when WhatsApp Web has none. Rejects when its file cannot
 * be read.
 */
export async function toSendCall(library: WwebLibrary, message: OutboundMessage): Promise<SendCall | null> {
  const { content } = message;
  const options: WwebSendOptions = { sendSeen: false, waitUntilMsgSent: true, linkPreview: false };
  // The page's own "forwarded" mark, for messages forwarded from elsewhere.
  const mark = message.forwarded === null ? {} : { isForwarded: true, forwardingScore: 1 };
  const extra = (more: object = {}): WwebSendOptions =>
    message.forwarded === null && Object.keys(more).length === 0 ? {} : { extra: { ...mark, ...more } };
  switch (content.kind) {
    case "text": {
      const mentions = content.mentions.map(toWid).filter((wid) => wid !== null);
      return {
        content: content.body,
        options: { ...options, ...extra(), parseVCards: false, ...(mentions.length === 0 ? {} : { mentions }) },
        mark: { types: ["chat"], text: content.body },
      };
    }
    case "media":
      return toMediaCall(library, content, { ...options, ...extra() });
    case "location": {
      const { latitude, longitude, name, address } = content;
      return {
        content: new library.Location(latitude, longitude, { name, address }),
        options: { ...options, ...extra() },
        mark: { types: ["location"], text: null },
      };
    }
    case "contacts":
      return toCardCall(content.cards, options, extra);
    case "template":
      return null;
  }
}

/**
 * The library sends only contacts of the account's address book; other cards are written into the
 * message itself.
 */
function toCardCall(
  cards: Extract<OutboundContent, { kind: "contacts" }>["cards"],
  options: WwebSendOptions,
  extra: (more: object) => WwebSendOptions,
): SendCall | null {
  const [card] = cards;
  if (card === undefined) return null;
  if (cards.length === 1) {
    const more = extra({ type: "vcard", vcardFormattedName: card.name });
    return { content: card.vcard, options: { ...options, ...more, parseVCards: false }, mark: { types: ["vcard"], text: card.vcard } };
  }
  const vcardList = cards.map(({ name, vcard }) => ({ displayName: name, vcard }));
  return {
    content: "",
    options: { ...options, ...extra({ type: "multi_vcard", vcardList, body: null }), parseVCards: false },
    mark: { types: ["multi_vcard"], text: null },
  };
}

async function toMediaCall(library: WwebLibrary, content: Media, options: WwebSendOptions): Promise<SendCall> {
  const type = bareType(content.mime);
  const bytes = await readFile(content.path);
  if (bytes.length === 0) throw new Error("an empty file");
  const asDocument = (carriageOf("wwebjs", content)?.media ?? "document") === "document";
  const isVoice = content.voice && !asDocument;
  const mime = isVoice && type === "audio/ogg" ? "audio/ogg; codecs=opus" : content.mime;
  return {
    content: new library.MessageMedia(mime, bytes.toString("base64"), content.fileName || "arquivo", bytes.length),
    options: {
      ...options,
      ...(content.caption !== "" && { caption: content.caption }),
      ...formOf(content, asDocument),
    },
    mark: { types: asDocument ? ["document"] : pageTypes(content, isVoice), text: content.caption },
  };
}

/** Which of the library's forms a file is sent in. */
function formOf({ media, voice }: Media, asDocument: boolean): WwebSendOptions {
  if (asDocument) return { sendMediaAsDocument: true };
  if (media === "sticker") return { sendMediaAsSticker: true };
  return voice ? { sendAudioAsVoice: true } : {};
}

function pageTypes({ media }: Media, isVoice: boolean): string[] {
  if (media === "audio") return [isVoice ? "ptt" : "audio"];
  if (media === "video") return ["video", "gif"];
  return [media];
}
