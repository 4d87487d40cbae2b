/** Until when a connection rests instead of connecting again, and until when a reason that its gateway gave holds. */
export const restsOfConnections = {
  name: "0092-restsOfConnections",
  sql: `
ALTER TABLE connection ADD COLUMN reason_until timestamptz;
ALTER TABLE session_hint ADD COLUMN until timestamptz;
`,
} as const;
