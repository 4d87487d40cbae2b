import type { NoteListView } from "@balcao/contracts/notes";
import { listNoteRows, saveNotes } from "@balcao/database/notes";
import type { Sql } from "@balcao/database/sql";
import type { House } from "../kernel/index.js";
import { UPDATE_NOTES } from "./updateNotes.js";

/** Brings the notes of this release into the database, as often as it is called (D-021). */
export async function seedNotes(sql: Sql): Promise<void> {
  await saveNotes(sql, UPDATE_NOTES);
}

/** Every update note, newest first (API-093, SHELL-046). */
export async function listNotes({ database }: Pick<House, "database">): Promise<NoteListView> {
  const rows = await listNoteRows(database.sql);
  const notes = rows.map(({ id, title, text, link, publishedAt }) => ({ id, title, text, link, publishedAt: publishedAt.toISOString() }));
  return { notes, count: notes.length };
}
