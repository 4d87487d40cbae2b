export { contactView } from "./contactView.js";
export { getContactGroup } from "./contactGroup.js";
export { createContact, findOrCreateContact } from "./createContact.js";
export { getContact, listContacts } from "./readContacts.js";
