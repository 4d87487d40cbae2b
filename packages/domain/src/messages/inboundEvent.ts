import type { AccountNotice, AccountSubject } from "../connections/accountNotices.js";
import type { Ack } from "./delivery.js";
import type { MessageContent } from "./content.js";
import type { PeerId } from "./peer.js";

/**
 * A provider's failure as it is stored with the message (D-071). The connector removes secrets from
 * it.
 */
export interface ProviderError {
  readonly code: string | number | null;
  readonly title: string;
  readonly message: string;
  readonly details: string;
}

/**
 * Identifies one message at the provider. Senders choose the ids, so an id alone identifies nothing
 * (M-1).
 */
export interface MessageRef {
  readonly chat: PeerId;
  readonly externalId: string;
  readonly fromMe: boolean;
  /** Who wrote it: the chat's peer in a conversation of two, a participant in a group. */
  readonly author: PeerId;
}

/**
 * The message that somebody reacted to. `fromMe` is null where the network does not say who wrote
 * it.
 */
export type ReactionTarget = Omit<MessageRef, "fromMe"> & { readonly fromMe: boolean | null };

/** A sealed edit in the connector's own form; only `GatewayConnector.openEdit` reads it. */
export type SealedEdit = Readonly<Record<string, unknown>>;

/** What is needed to open the edits of one message. */
export interface EditKey {
  /** The secret that came with the message, in base64. */
  readonly secret: string;
  /** All addresses of its author: one of them is part of the key. */
  readonly author: readonly PeerId[];
}

/** The advertisement that a customer tapped before writing; what the network did not say is empty. */
export interface AdSource {
  readonly headline: string;
  readonly id: string;
  readonly url: string;
  /** The click, for the advertiser's own figures; absent where the network does not say it, and before it was kept. */
  readonly clickId?: string;
}

/** A copy of a quoted message, and who wrote that; null where it is not said. */
export interface QuotedContent {
  readonly content: MessageContent;
  readonly author: PeerId | null;
}

/** What the network charges for a message; what it did not say is empty. */
export interface MessagePricing {
  readonly billable: boolean;
  /** `service`, `marketing`, `utility` … */
  readonly category: string;
  /** `regular`, `free_customer_service` or `free_entry_point`. */
  readonly type: string;
  readonly model: string;
}

/** An event of a gateway. Every adapter converts its own payloads into these. */
export type InboundEvent =
  | {
      readonly kind: "message";
      readonly ref: MessageRef;
      readonly authorName: string | null;
      readonly sentAt: Date;
      readonly content: MessageContent;
      readonly quotedExternalId: string | null;
      /** What the event itself says of the quoted message, shown where the inbox does not have it. */
      readonly quoted?: QuotedContent;
      readonly mentions: readonly PeerId[];
      readonly forwarded: boolean;
      /**
       * True for a new message; false for backlog and history, which send no greeting and no
       * notification.
       */
      readonly live: boolean;
      /**
       * It answers our request for history after a gap. It is dropped, also from the journal, when
       * there was no gap in its conversation.
       */
      readonly recovered?: true;
      /** Comes with the first message after the tap alone. */
      readonly ad?: AdSource;
      /** From the phone's history before the number was connected: nobody is told, and nothing counts as unread. */
      readonly history?: true;
      /** Meta's agent answers this conversation: it wrote the message, or the customer wrote to it. */
      readonly metaAgent?: true;
      /** The better file of a picture or film that comes, or came, in a smaller one under the same id. */
      readonly better?: true;
    }
  | {
      readonly kind: "ack";
      readonly chat: PeerId;
      readonly externalIds: readonly string[];
      readonly ack: Ack;
      readonly error: ProviderError | null;
      readonly outboxId: string | null;
      readonly pricing?: MessagePricing;
      /** The participant of a group whose receipt it is; null elsewhere and where it is not said. */
      readonly by: PeerId | null;
      readonly at: Date;
    }
  | { readonly kind: "edited"; readonly target: MessageRef; readonly text: string; readonly at: Date }
  /** An edit that only the secret of the edited message opens. */
  | { readonly kind: "sealedEdit"; readonly target: MessageRef; readonly sealed: SealedEdit; readonly at: Date }
  | { readonly kind: "revoked"; readonly target: MessageRef; readonly at: Date }
  /** `fromMe` is true when our side did it, on the phone. */
  | {
      readonly kind: "reaction";
      readonly target: ReactionTarget;
      readonly by: PeerId;
      readonly fromMe: boolean;
      readonly emoji: string | null;
      readonly at: Date;
    }
  /** The owner read these messages, and all earlier ones, on the phone. */
  | { readonly kind: "readOnPhone"; readonly chat: PeerId; readonly externalIds: readonly string[]; readonly at: Date }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly from: PeerId;
      readonly video: boolean;
      readonly group: boolean;
      readonly phase: "offer" | "ended";
      readonly at: Date;
    }
  | { readonly kind: "contactChanged"; readonly peer: PeerId; readonly name: string | null; readonly pictureChanged: boolean }
  | { readonly kind: "groupChanged"; readonly group: PeerId; readonly subject: string | null; readonly at: Date }
  /** From now on Meta's agent answers a conversation, or we do. */
  | { readonly kind: "handover"; readonly chat: PeerId; readonly to: "metaAgent" | "us"; readonly at: Date }
  /** The owner saved a person on the phone under this name. */
  | { readonly kind: "savedContact"; readonly peer: PeerId; readonly name: string; readonly at: Date }
  /** A customer wants no more advertisements of this number, or wants them again. */
  | { readonly kind: "marketing"; readonly chat: PeerId; readonly stops: boolean; readonly at: Date }
  /** A person opened the chat from an advertisement, and may write next (D-471). */
  | { readonly kind: "chatOpened"; readonly chat: PeerId; readonly ad: AdSource; readonly at: Date }
  /** A person changed to another address; what came from the old one belongs to that person. */
  | { readonly kind: "addressChanged"; readonly from: PeerId; readonly to: PeerId; readonly at: Date }
  /**
   * Meta reviewed a template or changed its category; a field that is null did not change (D-220).
   */
  | {
      readonly kind: "templateStatus";
      readonly name: string;
      readonly language: string;
      readonly status: string | null;
      readonly category: string | null;
      readonly reason: string | null;
      readonly at: Date;
    }
  /**
   * The state of the session may have changed: ask the gateway and trust only its answer (S-55).
   */
  | {
      readonly kind: "sessionHint";
      readonly hint: string;
      /**
       * Why the session is about to close, as a `SessionReason` of connections. It is shown with
       * the state as long as the gateway reports it as down.
       */
      readonly reason?: string;
      /** Until when the network keeps to it, where it says so. */
      readonly until?: Date;
    }
  /**
   * What the network says of the account or number: these notices replace all earlier ones of `subjects`, and the state of the
   * session may have changed. `number` is the number that it is about; null for the whole account.
   */
  | {
      readonly kind: "accountNotice";
      readonly field: string;
      readonly subjects: readonly { readonly subject: AccountSubject; readonly object?: string }[];
      readonly notices: readonly AccountNotice[];
      readonly number: string | null;
      readonly at: Date;
    }
  /**
   * Something of the provider that this version does not read: a field or type by its name. It is
   * kept as it came and changes nothing; what is about the account itself has the gateway asked for the state (`asksState`).
   */
  | { readonly kind: "unknown"; readonly name: string; readonly at: Date; readonly asksState?: true }
  | { readonly kind: "ignored"; readonly reason: string };
