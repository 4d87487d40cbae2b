import { first, one, statement, type Sql } from "../sql/index.js";

export interface AddressKey {
  /** 0 for phones, which are the same on all connections. */
  readonly connectionId: number;
  readonly kind: string;
  readonly value: string;
}

export interface KnownContact {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly isGroup: boolean;
  readonly nameFromNetwork: boolean;
  readonly pictureCheckedAt: Date | null;
  /** Whether the contact gets automatic texts. */
  readonly autoReply: boolean;
}

/** Selects a `KnownContact` from contact `c`. */
const CONTACT_COLUMNS = `c.id, c.name, c.number, c.is_group AS "isGroup", c.auto_reply AS "autoReply", c.name_from_network AS "nameFromNetwork", c.picture_checked_at AS "pictureCheckedAt"`;

/** A contact that was found by addresses. */
export interface FoundContact extends KnownContact {
  /** How many of the peer's own addresses are stored. */
  readonly knownAddresses: number;
  /** How many contacts have one of the addresses: more than one means that they are one person. */
  readonly owners: number;
}

// The caller's first address that matches wins. The first $4 are the peer's own, the rest other
// spellings of them.
export const CONTACT_BY_ADDRESS = `WITH hits AS MATERIALIZED (
     SELECT a.contact_id, k.place FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS k(connection_id, kind, value, place)
     JOIN contact_address a USING (connection_id, kind, value)
   ), found AS MATERIALIZED (
     SELECT ${CONTACT_COLUMNS}, (SELECT count(*) FROM hits WHERE place <= $4)::int AS "knownAddresses", (SELECT count(DISTINCT contact_id) FROM hits)::int AS owners
     FROM contact c WHERE c.id = (SELECT contact_id FROM hits ORDER BY place LIMIT 1)
   )`;
const byAddress = statement<FoundContact>("contact_by_address", `${CONTACT_BY_ADDRESS} SELECT * FROM found`);
const insertWithNumber = statement<KnownContact>(
  "contact_insert",
  `INSERT INTO contact AS c (name, number, is_group, name_from_network, origin) VALUES ($1, $2, $3, $4, 'network')
   ON CONFLICT (number) WHERE number IS NOT NULL DO NOTHING RETURNING ${CONTACT_COLUMNS}`,
);
const byNumber = statement<KnownContact>("contact_by_number", `SELECT ${CONTACT_COLUMNS} FROM contact c WHERE number = $1`);
const byId = statement<KnownContact>("contact_by_id", `SELECT ${CONTACT_COLUMNS} FROM contact c WHERE id = $1`);
const addAddresses = statement<{ contactId: number }>(
  "contact_add_addresses",
  `INSERT INTO contact_address (connection_id, kind, value, contact_id)
   SELECT connection_id, kind, value, $4 FROM unnest($1::int[], $2::text[], $3::text[]) AS k(connection_id, kind, value) ORDER BY 1, 2, 3
   ON CONFLICT (connection_id, kind, value) DO NOTHING RETURNING contact_id AS "contactId"`,
);
const removeDuplicate = statement("contact_remove_unborn", `DELETE FROM contact WHERE id = $1`);
const rename = statement<{ id: number }>(
  "contact_rename",
  `UPDATE contact SET name = $2, updated_at = now() WHERE id = $1 AND name_from_network AND name <> $2 RETURNING id`,
);
const setNumber = statement<{ id: number }>(
  "contact_number",
  `UPDATE contact SET number = $2, updated_at = now() WHERE id = $1 AND number IS NULL RETURNING id`,
);
const setPicture = statement<{ id: number }>(
  "contact_picture",
  `UPDATE contact SET picture_file_id = $2, picture_checked_at = now(), updated_at = now() WHERE id = $1 RETURNING id`,
);
const addressesOf = statement<{ kind: string; value: string }>(
  "contact_addresses",
  `SELECT kind, value FROM contact_address WHERE contact_id = $1 AND connection_id IN (0, $2)`,
);

/** The columns of keys as parameters $1 to $3. */
export const addressColumns = (keys: readonly AddressKey[]) =>
  [keys.map(({ connectionId }) => connectionId), keys.map(({ kind }) => kind), keys.map(({ value }) => value)] as const;

/**
 * Finds the contact of these addresses; the first `own` are the peer's own, the rest other
 * spellings of them.
 */
export const findContactByAddress = (tx: Sql, keys: readonly AddressKey[], own = keys.length) =>
  first(tx.run(byAddress, [...addressColumns(keys), own]));
export const getKnownContact = (tx: Sql, id: number) => first(tx.run(byId, [id]));

/**
 * Adds addresses to a contact; addresses of another contact stay there. Returns how many were new.
 */
export async function addContactAddresses(tx: Sql, contactId: number, keys: readonly AddressKey[]): Promise<number> {
  return (await tx.run(addAddresses, [...addressColumns(keys), contactId])).length;
}

export interface ContactDraft {
  readonly name: string;
  readonly number: string | null;
  readonly isGroup: boolean;
  readonly nameFromNetwork: boolean;
}

/** The contact of some addresses, as far as the addresses went to it. */
export interface EnsuredContact {
  readonly contact: KnownContact;
  /** This transaction created it. */
  readonly created: boolean;
  /** Every address is the contact's now. Else another contact has some of them: look them up again. */
  readonly isWhole: boolean;
}

/**
 * Finds or creates the contact of these addresses: inserts first, so that two transactions for the
 * same person get the same contact. Where the other transaction knew a part of the addresses only,
 * the contact is not whole.
 */
export async function ensureContact(tx: Sql, keys: readonly AddressKey[], draft: ContactDraft): Promise<EnsuredContact> {
  const inserted = await first(tx.run(insertWithNumber, [draft.name, draft.number, draft.isGroup, draft.nameFromNetwork]));
  const contact = inserted ?? (await one(tx.run(byNumber, [draft.number])));
  const added = await addContactAddresses(tx, contact.id, keys);
  if (!inserted || added > 0) return { contact, created: inserted !== null, isWhole: added === keys.length };
  const owner = await one(tx.run(byAddress, [...addressColumns(keys), keys.length]));
  await tx.run(removeDuplicate, [contact.id]);
  return { contact: owner, created: false, isWhole: owner.owners === 1 && owner.knownAddresses === keys.length };
}

/**
 * Stores the network's name of a contact, unless a person chose the name; returns whether it
 * changed.
 */
export async function renameFromNetwork(tx: Sql, contactId: number, name: string): Promise<boolean> {
  return (await tx.run(rename, [contactId, name])).length > 0;
}

/** Sets the number of a contact without one; returns whether it had none. */
export async function setContactNumber(tx: Sql, contactId: number, number: string): Promise<boolean> {
  return (await tx.run(setNumber, [contactId, number])).length > 0;
}

export async function setContactPicture(tx: Sql, contactId: number, fileId: string | null): Promise<void> {
  await tx.run(setPicture, [contactId, fileId]);
}

/** Lists the addresses that reach a contact through a connection. */
export const listContactAddresses = (sql: Sql, contactId: number, connectionId: number) => sql.run(addressesOf, [contactId, connectionId]);

/** Where a contact's new tickets go instead of the menu, and who gets them per queue. */
export interface RedirectRows {
  readonly queueIds: readonly number[];
  readonly userIds: readonly number[];
  readonly perQueue: readonly { readonly queueId: number; readonly userId: number }[];
}

const setQueues = statement(
  "contact_redirect_queues",
  `WITH gone AS (DELETE FROM contact_redirect_queue WHERE contact_id = $1 AND queue_id <> ALL($2::int[]))
   INSERT INTO contact_redirect_queue (contact_id, place, queue_id)
   SELECT $1, place, queue_id FROM unnest($2::int[]) WITH ORDINALITY AS listed(queue_id, place)
   ON CONFLICT (contact_id, queue_id) DO UPDATE SET place = excluded.place`,
);
const setUsers = statement(
  "contact_redirect_users",
  `WITH gone AS (DELETE FROM contact_redirect_user WHERE contact_id = $1 AND user_id <> ALL($2::int[]))
   INSERT INTO contact_redirect_user (contact_id, place, user_id)
   SELECT $1, place, user_id FROM unnest($2::int[]) WITH ORDINALITY AS listed(user_id, place)
   ON CONFLICT (contact_id, user_id) DO UPDATE SET place = excluded.place`,
);
const setPerQueue = statement(
  "contact_redirect_per_queue",
  `WITH gone AS (DELETE FROM contact_redirect WHERE contact_id = $1 AND queue_id <> ALL($2::int[]))
   INSERT INTO contact_redirect (contact_id, queue_id, user_id)
   SELECT $1, queue_id, user_id FROM unnest($2::int[], $3::int[]) AS listed(queue_id, user_id)
   ON CONFLICT (contact_id, queue_id) DO UPDATE SET user_id = excluded.user_id`,
);
const redirectsOf = statement<RedirectRows>(
  "contact_redirects",
  `SELECT coalesce((SELECT array_agg(queue_id ORDER BY place) FROM contact_redirect_queue WHERE contact_id = $1), '{}') AS "queueIds",
     coalesce((SELECT array_agg(user_id ORDER BY place) FROM contact_redirect_user WHERE contact_id = $1), '{}') AS "userIds",
     coalesce((SELECT jsonb_agg(jsonb_build_object('queueId', queue_id, 'userId', user_id) ORDER BY queue_id) FROM contact_redirect WHERE contact_id = $1), '[]') AS "perQueue"
   FROM contact WHERE id = $1`,
);

/** The redirects of a contact; null when it does not exist. */
export const readContactRedirects = (tx: Sql, contactId: number): Promise<RedirectRows | null> => first(tx.run(redirectsOf, [contactId]));

/** Replaces the redirects of a contact, in the given order. */
export async function setContactRedirects(tx: Sql, contactId: number, { queueIds, userIds, perQueue }: RedirectRows): Promise<void> {
  await tx.run(setQueues, [contactId, queueIds]);
  await tx.run(setUsers, [contactId, userIds]);
  await tx.run(setPerQueue, [contactId, perQueue.map(({ queueId }) => queueId), perQueue.map(({ userId }) => userId)]);
}
