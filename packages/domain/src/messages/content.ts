/**
 * Message types as stored and shown. Each connector keeps its own name for plain text (CONV-026,
 * CONV-027, D-069).
 */
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

/** Whether a message is plain text, under any connector's name for it. */
export function isTextType(type: MessageType): boolean {
  return TEXT_TYPES.has(type);
}

export const MEDIA_KINDS = ["image", "audio", "video", "document", "sticker"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * Where the bytes of received media are: already in our file store, or to be fetched by the
 * connector with its own description.
 */
export type MediaSource =
  { readonly at: "store"; readonly fileId: string } | { readonly at: "provider"; readonly descriptor: Readonly<Record<string, unknown>> };

/** The content of a received message. */
export type MessageContent =
  | {
      readonly kind: "text";
      readonly type: Extract<MessageType, "conversation" | "extendedTextMessage" | "chat" | "text">;
      readonly body: string;
      /** The id of the row of a list that was tapped. */
      readonly rowId?: string;
    }
  | {
      readonly kind: "media";
      readonly media: MediaKind;
      readonly mime: string | null;
      readonly fileName: string | null;
      readonly caption: string;
      readonly voice: boolean;
      readonly seconds: number | null;
      /** Null when the provider announced media without a way to get it. */
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
  /** `neverSent`: the network keeps the content to itself, so that no later version can read it. */
  | { readonly kind: "unsupported"; readonly providerType: string; readonly neverSent?: true }
  /** A message that can be seen once, and only on the phone. */
  | { readonly kind: "viewOnce" }
  /** A message that could not be decrypted. Its content may follow under the same id. */
  | { readonly kind: "unreadable" };

/** The stored texts of messages that have no text; browsers show them in the reader's language. */
export const UNSUPPORTED_BODY = "Mensagem não suportada";
export const VIEW_ONCE_BODY = "Mensagem de visualização única. Veja no celular.";
export const UNREADABLE_BODY = "Esta mensagem ainda não pôde ser lida aqui. Veja no celular.";

/** What the gallery of a conversation is sorted by. */
export const GALLERY_KINDS = ["media", "links", "documents"] as const;
export type GalleryKind = (typeof GALLERY_KINDS)[number];
