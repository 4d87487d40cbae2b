/** The messages of a recipient that are still to come, as they were planned with the first one. */
export const plannedParts = {
  name: "0080-plannedParts",
  sql: `ALTER TABLE send_recipient ADD COLUMN parts jsonb;`,
} as const;
