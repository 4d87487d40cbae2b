import { first, statement, type Sql } from "../sql/index.js";
import type { AddressKey } from "./contactWrites.js";

/** The connection that is in a group, and the group's address there. */
interface GroupAddress {
  readonly connectionId: number;
  readonly value: string;
}

interface AddressedContact {
  readonly kind: string;
  readonly value: string;
  readonly id: number;
  readonly name: string;
}

// Deleting a connection deletes its addresses, so every stored one can be asked; the newest is
// preferred.
const groupRow = statement<GroupAddress>(
  "contact_group_address",
  `SELECT connection_id AS "connectionId", value FROM contact_address WHERE contact_id = $1 AND kind = 'group' ORDER BY connection_id DESC LIMIT 1`,
);
const byAddresses = statement<AddressedContact>(
  "contacts_by_addresses",
  `SELECT a.kind, a.value, c.id, c.name FROM unnest($1::int[], $2::text[], $3::text[]) AS k(connection_id, kind, value)
   JOIN contact_address a USING (connection_id, kind, value) JOIN contact c ON c.id = a.contact_id`,
);

/** Returns a group's address; null for contacts that are no group. */
export const getGroupAddress = (sql: Sql, contactId: number): Promise<GroupAddress | null> => first(sql.run(groupRow, [contactId]));

/** Lists the stored ones of these addresses, each with its contact. */
export const listContactsByAddresses = (sql: Sql, keys: readonly AddressKey[]): Promise<AddressedContact[]> =>
  sql.run(byAddresses, [keys.map(({ connectionId }) => connectionId), keys.map(({ kind }) => kind), keys.map(({ value }) => value)]);
