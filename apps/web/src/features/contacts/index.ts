export { ContactFormDialog } from "./ContactFormDialog";
export { ContactsPage } from "./ContactsPage";
