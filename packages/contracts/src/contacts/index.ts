export { CONTACT_ORIGINS } from "./contacts.views.js";
export type {
  ContactListView,
  ContactMergeView,
  ContactDeletedView,
  ContactsClearedView,
  ContactsDoneView,
  ContactShortView,
  ContactView,
  DuplicateListView,
  DuplicateView,
  GroupView,
  MergePreviewView,
  SheetImportView,
  SheetColumnsView,
  SheetNumbersView,
  SheetRowProblem,
} from "./contacts.views.js";
