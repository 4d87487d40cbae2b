export { listNoteRows, saveNotes } from "./notes.js";
export type { NewNote, NoteRow } from "./notes.js";
