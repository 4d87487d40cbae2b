/** Views and the list of advertisements (D-613), and quick answers that do something and say nothing (D-614). */
export const adsAndMacros = {
  name: "0133-adsAndMacros",
  // It allows more than the one that it replaces, which a comparison of their texts cannot see.
  contracts: ["check quick_answer.quick_answer_says"],
  steps: [
    `ALTER TABLE quick_answer DROP CONSTRAINT IF EXISTS quick_answer_message_check, DROP CONSTRAINT IF EXISTS quick_answer_says,
       ADD CONSTRAINT quick_answer_says CHECK (char_length(message) BETWEEN 8 AND 30000 OR (message = '' AND deeds IS NOT NULL))`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_ad",
    `CREATE INDEX CONCURRENTLY ticket_ad ON ticket ((coalesce(nullif(ad_source->>'id', ''), ad_source->>'headline')))
       WHERE ad_source IS NOT NULL`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_from_ad",
    "CREATE INDEX CONCURRENTLY ticket_from_ad ON ticket (last_activity DESC, id DESC) WHERE ad_source IS NOT NULL",
  ],
} as const;
