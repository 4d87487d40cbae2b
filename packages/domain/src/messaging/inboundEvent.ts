import type { Ack } from "./ack.js";
import type { MessageContent } from "./content.js";
import type { PeerId } from "./peer.js";

/** A provider's failure as it is kept on the message (D-071); secrets are removed by the connector. */
export interface ProviderError {
  readonly code: string | number | null;
  readonly title: string;
  readonly message: string;
  readonly details: string;
}

/** Names one message at the provider. Ids are chosen by senders, so an id alone identifies nothing (M-1). */
export interface MessageRef {
  readonly chat: PeerId;
  readonly externalId: string;
  readonly fromMe: boolean;
  /** Who wrote it: the chat's peer in a conversation of two, a participant in a group. */
  readonly author: PeerId;
}

/** The message that somebody reacted to; `fromMe` is null where the network does not say whose it is. */
export type ReactionTarget = Omit<MessageRef, "fromMe"> & { readonly fromMe: boolean | null };

/** A sealed edit as its connector describes it; only `GatewayConnector.openEdit` reads it. */
export type SealedEdit = Readonly<Record<string, unknown>>;

/** What opens the edits of one message. */
export interface EditKey {
  /** The secret that came with the message, in base64. */
  readonly secret: string;
  /** The addresses under which its author is known: one of them is part of the key. */
  readonly author: readonly PeerId[];
}

/** What a connector tells the house; every adapter turns its own payloads into these and into nothing else. */
export type InboundEvent =
  | {
      readonly kind: "message";
      readonly ref: MessageRef;
      readonly authorName: string | null;
      readonly sentAt: Date;
      readonly content: MessageContent;
      readonly quotedExternalId: string | null;
      readonly mentions: readonly PeerId[];
      readonly forwarded: boolean;
      /** True for news of this moment; false for backlog and history, which greet nobody and notify nobody. */
      readonly live: boolean;
      /** What the network was asked for after a gap: it concerns nobody where there was none, and the journal forgets it then (P-10). */
      readonly recovered?: true;
    }
  | {
      readonly kind: "ack";
      readonly chat: PeerId;
      readonly externalIds: readonly string[];
      readonly ack: Ack;
      readonly error: ProviderError | null;
      readonly outboxId: string | null;
    }
  | { readonly kind: "edited"; readonly target: MessageRef; readonly text: string; readonly at: Date }
  /** An edit that only the secret of the edited message opens. */
  | { readonly kind: "sealedEdit"; readonly target: MessageRef; readonly sealed: SealedEdit; readonly at: Date }
  | { readonly kind: "revoked"; readonly target: MessageRef; readonly at: Date }
  /** `fromMe` when it was our side, on the phone. */
  | {
      readonly kind: "reaction";
      readonly target: ReactionTarget;
      readonly by: PeerId;
      readonly fromMe: boolean;
      readonly emoji: string | null;
      readonly at: Date;
    }
  /** The owner read these messages on the phone, and with them all that came before. */
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
  /** A person goes on under another address; what came from the old one is theirs (gateways.md D.10). */
  | { readonly kind: "addressChanged"; readonly from: PeerId; readonly to: PeerId; readonly at: Date }
  /** A message template was judged, or put into another category: what is null did not change (D-220). */
  | {
      readonly kind: "templateStatus";
      readonly name: string;
      readonly language: string;
      readonly status: string | null;
      readonly category: string | null;
      readonly reason: string | null;
      readonly at: Date;
    }
  /** Something about the session may have changed: ask the gateway, believe only its answer (S-55). */
  | {
      readonly kind: "sessionHint";
      readonly hint: string;
      /** Why the session is about to fall, for administrators: told beside the state as long as the gateway says that it is down. */
      readonly reason?: string;
    }
  | { readonly kind: "ignored"; readonly reason: string };

export type InboundKind = InboundEvent["kind"];
