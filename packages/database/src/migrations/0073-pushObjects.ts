/** What a push is about, so that the right to it is judged again at each try; a test of a browser is about nothing. */
export const pushObjects = {
  name: "0073-pushObjects",
  sql: `
ALTER TABLE push_delivery ADD COLUMN kind text, ADD COLUMN object_id bigint;
`,
} as const;
