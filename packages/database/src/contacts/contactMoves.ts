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
