export { cleanText, knownInstant, MOVING_KINDS, movedColor, movedStatus, movedType } from "./neutral.js";
export type {
  MovedConnection,
  MovedContact,
  MovedMessage,
  MovedNote,
  MovedPerson,
  MovedQueue,
  MovedQuickAnswer,
  MovedRating,
  MovedRows,
  MovedTag,
  MovedTagLink,
  MovedTicket,
  MovingCount,
  MovingKind,
  MovingSource,
} from "./neutral.js";
export { readChatExport } from "./chatExport.js";
export type { ExportedMessage } from "./chatExport.js";
export { findChatPeople } from "./chatPeople.js";
