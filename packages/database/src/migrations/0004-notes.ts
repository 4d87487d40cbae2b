/** Update notes, shown to everybody who signs in [D-021]. */
export const notes = {
  name: "0004-notes",
  sql: `
CREATE TABLE note (
  id serial PRIMARY KEY,
  -- Identifies the note in every installation and release, so that a corrected text replaces the old one.
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  text text NOT NULL,
  link text CHECK (link LIKE 'https://%'),
  published_at timestamptz NOT NULL
);
CREATE INDEX note_newest ON note (published_at DESC, id DESC);
`,
} as const;
