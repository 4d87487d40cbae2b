/** What a provider sent and this version does not read, by the provider's name for it [D-276]. */
export const unknownEvents = {
  name: "0084-unknownEvents",
  sql: `
CREATE TABLE unknown_event (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  name text NOT NULL,
  seen bigint NOT NULL,
  -- The day (UTC) that today counts
  day date NOT NULL,
  today int NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, name)
);
`,
} as const;
