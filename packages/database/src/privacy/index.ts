export { eraseAuditTexts } from "./auditErasure.js";
export type { ErasedEntry } from "./auditErasure.js";
export { listPersonKeys, readErasureFacts } from "./erasureFacts.js";
export type { ErasureFacts } from "./erasureFacts.js";
export { findErased, getErasure, insertErasure, listErasedEntries, listErasures, readLastBackup } from "./erasures.js";
export type { ErasedSubjects, ErasureRow } from "./erasures.js";
export {
  countPersonKeys,
  deleteArriving,
  deleteErasedFiles,
  eraseJournal,
  eraseRecords,
  listPersonRows,
  lockGroupsOf,
  takePersonFiles,
} from "./erasureWrites.js";
export type { ErasedFile, ErasedPerson } from "./erasureWrites.js";
export {
  beginPersonExport,
  endPersonExport,
  getPerson,
  isAnythingRead,
  listPersonMessages,
  nextPersonTicket,
  touchPersonExport,
} from "./personReads.js";
export type { PersonMessageRow, PersonRow } from "./personReads.js";
export { countAged, dropAuditYear, listAgedTickets, lockAgedTickets, noteWalk, readWalk, TAKE_AGED } from "./retention.js";
export type { AgingKind } from "./retention.js";
