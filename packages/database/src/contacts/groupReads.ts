import { first, statement, type Sql } from "../sql/index.js";
import type { AddressKey } from "./contactWrites.js";

/** Where a group lies: the connection that is in it, and its address there. */
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

// A number that was deleted takes its groups' addresses along, so the newest is one that somebody can be asked at.
const groupRow = statement<GroupAddress>(
  "contact_group_address",
  `SELECT connection_id AS "connectionId", value FROM contact_address WHERE contact_id = $1 AND kind = 'group' ORDER BY connection_id DESC LIMIT 1`,
);
const byAddresses = statement<AddressedContact>(
  "contacts_by_addresses",
  `SELECT a.kind, a.value, c.id, c.name FROM unnest($1::int[], $2::text[], $3::text[]) AS k(connection_id, kind, value)
   JOIN contact_address a USING (connection_id, kind, value) JOIN contact c ON c.id = a.contact_id`,
);

/** Null for contacts that are no group. */
export const getGroupAddress = (sql: Sql, contactId: number): Promise<GroupAddress | null> => first(sql.run(groupRow, [contactId]));

/** Which of these addresses the house knows, each with its contact. */
export const listContactsByAddresses = (sql: Sql, keys: readonly AddressKey[]): Promise<AddressedContact[]> =>
  sql.run(byAddresses, [keys.map(({ connectionId }) => connectionId), keys.map(({ kind }) => kind), keys.map(({ value }) => value)]);
