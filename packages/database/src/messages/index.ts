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
export { fillUnreadableMessage, findUnreadableMessage, getEditKey, setMessageEditUnreadable } from "./unopenedMessages.js";
export type { StoredEditKey } from "./unopenedMessages.js";
export { getMessageRows, listMessagePage } from "./messagePages.js";
export type { MessagePlace, MessageRow } from "./messagePages.js";
