export { openForeignDatabase } from "./foreign.js";
export type { ForeignDatabase } from "./foreign.js";
export {
  advanceRun,
  countLeftOut,
  countMoved,
  endRun,
  ensureMovingSource,
  findMovingSource,
  keepReport,
  listAllItems,
  listItems,
  lockRun,
  openRun,
  recordItems,
  setItemStates,
} from "./journal.js";
export type { MovingItem, MovingRun, NewItem } from "./journal.js";
export { ensureMovedAnswer, insertMovedPerson, ensureMovedQueue, ensureMovedTag, listTagsByName } from "./peopleWrites.js";
export {
  findByAddresses,
  findByNumbers,
  insertMovedAddresses,
  insertMovedContacts,
  listPresentContacts,
  tagContacts,
} from "./contactWrites.js";
export { changeMovedTickets, insertMovedTickets, listGroupsAmong, listLivePlaces, placeKey } from "./ticketWrites.js";
export type { NewTicket } from "./ticketWrites.js";
export {
  findByExternal,
  insertMovedMessages,
  insertMovedRatings,
  listFilePlaces,
  listTicketPlaces,
  previewMoved,
  takeMessageIds,
} from "./messageWrites.js";
export type { FilePlace, NewMessage, Preview, TicketPlace } from "./messageWrites.js";
export { countPresentMessages, listChatRuns } from "./chatRuns.js";
export type { ChatRun } from "./chatRuns.js";
export { listSystemRuns } from "./importRuns.js";
export type { SystemRun } from "./importRuns.js";
export { endUndo, findUndoable, undoContacts, undoFiles, undoMessages, undoRatings, undoTexts, undoTickets } from "./undo.js";
export { settleMoved } from "./settle.js";
