/** Which facts the rows of a view show (D-611), and the report of targets (D-610). */
export const viewColumns = {
  name: "0132-viewColumns",
  sql: `
-- NULL: as every list shows them.
ALTER TABLE saved_view ADD COLUMN columns text[];

ALTER TABLE report
  DROP CONSTRAINT report_kind_check,
  ADD CONSTRAINT report_kind_check CHECK (kind IN ('ticket', 'contact', 'queue', 'user', 'target', 'message'));
`,
} as const;
