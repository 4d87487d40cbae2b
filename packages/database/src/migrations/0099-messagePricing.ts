/** What the network charges for a message, for a page on costs. */
export const messagePricing = { name: "0099-messagePricing", sql: `ALTER TABLE message ADD COLUMN pricing jsonb` } as const;
