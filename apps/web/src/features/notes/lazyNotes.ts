// One file for both, because the first look and the dialog need the same modules.
export { takeFirstLook } from "./firstLook";
export { NotesDialog } from "./NotesDialog";
