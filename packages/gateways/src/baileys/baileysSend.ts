import { randomBytes } from "node:crypto";
import type { OutboundContent, OutboundMessage, QuotedMessage, SendOutcome } from "@balcao/domain/messages";
import { toJid } from "../addresses/jid.js";
import { loadBaileys } from "./library.js";
import type { SentAck, SessionSocket } from "./sessionSocket.js";
import { access } from "node:fs/promises";
import type { AnyMessageContent, WAMessage } from "@whiskeysockets/baileys";
import { bareType, carriageOf } from "@balcao/domain/plan";
import type { BaileysSettings } from "./settings.js";

type Media = Extract<OutboundContent, { kind: "media" }>;

/**
 * A message in the library's form; null when this network has no such message. Rejects when its
 * file is missing.
 */
async function toContent({ content, forwarded }: OutboundMessage): Promise<AnyMessageContent | null> {
  const context = forwarded === null ? {} : { contextInfo: { isForwarded: true, forwardingScore: 1 } };
  switch (content.kind) {
    case "text": {
      const mentions = content.mentions.map(toJid).filter((jid) => jid !== null);
      return { text: content.body, linkPreview: null, ...context, ...(mentions.length === 0 ? {} : { mentions }) };
    }
    case "media":
      await access(content.path);
      return { ...toMedia(content), ...context };
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address }, ...context };
    }
    case "contacts": {
      const cards = content.cards.map(({ name, vcard }) => ({ displayName: name, vcard }));
      const [first] = cards;
      if (first === undefined) return null;
      return {
        contacts: { displayName: cards.length === 1 ? first.displayName : `${String(cards.length)} contatos`, contacts: cards },
        ...context,
      };
    }
    case "template":
      return null;
  }
}

/** The quoted message as far as Balcão has it; the phone shows its own copy where it has one. */
function toQuoted(quoted: QuotedMessage, chat: string): WAMessage {
  const isGroup = chat.endsWith("@g.us");
  const author = toJid(quoted.author);
  return {
    key: {
      remoteJid: chat,
      id: quoted.externalId,
      fromMe: quoted.fromMe,
      ...(isGroup && !quoted.fromMe && author !== null ? { participant: author } : {}),
    },
    message: { conversation: quoted.body },
  };
}

function toMedia(content: Media): AnyMessageContent {
  const { path, mime, voice, seconds, fileName, caption } = content;
  const words = caption === "" ? {} : { caption };
  const file = { url: path };
  const type = bareType(mime);
  switch (carriageOf("baileys", content)?.media ?? "document") {
    case "image":
      return { image: file, mimetype: type, ...words };
    case "video":
      return { video: file, mimetype: type, ...words };
    case "sticker":
      return { sticker: file, mimetype: type };
    case "audio":
      return { audio: file, mimetype: mime, ptt: voice, ...lengthOf(seconds) };
    case "document":
      return { document: file, mimetype: mime, fileName, ...words };
  }
}

const lengthOf = (seconds: number | null) => (seconds === null ? {} : { seconds });

/**
 * Refusals of the server after which the same message may be sent later, with the pause in
 * milliseconds.
 */
const LATER: ReadonlyMap<string, number> = new Map([
  ["429", 60_000],
  ["479", 5_000],
  ["500", 5_000],
  ["503", 30_000],
]);
const REASONS: Readonly<Record<string, string>> = {
  "429": "WhatsApp asks for fewer messages",
  "463": "The account is restricted: WhatsApp does not let it write to people who never wrote to it",
  "479": "WhatsApp did not accept the form of the message",
};

/** A WhatsApp message id that we choose: `3EB0` and 18 upper-case hexadecimal digits. */
function newId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}

/**
 * Sends one message. Never throws. `sent` means that WhatsApp's server acknowledged it; without an
 * acknowledgement the outcome is `unknown`, and the message may be repeated under the same id,
 * which phones show once.
 */
export async function sendBaileys(socket: SessionSocket | null, settings: BaileysSettings, message: OutboundMessage): Promise<SendOutcome> {
  const jid = toJid(message.to);
  if (jid === null || message.content.kind === "template")
    return refused(false, "unsupported", "This network cannot bring this message to this contact");
  if (socket === null) return refused(true, "notConnected", "The connection is not connected to WhatsApp");
  const content = await toContent(message).catch(() => null);
  if (content === null) return refused(false, "media", "There is nothing to send: the file is missing, or the card is empty");
  const id = (message.externalId ?? newId()).toUpperCase();
  const baileys = await loadBaileys();
  const built = await baileys
    .generateWAMessage(jid, content, {
      messageId: id,
      userJid: socket.sock.user?.id ?? "",
      upload: socket.sock.waUploadToServer,
      ...(message.quoted === null ? {} : { quoted: toQuoted(message.quoted, jid) }),
    })
    .catch(() => null);
  if (!built?.message) return refused(true, socket.isAlive ? "media" : "notConnected", "The file could not be brought to WhatsApp");
  return relay(socket, settings, { jid, id, content: built.message });
}

type WireMessage = Parameters<SessionSocket["sock"]["relayMessage"]>[1];

/** A message that the library has built, its media uploaded. */
interface BuiltMessage {
  readonly jid: string;
  readonly id: string;
  readonly content: WireMessage;
  readonly attributes?: Record<string, string>;
}

/** Sends one built message and waits for the server's acknowledgement. Never throws. */
export async function relay(
  socket: SessionSocket,
  settings: BaileysSettings,
  { jid, id, content, attributes = {} }: BuiltMessage,
): Promise<SendOutcome> {
  const { proto } = await loadBaileys();
  const { end, forget: forgetEnd } = socket.ended();
  const { ack, forget: forgetAck } = socket.expectAck(id);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), settings.ackMs)));
  try {
    const handed = socket.alone(async () => {
      await socket.sent.add(id, proto.Message.encode(content).finish());
      await socket.sock.relayMessage(jid, content, { messageId: id, additionalAttributes: attributes });
    });
    const failed = handed.then(
      () => new Promise<never>(() => undefined),
      () => "failed" as const,
    );
    const result = await Promise.race([ack, failed, end.then(() => "ended" as const), late]);
    if (typeof result !== "string") return toOutcome(id, result);
    return unknown(
      result === "late" ? "WhatsApp did not acknowledge the message in time" : "The connection broke while the message was handed over",
    );
  } finally {
    clearTimeout(timer);
    forgetEnd();
    forgetAck();
  }
}

function toOutcome(id: string, { at, error }: SentAck): SendOutcome {
  if (error === null) return { state: "sent", externalId: id, sentAt: at };
  const pauseMs = LATER.get(error);
  return refused(
    pauseMs !== undefined,
    Number(error) || error,
    REASONS[error] ?? `WhatsApp refused the message (${error})`,
    pauseMs ?? null,
  );
}

function refused(retry: boolean, code: string | number, message: string, retryAfterMs: number | null = null): SendOutcome {
  return { state: "refused", retry, retryAfterMs, error: { code, title: "Not sent", message, details: "" } };
}

function unknown(message: string): SendOutcome {
  return { state: "unknown", error: { code: "unknownOutcome", title: "Not confirmed", message, details: "" } };
}
