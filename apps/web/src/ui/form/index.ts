export { ChosenPerson } from "./ChosenPerson";
export { FormDialog } from "./FormDialog";
export { FormNotice } from "./FormNotice";
export { FormSelect } from "./FormSelect";
export { FormText } from "./FormText";
export { QueueChips } from "./QueueChips";
export { useFormDialog } from "./useFormDialog";
export { useSchemaForm } from "./useSchemaForm";
export type { SchemaForm } from "./useSchemaForm";
