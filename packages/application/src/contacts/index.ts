export { contactView } from "./contactView.js";
export { createContact } from "./createContact.js";
export { getContact, listContacts } from "./readContacts.js";
