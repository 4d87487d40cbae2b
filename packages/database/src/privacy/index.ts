export {
  eraseAuditTexts,
  type ErasedEntry,
  countPersonKeys,
  deleteArriving,
  deleteErasedFiles,
  eraseJournal,
  eraseRecords,
  listPersonRows,
  lockGroupsOf,
  takePersonFiles,
  type ErasedFile,
  type ErasedPerson,
} from "./erasureWrites.js";
export {
  listPersonKeys,
  readErasureFacts,
  type ErasureFacts,
  findErased,
  getErasure,
  insertErasure,
  listErasedEntries,
  listErasures,
  readLastBackup,
  type ErasedSubjects,
  type ErasureRow,
} from "./erasures.js";
export {
  beginPersonExport,
  endPersonExport,
  getPerson,
  isAnythingRead,
  listPersonMessages,
  nextPersonTicket,
  touchPersonExport,
  type PersonMessageRow,
  type PersonRow,
} from "./personReads.js";
export { countAged, dropAuditYear, listAgedTickets, lockAgedTickets, noteWalk, readWalk, TAKE_AGED, type AgingKind } from "./retention.js";
