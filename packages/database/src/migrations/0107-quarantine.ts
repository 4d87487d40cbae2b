/** What is refused for its danger is kept for administrators. */
export const quarantine = {
  name: "0107-quarantine",
  sql: "ALTER TABLE file ADD COLUMN quarantined boolean NOT NULL DEFAULT false;",
} as const;
