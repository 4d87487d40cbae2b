import type { ErrorCode } from "../errors/index.js";
import type { Ack, MessageType, ProviderError } from "@balcao/domain/messages";
import type { MovedSystem } from "@balcao/domain/moving";
import type { Handover } from "@balcao/domain/texts";
import type { SentTemplateView } from "../templates/templates.views.js";

/**
 * The state of a sent message at its gateway; null for received ones. `unknown` means that it may
 * or may not have been sent.
 */
type SendingState = "queued" | "handed" | "sent" | "failed" | "unknown" | "cancelled";

/** A message's file; `state` says whether it is already stored. */
export interface MediaView {
  readonly state: "pending" | "ready" | "failed";
  readonly mime: string | null;
  /**
   * The signed address of a small still picture of a picture or video; null for other files. It
   * answers 204 where none can be made of a video.
   */
  readonly thumbUrl: string | null;
  readonly fileName: string | null;
  readonly size: number | null;
  /** Pixels, as the picture is shown: turned upright. */
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  readonly voice: boolean;
  /** The loudness of 64 equal parts of a voice note, 0 to 100; null when it was not measured. */
  readonly peaks: readonly number[] | null;
  /**
   * Why our voice note is sent as plain audio: the machine has no ffmpeg, or ffmpeg could not read
   * the recording.
   */
  readonly voiceFault: "noProgram" | "failed" | null;
  /** Added: it was refused for its danger, and is kept for administrators. */
  readonly quarantined: boolean;
}

/** Where an administrator downloads a file that was refused for its danger, for as long as other addresses of files are valid. */
export interface QuarantinedView {
  readonly url: string;
}

/** Somebody who reacted to a message. */
export interface ReactorView {
  /** An address such as `phone:5511…`; null for our side. */
  readonly id: string | null;
  /** Our user; null for everybody else and for a reaction from our phone. */
  readonly userId: number | null;
  /** The contact's or our user's name; null where it is not known. */
  readonly name: string | null;
}

/** One emoji, and everybody who reacted with it. */
export interface ReactionView {
  readonly emoji: string;
  readonly count: number;
  /** Whether our side reacted with it. */
  readonly fromMe: boolean;
  /** Added: who reacted with it. */
  readonly by: readonly ReactorView[];
}

/** What was said in an audio message, which now holds it. */
export interface TranscriptionView {
  readonly transcription: string;
  /** Added: the message with it. */
  readonly message: MessageView;
}

/** The result of a deletion; `deleted: false` where the network cannot delete messages. */
export interface DeletedMessageView {
  readonly deleted: boolean;
  readonly message: MessageView;
}

/** The result of forwarding a message; a failing contact does not stop the others. */
export interface ForwardedView {
  readonly sent: readonly { readonly contactId: number; readonly ticketId: number; readonly messageId: string }[];
  readonly failures: readonly { readonly contactId: number; readonly error: string; readonly code: ErrorCode }[];
}

/** What became of a message for a contact: where it is, and its messages with their states (D-650). */
export interface SentToContactView {
  readonly ticketId: number;
  readonly contactId: number;
  readonly messages: readonly MessageView[];
}

export interface QuotedView {
  /** Null where the inbox does not have the quoted message: its text came with the reply. */
  readonly id: string | null;
  readonly body: string;
  readonly fromMe: boolean;
  readonly mediaType: MessageType;
  readonly contact: { readonly id: number; readonly name: string } | null;
  /** Added: the name of its file. */
  readonly fileName: string | null;
}

/** A message in pages and events (CONV-028). `id` is text. */
export interface MessageView {
  readonly id: string;
  readonly body: string;
  readonly fromMe: boolean;
  readonly mediaType: MessageType;
  /** A signed, expiring address, or null while there is no file (D-068). */
  readonly mediaUrl: string | null;
  readonly mediaUrlLiteral: string | null;
  readonly ack: Ack;
  readonly read: boolean;
  /** When it was sent, by the sender's clock as the gateway reports it. */
  readonly createdAt: string;
  readonly quotedMsg: QuotedView | null;
  readonly isEdited: boolean;
  readonly editedMsg: string | null;
  /** Added: its last edit could not be opened; `body` is the text before that edit. */
  readonly editUnreadable: boolean;
  readonly isDeleted: boolean;
  readonly forward: boolean;
  readonly errorLog: ProviderError | null;
  /** Null unless the type is `template`. */
  readonly templateData: SentTemplateView | null;
  /** The ids of the message and of its stored original, for reprocessing. */
  readonly dataJson: string | null;
  readonly downloadAttempts: number;
  readonly ticketId: number;
  /** The contact who wrote it; in groups, the participant. */
  readonly contact: { readonly id: number; readonly name: string } | null;
  /** Our user who wrote it. */
  readonly userId: number | null;
  readonly userName: string | null;
  readonly media: MediaView | null;
  readonly sending: SendingState | null;
  /**
   * Added field: the key that the client gave a sent message, returned so that the client
   * recognises it.
   */
  readonly clientKey: string | null;
  /** Added: the words in a sound by an AI server, empty where nobody speaks; null until somebody asks for it. */
  readonly transcription: string | null;
  /** Added: the colleagues whom a comment mentions, under the names that they had then. */
  readonly mentions: readonly { readonly id: number; readonly name: string }[];
  /** Added: a comment that reports a transfer has whom it gave the ticket to. Its `body` is the note, or a sentence about it. */
  readonly handover: Handover | null;
  /** Added: the reactions to it, the most frequent first. */
  readonly reactions: readonly ReactionView[];
}

/** When a message reached each state; null where it has not, or where the time was not recorded. */
export interface AckTimesView {
  readonly sent: string | null;
  readonly delivered: string | null;
  readonly read: string | null;
  readonly played: string | null;
  readonly failed: string | null;
}

/** What happened to a message besides what its view says. */
export interface MessageInfoView {
  readonly id: string;
  /** The id of the message at its network. */
  readonly providerId: string | null;
  /** When it was stored here. */
  readonly storedAt: string;
  /** Added: the system that an import has brought it from; null for a message that was written here (D-671). */
  readonly importedFrom: MovedSystem | null;
  readonly times: AckTimesView;
  /** Added: the ticket, and how far a sent message has come; null for received ones. */
  readonly ticketId: number;
  readonly sending: SendingState | null;
  readonly errorLog: ProviderError | null;
  /** The participants of a group who received it, where the connector reports them. */
  readonly readers: readonly {
    /** An address such as `phone:5511…`. */
    readonly id: string;
    /** The contact's name; null for somebody who is not a contact. */
    readonly name: string | null;
    readonly times: Pick<AckTimesView, "delivered" | "read" | "played">;
  }[];
  /** The texts that edits replaced, oldest first; none of a deleted message, except for administrators. */
  readonly edits: readonly { readonly body: string; readonly replacedAt: string }[];
  /** Who deleted it and when. `at` is null for deletions from before these were recorded. */
  readonly deleted: {
    readonly at: string | null;
    /** Our user; null for the customer and for our phone. */
    readonly user: { readonly id: number; readonly name: string } | null;
    /** The deleted text, for administrators; null for everybody else. */
    readonly body: string | null;
  } | null;
}

/** The messages of a ticket that contain a text, newest first, at most 100. */
export interface FoundMessagesView {
  readonly messages: readonly MessageView[];
  /** Added: true when the search ran out of time; `messages` is empty then. */
  readonly partial: boolean;
}

/** Messages of one kind of a ticket's gallery, newest first. */
export interface GalleryView {
  readonly messages: readonly MessageView[];
  readonly hasMore: boolean;
}

/** A page of messages, oldest first; page 1 holds the newest. */
export interface MessagePageView {
  readonly messages: readonly MessageView[];
  /** More messages follow in the direction of the page: older ones, with `after` newer ones. */
  readonly hasMore: boolean;
  /** Added: there are messages newer than those of the page. */
  readonly hasNewer: boolean;
}
