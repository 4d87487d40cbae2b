/** The advertisement that a customer tapped before the first message of a ticket; it comes only once. */
export const adSource = {
  name: "0027-adSource",
  sql: `
ALTER TABLE ticket ADD COLUMN ad_source jsonb;
`,
} as const;
