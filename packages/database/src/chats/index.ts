export { getChatOfMessage, getChatRow, getChatRowsByIds, listChatIdsOfUser, listChatPage, lockChat } from "./chatReads.js";
export type { ChatRow } from "./chatReads.js";
export {
  addChatMessage,
  findPairChat,
  insertChat,
  insertChatMessage,
  markChatRead,
  removeParticipants,
  insertParticipants,
  setChatMessageDeleted,
  setChatMessageEdited,
  setGroupName,
  touchChat,
} from "./chatWrites.js";
export type { ChatMessageDraft } from "./chatWrites.js";
export { getChatMessageRows, listChatMessagePage, listChatReaders, searchChatMessageIds } from "./chatMessages.js";
export type { ChatMessageRow } from "./chatMessages.js";
