export type { ContactListView, ContactShortView, ContactView } from "./contacts.views.js";
