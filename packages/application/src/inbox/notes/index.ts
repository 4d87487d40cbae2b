export { listNotes, seedNotes } from "./notes.js";
