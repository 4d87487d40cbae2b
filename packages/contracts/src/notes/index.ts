export type { NoteListView, NoteView } from "./notes.routes.js";
