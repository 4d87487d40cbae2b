/** Message types as stored and shown; each connector keeps its own word for plain text (CONV-026, CONV-027, D-069). */
export const MESSAGE_TYPES = [
  "conversation",
  "extendedTextMessage",
  "chat",
  "text",
  "image",
  "audio",
  "video",
  "application",
  "document",
  "sticker",
  "location",
  "locationMessage",
  "vcard",
  "contacts",
  "list",
  "template",
  "comment",
  "error",
  "call_log",
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

const TEXT_TYPES: ReadonlySet<MessageType> = new Set(["conversation", "extendedTextMessage", "chat", "text"]);

/** Whether a message is plain text, in whichever connector's word. */
export function isTextType(type: MessageType): boolean {
  return TEXT_TYPES.has(type);
}

export const MEDIA_KINDS = ["image", "audio", "video", "document", "sticker"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Where the bytes of received media are: already in our file store, or to be fetched by the connector from its own description. */
export type MediaSource =
  { readonly at: "store"; readonly fileId: string } | { readonly at: "provider"; readonly descriptor: Readonly<Record<string, unknown>> };

/** What a received message says, in the house's words. */
export type MessageContent =
  | {
      readonly kind: "text";
      readonly type: Extract<MessageType, "conversation" | "extendedTextMessage" | "chat" | "text">;
      readonly body: string;
    }
  | {
      readonly kind: "media";
      readonly media: MediaKind;
      readonly mime: string | null;
      readonly fileName: string | null;
      readonly caption: string;
      readonly voice: boolean;
      readonly seconds: number | null;
      /** Null when the provider told of media without a way to get it. */
      readonly source: MediaSource | null;
    }
  | {
      readonly kind: "location";
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
      readonly thumbnail: string | null;
    }
  | { readonly kind: "contacts"; readonly vcards: readonly { readonly name: string; readonly vcard: string }[] }
  | { readonly kind: "unsupported"; readonly providerType: string }
  /** It came and could not be opened. Its content may follow under the same id. */
  | { readonly kind: "unreadable" };

/**
 * The stored texts of messages without words of their own; browsers show them in the reader's
 * language.
 */
export const UNSUPPORTED_BODY = "Mensagem não suportada";
export const UNREADABLE_BODY = "Esta mensagem ainda não pôde ser lida aqui. Veja no celular.";
