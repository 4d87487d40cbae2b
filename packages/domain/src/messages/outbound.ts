import type { MediaKind, MessageType } from "./content.js";
import type { MessageRef, ProviderError } from "./inboundEvent.js";
import type { OptionList } from "./optionList.js";
import type { PeerId } from "./peer.js";

/** The message that an answer quotes; connectors take from it what their protocol needs. */
export interface QuotedMessage {
  readonly externalId: string;
  readonly fromMe: boolean;
  readonly author: PeerId;
  readonly type: MessageType;
  readonly body: string;
}

export type OutboundContent =
  | {
      readonly kind: "text";
      readonly body: string;
      readonly mentions: readonly PeerId[];
      /** Options to tap on, for networks that deliver lists; the text names them by number, too. */
      readonly list?: OptionList;
    }
  | {
      readonly kind: "media";
      readonly media: MediaKind;
      /** Absolute path of the file in our store. */
      readonly path: string;
      readonly mime: string;
      readonly fileName: string;
      readonly size: number;
      readonly caption: string;
      readonly voice: boolean;
      readonly seconds: number | null;
    }
  | { readonly kind: "location"; readonly latitude: number; readonly longitude: number; readonly name: string; readonly address: string }
  | { readonly kind: "contacts"; readonly cards: readonly { readonly name: string; readonly vcard: string }[] }
  | {
      readonly kind: "template";
      readonly name: string;
      readonly language: string;
      /** What Graph takes; its files stand in it by the ids of `files` (D-320). */
      readonly parts: readonly Readonly<Record<string, unknown>>[];
      readonly files: readonly OutboundFile[];
      /** What the sender saw; null where it is not known (D-321). */
      readonly version: string | null;
    };

/** A file within a template. */
export interface OutboundFile {
  readonly id: string;
  /** Absolute path of the file in our store. */
  readonly path: string;
  readonly mime: string;
  readonly fileName: string;
  readonly size: number;
}

/**
 * A message that is forwarded. `original` identifies it when it is on the same connection, for
 * networks that forward by reference.
 */
export interface Forwarded {
  readonly original: MessageRef | null;
}

/**
 * One message to hand to a gateway. We choose `externalId` beforehand where the connector allows it.
 */
export interface OutboundMessage {
  readonly outboxId: string;
  readonly externalId: string | null;
  readonly to: PeerId;
  readonly content: OutboundContent;
  readonly quoted: QuotedMessage | null;
  /** Null when the message is not a forwarded one. */
  readonly forwarded: Forwarded | null;
}

/**
 * The result of a hand-off: `refused` means certainly not sent (connection refused, a coded answer).
 * Every doubtful case is `unknown` and is never repeated under another id.
 */
export type SendOutcome =
  | { readonly state: "sent"; readonly externalId: string; readonly sentAt: Date | null }
  | { readonly state: "refused"; readonly retry: boolean; readonly retryAfterMs: number | null; readonly error: ProviderError }
  | { readonly state: "unknown"; readonly error: ProviderError };
