export {
  addContactAddresses,
  addressColumns,
  CONTACT_BY_ADDRESS,
  ensureContact,
  findContactByAddress,
  getKnownContact,
  listContactAddresses,
  renameFromNetwork,
  setContactNumber,
  setContactPicture,
} from "./contactWrites.js";
export type { AddressKey, FoundContact, KnownContact } from "./contactWrites.js";
export { DESTINATIONS_OF_TICKET, getDestinationFacts } from "./destinations.js";
export { getGroupAddress, listContactsByAddresses } from "./groupReads.js";
export {
  getContactRow,
  getContactRowsByIds,
  listAllContacts,
  listNarrowedContacts,
  searchContacts,
  searchContactsAfter,
} from "./contactReads.js";
export type { ContactNarrowing, ContactOrigin } from "./narrowContacts.js";
export type { ContactPage, ContactPlace, ContactRow } from "./contactReads.js";
export { readContactRedirects, setContactRedirects } from "./contactRedirects.js";
export type { RedirectRows } from "./contactRedirects.js";
export { countUnusedContacts, deleteContactRow, deleteUnusedContacts, lockContactTickets } from "./contactRemovals.js";
export type { DoomedTicket, UnusedContacts } from "./contactRemovals.js";
export {
  insertImportedContacts,
  countContactsForExport,
  countRedirectsForExport,
  listContactsForExport,
  listKnownNumbers,
  listRedirectsForExport,
  putImportedRedirects,
  settleContacts,
} from "./contactSheets.js";
export type { ImportedContact, ImportedRedirect } from "./contactSheets.js";
export { deleteOptOut, deleteOptOutOf, insertOptOut, isOptedOut, wasReachedByRun } from "./optOuts.js";
export { moveContactAddresses } from "./contactMoves.js";
export {
  dropRepeatedMessages,
  emptyFoldedTicket,
  foldTicket,
  listAddressOwners,
  listDistinctContacts,
  lockContacts,
  lockLiveTicketsOf,
  moveContact,
} from "./contactMerges.js";
export { countContactHistory, listDuplicatePairs, markDistinct } from "./contactDuplicates.js";
export {
  listLaterTickets,
  listMerges,
  lockMerge,
  restoreFoldedTicket,
  restoreMergedContact,
  unfoldPlanned,
  unfoldTicket,
} from "./contactUnmerges.js";
export type { MergeRow } from "./contactUnmerges.js";
