export type { ContactListView, ContactShortView, ContactView, GroupView } from "./contacts.views.js";
