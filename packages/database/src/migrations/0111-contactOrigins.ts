/** How contacts came. */
export const contactOrigins = {
  name: "0111-contactOrigins",
  sql: `
-- Who made the contact: the network with a message or from the phone, a person, or an import; NULL for those of before.
ALTER TABLE contact ADD COLUMN origin text CHECK (origin IN ('network', 'person', 'import'));
`,
} as const;
