/**
 * Automatic answers: how far they have come with a ticket, why it is where it is, who it was offered
 * to, and redirects of contacts. Tickets of before get no greeting.
 */
export const flow = {
  name: "0028-flow",
  sql: `
ALTER TABLE ticket
  ADD COLUMN flow_step text NOT NULL DEFAULT 'done',
  -- The queues of the menu that the customer saw, in its order; when it was last shown; how often again.
  ADD COLUMN flow_menu int[] NOT NULL DEFAULT '{}',
  ADD COLUMN flow_menu_at timestamptz(3),
  ADD COLUMN flow_repeats smallint NOT NULL DEFAULT 0;
ALTER TABLE ticket ADD CONSTRAINT ticket_flow_step CHECK (flow_step IN ('fresh', 'menu', 'done')) NOT VALID;
ALTER TABLE contact ADD COLUMN out_of_hours_at timestamptz(3);

CREATE TABLE ticket_decision (
  id bigserial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  rule text NOT NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  facts jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX ticket_decision_ticket ON ticket_decision (ticket_id, id);

-- A pending ticket that was assigned by distribution, until somebody accepts it (D-175).
CREATE TABLE ticket_offer (
  ticket_id int PRIMARY KEY REFERENCES ticket ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  offered_at timestamptz(3) NOT NULL,
  tried int[] NOT NULL
);
CREATE INDEX ticket_offer_due ON ticket_offer (offered_at);

-- Redirects of a contact (D-132): to the first usable of these queues and people, or per queue to a person.
CREATE TABLE contact_redirect_queue (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  place smallint NOT NULL,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  PRIMARY KEY (contact_id, queue_id)
);
CREATE TABLE contact_redirect_user (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  place smallint NOT NULL,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  PRIMARY KEY (contact_id, user_id)
);
CREATE TABLE contact_redirect (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  PRIMARY KEY (contact_id, queue_id)
);
`,
} as const;
