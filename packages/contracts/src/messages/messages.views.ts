import type { Ack, MessageType, ProviderError } from "@balcao/domain/messaging";
import type { SentTemplateView } from "../templates/templates.views.js";

/** How a sent message stands with its gateway; null for received ones. `unknown` means that nobody can tell whether it went out. */
export const SENDING_STATES = ["queued", "handed", "sent", "failed", "unknown", "cancelled"] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/** Facts of a message's file; `state` tells whether it is here yet. */
export interface MediaView {
  readonly state: "pending" | "ready" | "failed";
  readonly mime: string | null;
  readonly fileName: string | null;
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  readonly voice: boolean;
  /** Loudness of 64 equal parts of a voice note, 0 to 100; null when nobody measured it. */
  readonly peaks: readonly number[] | null;
  /** Why a voice note of ours goes out as plain audio: the machine has no ffmpeg, or it could not read the recording. */
  readonly voiceFault: "noProgram" | "failed" | null;
}

/** Everybody who answered with one emoji. */
export interface ReactionView {
  readonly emoji: string;
  readonly count: number;
  /** Whether our side is among them. */
  readonly fromMe: boolean;
}

/** What became of a deletion: `deleted: false` where the network cannot take messages back (D-072). */
export interface DeletedMessageView {
  readonly deleted: boolean;
  readonly message: MessageView;
}

/** What became of passing a message on: one failing contact does not stop the others (D-074). */
export interface ForwardedView {
  readonly sent: readonly { readonly contactId: number; readonly ticketId: number; readonly messageId: string }[];
  readonly failures: readonly { readonly contactId: number; readonly error: string }[];
}

export interface QuotedView {
  readonly id: string;
  readonly body: string;
  readonly fromMe: boolean;
  readonly mediaType: MessageType;
  readonly contact: { readonly id: number; readonly name: string } | null;
}

/** A message as pages and events show it (CONV-028). `id` is text. */
export interface MessageView {
  readonly id: string;
  readonly body: string;
  readonly fromMe: boolean;
  readonly mediaType: MessageType;
  /** Signed, expiring address, or null while there is no file (D-068, C-3). */
  readonly mediaUrl: string | null;
  readonly mediaUrlLiteral: string | null;
  readonly ack: Ack;
  readonly read: boolean;
  /** When it was said, by the sender's clock as the gateway tells it. */
  readonly createdAt: string;
  readonly quotedMsg: QuotedView | null;
  readonly isEdited: boolean;
  readonly editedMsg: string | null;
  /** Added: its last edit could not be read here; `body` is the text before it. */
  readonly editUnreadable: boolean;
  readonly isDeleted: boolean;
  readonly forward: boolean;
  readonly errorLog: ProviderError | null;
  /** Of a message of type `template`. */
  readonly templateData: SentTemplateView | null;
  /** Names the stored original, for reprocessing (D-082). */
  readonly dataJson: string | null;
  readonly downloadAttempts: number;
  readonly ticketId: number;
  /** The contact who wrote it; in groups the participant. */
  readonly contact: { readonly id: number; readonly name: string } | null;
  /** The person of ours who wrote it. */
  readonly userId: number | null;
  readonly userName: string | null;
  readonly media: MediaView | null;
  readonly sending: SendingState | null;
  /** The client's own key of a sent message, echoed so that it recognises it (added field). */
  readonly clientKey: string | null;
  /** Added: what people answered with, the most frequent first. */
  readonly reactions: readonly ReactionView[];
}

/** A page, oldest first; pages count from the newest (D-031). */
export interface MessagePageView {
  readonly messages: readonly MessageView[];
  readonly hasMore: boolean;
}
