export { addContactAddresses, ensureContact, findContactByAddress, getKnownContact, listContactAddresses, renameFromNetwork, setContactPicture } from "./contactWrites.js";
export type { AddressKey, ContactDraft, KnownContact } from "./contactWrites.js";
