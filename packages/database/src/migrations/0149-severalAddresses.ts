/** A Brazilian mobile in its long form, so that its two forms count as one phone. */
const phone = (row: string): string =>
  `CASE WHEN ${row}.kind = 'phone' AND ${row}.value ~ '^55[1-9][1-9][6-9]\\d{7}$' THEN overlay(${row}.value placing '9' from 5 for 0) ELSE ${row}.value END`;

/** Which contacts answers could reach at several addresses: lists looked the addresses of each row up (ADR 55). */
export const severalAddresses = {
  name: "0149-severalAddresses",
  // Each is a transaction of its own: making the triggers waits for those who are adding addresses, whom the last step then finds.
  steps: [
    // True where a contact has, or once had, different addresses of a kind on one connection.
    "ALTER TABLE contact ADD COLUMN IF NOT EXISTS several_addresses boolean NOT NULL DEFAULT false",
    // The lock lets the second of two who add an address to a contact see what the first has added. The contact alone finds its addresses
    // (OFFSET 0): in a table that was never analysed, as in an import, all phones would be read.
    `CREATE OR REPLACE FUNCTION note_several_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact WHERE id = NEW.contact_id AND NOT several_addresses FOR NO KEY UPDATE;
  IF FOUND AND EXISTS (SELECT FROM (SELECT kind, value, connection_id FROM contact_address WHERE contact_id = NEW.contact_id OFFSET 0) a
    WHERE a.connection_id = NEW.connection_id AND a.kind = NEW.kind
    AND ${phone("a")} <> ${phone("NEW")}) THEN
    UPDATE contact SET several_addresses = true WHERE id = NEW.contact_id;
  END IF;
  RETURN NULL;
END $$`,
    "CREATE OR REPLACE TRIGGER contact_address_several_insert AFTER INSERT ON contact_address FOR EACH ROW EXECUTE FUNCTION note_several_addresses()",
    `CREATE OR REPLACE TRIGGER contact_address_several_update AFTER UPDATE ON contact_address FOR EACH ROW
  WHEN (OLD.contact_id <> NEW.contact_id) EXECUTE FUNCTION note_several_addresses()`,
    `UPDATE contact SET several_addresses = true WHERE NOT several_addresses AND id IN (
  SELECT contact_id FROM contact_address a GROUP BY contact_id, connection_id, kind HAVING count(*) > 1 AND min(${phone("a")}) <> max(${phone("a")}))`,
  ],
} as const;
