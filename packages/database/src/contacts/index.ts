export {
  addContactAddresses,
  ensureContact,
  findContactByAddress,
  getKnownContact,
  listContactAddresses,
  renameFromNetwork,
  setContactNumber,
  setContactPicture,
} from "./contactWrites.js";
export type { AddressKey, ContactDraft, KnownContact } from "./contactWrites.js";
export { getGroupAddress, listContactsByAddresses } from "./groupReads.js";
export { getContactRow, getContactRowsByIds, listAllContacts, searchContacts } from "./contactReads.js";
export type { ContactFilter, ContactPage, ContactRow, ContactShortRow } from "./contactReads.js";
export { moveContactAddresses } from "./contactMoves.js";
export { foldTicket, listAddressOwners, lockContacts, lockLiveTicketsOf, moveContact } from "./contactMerges.js";
