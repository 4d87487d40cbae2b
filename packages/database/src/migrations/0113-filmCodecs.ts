/** How films are written that not every browser plays. */
export const filmCodecs = {
  name: "0113-filmCodecs",
  sql: `
-- The codec of a film in an mp4 as browsers are asked about it (RFC 6381); NULL where every one plays it, and for files of before.
ALTER TABLE file ADD COLUMN codec text;
`,
} as const;
