/** When an address was learnt: of several, an answer goes to the one that was seen last, where nothing better is known. */
export const addressAges = {
  name: "0075-addressAges",
  sql: `
ALTER TABLE contact_address ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();
`,
} as const;
