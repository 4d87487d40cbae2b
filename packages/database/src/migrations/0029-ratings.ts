/** Ratings: a row per question, which is open until the customer answers or its time ends (D-206 to D-208). */
export const ratings = {
  name: "0029-ratings",
  sql: `
CREATE TABLE rating (
  id serial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  asked_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  rate smallint CHECK (rate BETWEEN 1 AND 5),
  rated_at timestamptz(3),
  CHECK ((rate IS NULL) = (rated_at IS NULL))
);
-- One question per closing is open at a time.
CREATE UNIQUE INDEX rating_open_uq ON rating (ticket_id) WHERE ended_at IS NULL;
CREATE INDEX rating_due ON rating (asked_at) WHERE ended_at IS NULL;
CREATE INDEX rating_ticket ON rating (ticket_id);
CREATE INDEX rating_rated ON rating (rated_at DESC, id DESC) WHERE rate IS NOT NULL;
`,
} as const;
