import type { NoteListView } from "@balcao/contracts/notes";
import { listNoteRows, saveNotes } from "@balcao/database/notes";
import type { Sql } from "@balcao/database/sql";
import type { Services } from "../../ground/kernel/index.js";
import { UPDATE_NOTES } from "./updateNotes.js";

/** Saves the notes of this release in the database; repeating it changes nothing [D-021]. */
export async function seedNotes(sql: Sql): Promise<void> {
  await saveNotes(sql, UPDATE_NOTES);
}

/** Lists all update notes, newest first [API-093, SHELL-046]. */
export async function listNotes({ database }: Pick<Services, "database">): Promise<NoteListView> {
  const rows = await listNoteRows(database.sql);
  const notes = rows.map(({ id, title, text, link, publishedAt }) => ({ id, title, text, link, publishedAt: publishedAt.toISOString() }));
  return { notes, count: notes.length };
}
