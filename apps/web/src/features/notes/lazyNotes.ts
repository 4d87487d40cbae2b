// One file to be fetched: the first look and the dialog stand on the same parts.
export { takeFirstLook } from "./firstLook";
export { NotesDialog } from "./NotesDialog";
