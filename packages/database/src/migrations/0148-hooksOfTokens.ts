/** Webhooks that programs make (D-684). */
export const hooksOfTokens = {
  name: "0148-hooksOfTokens",
  sql: `
-- The token that has made it, with which it ends; null for one that an administrator made or resumed.
ALTER TABLE hook ADD COLUMN token_id uuid;`,
} as const;
