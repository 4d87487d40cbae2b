/** Tokens that the external panel got for a quarter of an hour (D-630). */
export const panelTokens = {
  name: "0136-panelTokens",
  sql: `
-- Whether it is one of the panel's: these are not listed, and are deleted after a while.
ALTER TABLE api_token ADD COLUMN panel boolean NOT NULL DEFAULT false;`,
} as const;
