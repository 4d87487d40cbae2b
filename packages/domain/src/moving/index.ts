export { cleanText, isPlainName, knownInstant, MOVING_KINDS, movedColor, movedStatus, movedType } from "./neutral.js";
export type {
  MovedConnection,
  MovedContact,
  MovedEdit,
  MovedFile,
  MovedMessage,
  MovedNote,
  MovedPerson,
  MovedQueue,
  MovedQuickAnswer,
  MovedRating,
  MovedRows,
  MovedStatus,
  MovedTag,
  MovedTagLink,
  MovedTicket,
  MovingCount,
  MovingKind,
  MovingSource,
} from "./neutral.js";
export { movedSystem } from "./movedSystem.js";
export type { MovedSystem } from "./movedSystem.js";
export { readChatExport } from "./chatExport.js";
export type { ExportedMessage } from "./chatExport.js";
export { createChatClock, withInstant } from "./chatClock.js";
export type { ChatPeriod } from "./chatClock.js";
export { CHAT_TEXT, customerInNames, findChatPeople } from "./chatPeople.js";
