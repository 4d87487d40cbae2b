/** Which rows an erased person was, so that a restore of an earlier backup erases them again (D-640). */
export const erasedRows = {
  name: "0137-erasedRows",
  sql: `
-- The contact and those merged into it, as [id, moment of creation]: what names nobody, and finds the same rows in a backup. NULL for erasures before this migration.
ALTER TABLE erasure ADD COLUMN subjects jsonb;`,
} as const;
