export {
  findMessage,
  findMessageOfContact,
  getLastInboundAt,
  getNewestMessageId,
  getReadMessageId,
  insertContactMessage,
  INSERT_MESSAGE,
  insertMessage,
  joinFiles,
  messageValues,
  listKnownSends,
  listReceivedIds,
  listUnreadRefs,
  setMessageContent,
  setMessageMedia,
} from "./messageWrites.js";
export type { MessageDraft } from "./messageWrites.js";
export {
  addMessageReceipts,
  raiseMessageAcks,
  setMessageDeleted,
  setMessageEdited,
  setMessagePricing,
  setMessageQuote,
  setMessageTranscription,
} from "./messageChanges.js";
export { getMessageTrace, listMessageReceipts } from "./messageTraces.js";
export type { MessageTraceRow } from "./messageTraces.js";
export { getMessageRef, setMessageReaction } from "./messageRefs.js";
export type { MessageRefRow } from "./messageRefs.js";
export { fillUnreadableMessage, getEditKey, listUnreadableMessages, setMessageEditUnreadable } from "./unopenedMessages.js";
export type { StoredEditKey, UnreadableMessage } from "./unopenedMessages.js";
export { searchMessageIds } from "./messageSearch.js";
export { listGalleryIds } from "./messageGallery.js";
export { getMessageRows, listMessagePage, listMessagesAround } from "./messagePages.js";
export type { MessagePlace, MessageRow } from "./messagePages.js";
export { getPreviewFacts, HISTORY_FIELDS, historyColumns, seenMessages, toHistoryFacts } from "./messageHistory.js";
export type { RecordedRow } from "./messageHistory.js";
export { countUnreadContents, forgetUnreadContent, keepUnreadContent, listUnreadContents } from "./unreadContents.js";
