/** The backups that were made, so that people see when the last one was. */
export const backups = {
  name: "0041-backups",
  sql: `
CREATE TABLE backup (
  id serial PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3) NOT NULL,
  bytes bigint NOT NULL,
  files int NOT NULL,
  encrypted boolean NOT NULL
);
`,
} as const;
