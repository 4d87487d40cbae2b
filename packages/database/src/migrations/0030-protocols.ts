/**
 * Protocols of tickets. A ticket with one is not deleted (D-059), which the reference guarantees.
 * Ratings outlive their tickets and keep the contact's name (D-059, D-137).
 */
export const protocols = {
  name: "0030-protocols",
  sql: `
CREATE TABLE protocol (
  id serial PRIMARY KEY,
  number text NOT NULL,
  ticket_id int NOT NULL REFERENCES ticket,
  message text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX protocol_number_uq ON protocol (number);
CREATE INDEX protocol_ticket ON protocol (ticket_id, id);
ALTER TABLE rating DROP CONSTRAINT rating_ticket_id_fkey;
ALTER TABLE rating ADD COLUMN contact_id int, ADD COLUMN contact_name text;
UPDATE rating r SET contact_id = c.id, contact_name = c.name FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.id = r.ticket_id;
`,
} as const;
