export { NotesButton } from "./NotesButton";
