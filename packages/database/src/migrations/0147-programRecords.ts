/** Records of what programs sent have an origin of their own (D-683). */
export const programRecords = {
  name: "0147-programRecords",
  sql: `
ALTER TABLE ticket DROP CONSTRAINT ticket_origin_check;
ALTER TABLE ticket ADD CONSTRAINT ticket_origin_check CHECK (origin IN ('campaign', 'schedule', 'program')) NOT VALID;`,
} as const;
