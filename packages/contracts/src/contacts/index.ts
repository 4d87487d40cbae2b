export { DUPLICATE_REASONS, SHEET_ROW_PROBLEMS } from "./contacts.views.js";
export type {
  ContactListView,
  ContactMergeView,
  ContactRedirectView,
  ContactDeletedView,
  ContactsClearedView,
  ContactShortView,
  ContactView,
  DuplicateListView,
  DuplicateView,
  GroupView,
  MergePreviewView,
  SheetImportView,
  SheetNumbersView,
  SheetRowProblem,
} from "./contacts.views.js";
