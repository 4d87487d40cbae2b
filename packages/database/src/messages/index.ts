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
  type MessageDraft,
} from "./messageWrites.js";
export {
  addMessageReceipts,
  raiseMessageAcks,
  setMessageDeleted,
  setMessageEdited,
  setMessagePricing,
  setMessageQuote,
  setMessageTranscription,
} from "./messageChanges.js";
export { getMessageTrace, listMessageReceipts, type MessageTraceRow } from "./messageTraces.js";
export { getMessageRef, setMessageReaction, type MessageRefRow } from "./messageRefs.js";
export {
  fillUnreadableMessage,
  getEditKey,
  listUnreadableMessages,
  setMessageEditUnreadable,
  type StoredEditKey,
  type UnreadableMessage,
  countUnreadContents,
  forgetUnreadContent,
  keepUnreadContent,
  listUnreadContents,
} from "./unopenedMessages.js";
export {
  searchMessageIds,
  getMessageRows,
  listMessagePage,
  listMessagesAround,
  type MessagePlace,
  type MessageRow,
} from "./messagePages.js";
export { listGalleryIds } from "./messageGallery.js";
export { getPreviewFacts, HISTORY_FIELDS, historyColumns, seenMessages, toHistoryFacts, type RecordedRow } from "./messageHistory.js";
