/**
 * A question without a connection: an account that is checked before it is stored, by any process
 * with its connector.
 */
export const accountChecks = {
  name: "0016-accountChecks",
  sql: `
ALTER TABLE gateway_call ALTER COLUMN connection_id DROP NOT NULL;
ALTER TABLE gateway_call ADD COLUMN api text;
ALTER TABLE gateway_call ADD CONSTRAINT gateway_call_asked CHECK ((connection_id IS NULL) <> (api IS NULL));
`,
} as const;
