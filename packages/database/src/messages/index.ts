export {
  findMessage,
  findMessageOfContact,
  getLastInboundAt,
  getNewestMessageId,
  getReadMessageId,
  insertMessage,
  listKnownSends,
  listReceivedIds,
  listUnreadRefs,
  raiseMessageAcks,
  setMessageContent,
  setMessageDeleted,
  setMessageEdited,
  setMessageMedia,
} from "./messageWrites.js";
export type { MediaProgress, MessageDraft, Reading } from "./messageWrites.js";
export { getMessageRef, setMessageReaction } from "./messageRefs.js";
export type { MessageRefRow } from "./messageRefs.js";
export { fillUnreadableMessage, getEditKey, listUnreadableMessages, setMessageEditUnreadable } from "./unopenedMessages.js";
export type { StoredEditKey, UnreadableMessage } from "./unopenedMessages.js";
export { getMessageRows, listMessagePage } from "./messagePages.js";
export type { MessagePlace, MessageRow } from "./messagePages.js";
