import { statement, type Sql } from "../sql/index.js";

/** A note to be saved. `link` is an https address. */
export interface NewNote {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
  readonly publishedAt: Date;
}

interface NoteRow {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
  readonly publishedAt: Date;
}

// Unchanged rows are not written, because every process runs this at its start.
const upsertNotes = statement(
  "note_upsert",
  `INSERT INTO note (slug, title, text, link, published_at)
   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
   ON CONFLICT (slug) DO UPDATE SET title = excluded.title, text = excluded.text, link = excluded.link, published_at = excluded.published_at
   WHERE (note.title, note.text, note.link, note.published_at) IS DISTINCT FROM (excluded.title, excluded.text, excluded.link, excluded.published_at)`,
);
const readNotes = statement<NoteRow>(
  "note_list",
  `SELECT id, title, text, link, published_at AS "publishedAt" FROM note WHERE slug <> ALL($1::text[]) ORDER BY published_at DESC, id DESC`,
);

/** Saves notes by their slugs: inserts new ones and updates changed ones. */
export async function saveNotes(sql: Sql, notes: readonly NewNote[]): Promise<void> {
  await sql.run(upsertNotes, [
    notes.map(({ slug }) => slug),
    notes.map(({ title }) => title),
    notes.map(({ text }) => text),
    notes.map(({ link }) => link),
    notes.map(({ publishedAt }) => publishedAt),
  ]);
}

/** Lists the notes but those of these slugs, newest first. */
export function listNoteRows(sql: Sql, without: readonly string[]): Promise<NoteRow[]> {
  return sql.run(readNotes, [without]);
}
