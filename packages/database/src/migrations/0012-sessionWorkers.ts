/** The processes that hold sessions now, so that each can compute its share. */
export const sessionWorkers = {
  name: "0012-sessionWorkers",
  sql: `
CREATE TABLE session_worker (
  owner uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
`,
} as const;
