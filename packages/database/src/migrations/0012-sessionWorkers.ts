/** Which processes keep sessions at this moment, so that each knows its share of them. */
export const sessionWorkers = {
  name: "0012-sessionWorkers",
  sql: `
CREATE TABLE session_worker (
  owner uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
`,
} as const;
