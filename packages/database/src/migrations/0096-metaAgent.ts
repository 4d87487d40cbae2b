/** Since when Meta's agent answers a ticket. */
export const metaAgent = { name: "0096-metaAgent", sql: `ALTER TABLE ticket ADD COLUMN meta_agent_since timestamptz(3)` } as const;
