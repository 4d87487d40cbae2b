export { addContactAddresses, ensureContact, findContactByAddress, getKnownContact, listContactAddresses, renameFromNetwork, setContactPicture } from "./contactWrites.js";
export type { AddressKey, ContactDraft, KnownContact } from "./contactWrites.js";
export { getContactRow, getContactRowsByIds, listAllContacts, searchContacts } from "./contactReads.js";
export type { ContactFilter, ContactPage, ContactRow, ContactShortRow } from "./contactReads.js";
