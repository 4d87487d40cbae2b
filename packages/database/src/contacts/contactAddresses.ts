import type { DestinationFacts, ReachingAddress } from "@balcao/domain/contacts";
import { statement, type Sql } from "../sql/index.js";
import { addContactAddresses, type AddressKey } from "./contactWrites.js";

const leaveAddresses = statement<{ value: string }>(
  "contact_leave_addresses",
  `DELETE FROM contact_address WHERE contact_id = $4
     AND (connection_id, kind, value) IN (SELECT * FROM unnest($1::int[], $2::text[], $3::text[])) RETURNING value`,
);
// A number that another contact has is not moved: a contact created by hand may have a number
// without its addresses.
const replaceNumber = statement<{ id: number }>(
  "contact_replace_number",
  `UPDATE contact SET number = $2, updated_at = now()
   WHERE id = $1 AND number IS DISTINCT FROM $2 AND NOT EXISTS (SELECT 1 FROM contact other WHERE other.number = $2) RETURNING id`,
);

interface AddressMove {
  readonly left: readonly AddressKey[];
  readonly gained: readonly AddressKey[];
  /** The canonical form of the new phone, or null when the phone stays. */
  readonly number: string | null;
}

/**
 * Replaces some addresses of a contact by others. Returns whether anything changed, so that a
 * repeated event has no effect.
 */
export async function moveContactAddresses(tx: Sql, contactId: number, { left, gained, number }: AddressMove): Promise<boolean> {
  const gone = await tx.run(leaveAddresses, [
    left.map(({ connectionId }) => connectionId),
    left.map(({ kind }) => kind),
    left.map(({ value }) => value),
    contactId,
  ]);
  const added = await addContactAddresses(tx, contactId, gained);
  const numbered = number === null ? [] : await tx.run(replaceNumber, [contactId, number]);
  return gone.length + added + numbered.length > 0;
}

// The short form of a Brazilian mobile is stored only if the network used it, so it comes before
// the long form, which may be a guess.
const IN_ORDER = "ORDER BY array_position(ARRAY['phone', 'lid', 'bsuid', 'group'], a.kind), a.added_at DESC, length(a.value), a.value";

/**
 * Selects the chat of the last message that a contact wrote on a connection, or was heard from by a
 * call. It is read from the messages, so that merges, their undoing and changes of the connection move it.
 * A closed ticket that nobody answered, as one of a mass send, is not searched; a live one may have its first message just now.
 */
const lastChatOf = (contact: string, connection: string): string => `(SELECT said.chat FROM ticket l CROSS JOIN LATERAL (
     SELECT m.chat, m.sent_at, m.id FROM message m WHERE m.ticket_id = l.id AND NOT m.from_me AND m.connection_id = l.connection_id ORDER BY m.sent_at DESC, m.id DESC LIMIT 1
   ) said WHERE l.contact_id = ${contact} AND l.connection_id = ${connection} AND (l.last_inbound_id IS NOT NULL OR l.status <> 'closed') ORDER BY said.sent_at DESC, said.id DESC LIMIT 1)`;

/**
 * Selects the addresses and the last chat, as far as `chooseDestination` needs them, of the contact `c` of
 * ticket `t` where it has several addresses of a kind on the connection; NULL where it has not.
 */
export const DESTINATIONS_OF_TICKET = `CASE WHEN c.several_addresses THEN (SELECT jsonb_build_object('addresses', jsonb_agg(jsonb_build_object('kind', a.kind, 'value', a.value) ${IN_ORDER}),
     'lastChat', ${lastChatOf("t.contact_id", "t.connection_id")})
   FROM contact_address a WHERE a.contact_id = t.contact_id AND a.connection_id IN (0, t.connection_id) HAVING count(*) > count(DISTINCT a.kind)) END`;

const reaching = statement<ReachingAddress & Pick<DestinationFacts, "number" | "lastChat">>(
  "contact_destinations",
  `SELECT a.kind, a.value, c.number, CASE WHEN count(*) OVER () > 1 THEN ${lastChatOf("$1", "$2")} END AS "lastChat"
   FROM contact_address a JOIN contact c ON c.id = a.contact_id WHERE a.contact_id = $1 AND a.connection_id IN (0, $2) ${IN_ORDER}`,
);

/** Returns what decides where answers to a contact go on a connection, in one statement. */
export async function getDestinationFacts(sql: Sql, contactId: number, connectionId: number): Promise<DestinationFacts> {
  const addresses = await sql.run(reaching, [contactId, connectionId]);
  const [{ number, lastChat } = { number: null, lastChat: null }] = addresses;
  return { addresses, number, lastChat };
}
