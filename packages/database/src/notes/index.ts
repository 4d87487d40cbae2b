export { listNoteRows, saveNotes } from "./notes.js";
export type { NewNote } from "./notes.js";
