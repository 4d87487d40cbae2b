/** What of a picture decides how networks take it. */
export const pictureFacts = {
  name: "0120-pictureFacts",
  sql: `
-- How many bits each colour of a picture has, and whether a webp moves; NULL for other files and for those of before.
ALTER TABLE file ADD COLUMN depth smallint, ADD COLUMN moves boolean;
`,
} as const;
