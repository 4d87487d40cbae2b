/** How many requests a person made to the AI server on the last day with any, and what it answered about tickets. */
export const aiAnswers = {
  name: "0090-aiAnswers",
  sql: `
-- A row is what a person asked of the AI server on one day of the company, the last one with a request.
CREATE TABLE ai_use (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  day date NOT NULL,
  requests int NOT NULL
);

-- A row is an answer of the AI server about a ticket; its key is the hash of what was asked. It holds what customers wrote, so it
-- is deleted with its ticket, and after 30 days.
CREATE TABLE ai_answer (
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  key bytea NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, key)
);
CREATE INDEX ai_answer_created ON ai_answer (created_at);
`,
} as const;
