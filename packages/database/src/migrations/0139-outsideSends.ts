/** What programs send to a contact and what has not left yet (D-650, D-651). */
export const outsideSends = {
  name: "0139-outsideSends",
  sql: `
-- A row is one call, whose messages are queued without a moment; it goes when they may leave, which is judged then, or are cancelled.
CREATE TABLE outside_send (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  message_ids bigint[] NOT NULL,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  -- Null for a person's own call.
  token_id text,
  -- Whether it goes to somebody who has not written within 24 hours: such messages are paced.
  is_first boolean NOT NULL,
  -- Whether it is neither a template nor for a network without the 24-hour window.
  needs_window boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outside_send_next ON outside_send (connection_id, id);
CREATE INDEX outside_send_user ON outside_send (user_id);`,
} as const;
