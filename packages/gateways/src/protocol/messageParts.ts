import type { MediaKind } from "@balcao/domain/messages";

/** Parts of WhatsApp's `Message` that contain another message. */
export const WRAPPERS: readonly string[] = [
  "ephemeralMessage",
  "viewOnceMessage",
  "viewOnceMessageV2",
  "viewOnceMessageV2Extension",
  "documentWithCaptionMessage",
  "editedMessage",
  "deviceSentMessage",
  "groupMentionedMessage",
  "botInvokeMessage",
  "lottieStickerMessage",
  "associatedChildMessage",
  "pollCreationMessageV4",
  "commentMessage",
  "eventCoverImage",
  "pollCreationOptionImageMessage",
  "statusMentionMessage",
  "groupStatusMentionMessage",
  "groupStatusMessage",
  "groupStatusMessageV2",
  "statusAddYours",
  "botTaskMessage",
  "botForwardedMessage",
  "questionMessage",
  "questionReplyMessage",
  "limitSharingMessage",
  "spoilerMessage",
];

/** Parts beside a content, or with nothing to show: votes of a poll, for example, are encrypted. */
export const SILENT: readonly string[] = [
  "messageContextInfo",
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  "keepInChatMessage",
  "pinInChatMessage",
  "encReactionMessage",
  "deviceSentMeta",
  "pollUpdateMessage",
  "albumMessage",
  "call",
  "encEventResponseMessage",
  "messageHistoryBundle",
  "messageHistoryNotice",
  "stickerSyncRmrMessage",
  "encCommentMessage",
  "scheduledCallEditMessage",
  "statusNotificationMessage",
  "rootSecretDistributeMessage",
  "groupRootKeyShare",
  // Calls come as events of their own.
  "callLogMesssage",
  "pollAddOptionMessage",
  "statusStickerInteractionMessage",
];

export const POLLS: readonly string[] = [
  "pollCreationMessage",
  "pollCreationMessageV2",
  "pollCreationMessageV3",
  "pollCreationMessageV5",
  "pollCreationMessageV6",
];

export const MEDIA: Readonly<Record<string, MediaKind>> = {
  imageMessage: "image",
  videoMessage: "video",
  ptvMessage: "video",
  audioMessage: "audio",
  documentMessage: "document",
  stickerMessage: "sticker",
};

/** A poll as a text with its question and options; people here cannot vote. */
export function pollText(question: string, options: readonly string[]): string {
  return [`Enquete: ${question}`, ...options.filter(Boolean).map((option) => `• ${option}`)].join("\n");
}
