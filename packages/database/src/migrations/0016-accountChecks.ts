/** A question may be about no connection yet: an account that is checked before it is stored is asked of any process that knows its connector. */
export const accountChecks = {
  name: "0016-accountChecks",
  sql: `
ALTER TABLE gateway_call ALTER COLUMN connection_id DROP NOT NULL;
ALTER TABLE gateway_call ADD COLUMN api text;
ALTER TABLE gateway_call ADD CONSTRAINT gateway_call_asked CHECK ((connection_id IS NULL) <> (api IS NULL));
`,
} as const;
