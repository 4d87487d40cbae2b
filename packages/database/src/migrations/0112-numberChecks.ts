/** What the network said about numbers before a first message. */
export const numberChecks = {
  name: "0112-numberChecks",
  sql: `
-- Whether the network has the number: asked without an answer yet, has it, has it not, gave no answer; NULL where nobody has asked.
ALTER TABLE contact_address ADD COLUMN network_check text CHECK (network_check IN ('asked', 'found', 'missing', 'unanswered'));
ALTER TABLE contact_address ADD COLUMN checked_at timestamptz(3);
-- When a connection may ask about the next numbers.
ALTER TABLE send_pacing ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT '-infinity';
`,
} as const;
