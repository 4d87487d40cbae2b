export { contactView } from "./contactView.js";
export { createContact, findOrCreateContact } from "./createContact.js";
export { getContact, listContacts } from "./readContacts.js";
