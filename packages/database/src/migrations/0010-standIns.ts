/** Substitutes of users per queue, and the attendants who receive a queue's tickets in turn. */
export const standIns = {
  name: "0010-standIns",
  sql: `
CREATE TABLE user_substitution (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  substitute_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
);
-- In the order in which they were chosen (D-157).
CREATE TABLE queue_attendant (
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  place int NOT NULL,
  PRIMARY KEY (queue_id, user_id)
);
CREATE INDEX queue_attendant_user ON queue_attendant (user_id);
CREATE INDEX user_substitution_queue ON user_substitution (queue_id);
CREATE INDEX user_substitution_substitute ON user_substitution (substitute_id);
`,
} as const;
