/** What a quick answer does to the conversation after its text; NULL for nothing. */
export const deeds = { name: "0126-deeds", steps: ["ALTER TABLE quick_answer ADD COLUMN IF NOT EXISTS deeds jsonb"] } as const;
