/** Limits of what distribution gives, who is set away, what waits to be given, and who is not there (D-540 to D-542). */
export const shares = {
  name: "0124-shares",
  sql: `
-- Open and assigned pending tickets that distribution gives to the person at most; NULL for any number.
ALTER TABLE user_account
  ADD COLUMN open_limit int CHECK (open_limit > 0),
  ADD COLUMN takes_shares boolean NOT NULL DEFAULT true;
-- The same of one queue, for each of its people.
ALTER TABLE queue ADD COLUMN open_limit int CHECK (open_limit > 0);

-- A row is a ticket that distribution could give to nobody when it entered its queue. It no longer counts once the ticket has a person
-- or another queue, or does not wait.
CREATE TABLE ticket_share (
  ticket_id int PRIMARY KEY REFERENCES ticket ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  since timestamptz(3) NOT NULL,
  -- Who attended the customer last, where the company gives tickets back.
  last_user_id int
);
CREATE INDEX ticket_share_queue ON ticket_share (queue_id);

-- A row is a person who is not there, while the company takes back what such people have not answered.
CREATE TABLE user_absence (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  since timestamptz(3) NOT NULL
);
`,
} as const;
