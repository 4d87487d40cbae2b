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
  type AddressKey,
  type FoundContact,
  type KnownContact,
  readContactRedirects,
  setContactRedirects,
  type RedirectRows,
} from "./contactWrites.js";
export { DESTINATIONS_OF_TICKET, getDestinationFacts, moveContactAddresses } from "./contactAddresses.js";
export {
  getGroupAddress,
  listContactsByAddresses,
  getContactRow,
  getContactRowsByIds,
  listAllContacts,
  listNarrowedContacts,
  searchContacts,
  searchContactsAfter,
  type ContactPage,
  type ContactPlace,
  type ContactRow,
} from "./contactReads.js";
export type { ContactNarrowing, ContactOrigin } from "./narrowContacts.js";
export {
  countUnusedContacts,
  deleteContactRow,
  deleteUnusedContacts,
  lockContactTickets,
  type DoomedTicket,
  type UnusedContacts,
} from "./contactRemovals.js";
export {
  insertImportedContacts,
  countContactsForExport,
  countRedirectsForExport,
  listContactsForExport,
  listKnownNumbers,
  listRedirectsForExport,
  putImportedRedirects,
  settleContacts,
  type ImportedContact,
  type ImportedRedirect,
} from "./contactSheets.js";
export { deleteOptOut, deleteOptOutOf, insertOptOut, isOptedOut, wasReachedByRun } from "./optOuts.js";
export {
  dropRepeatedMessages,
  emptyFoldedTicket,
  foldTicket,
  listAddressOwners,
  listDistinctContacts,
  lockContacts,
  lockLiveTicketsOf,
  moveContact,
  countContactHistory,
  listDuplicatePairs,
  markDistinct,
} from "./contactMerges.js";
export {
  listLaterTickets,
  listMerges,
  lockMerge,
  restoreFoldedTicket,
  restoreMergedContact,
  unfoldPlanned,
  unfoldTicket,
  type MergeRow,
} from "./contactUnmerges.js";
