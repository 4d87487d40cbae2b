import { addressColumns, CONTACT_BY_ADDRESS, type AddressKey, type FoundContact } from "../contacts/index.js";
import { one, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/index.js";

/** Where a message belongs, as far as one look shows it. */
export interface InboundPlace {
  /** The contact of its chat, or null. */
  readonly contact: FoundContact | null;
  /** The contact's live ticket, locked; null when there is none, when the contact must be completed first, or when `isStored`. */
  readonly ticket: LockedTicket | null;
  /** A message with its id is stored, maybe of another chat. */
  readonly isStored: boolean;
  /** Such a message could not be read. */
  readonly hasUnreadable: boolean;
}

/** What a message says about the place where it belongs. */
interface PlaceQuery {
  readonly connectionId: number;
  /** The addresses of its chat: the first `own` are its own, the rest other spellings of them. */
  readonly keys: readonly AddressKey[];
  readonly own: number;
  /** What the network calls the contact, and its number; null when unknown. */
  readonly name: string | null;
  readonly number: string | null;
  readonly externalId: string;
  readonly fromMe: boolean;
}

interface PlaceRow {
  readonly contact: FoundContact | null;
  readonly pictureCheckedAt: Date | null;
  readonly isStored: boolean;
  readonly hasUnreadable: boolean;
}

type FlatRow = PlaceRow & (LockedTicket | { readonly id: null });

// A contact that must be completed is locked before its ticket, as everywhere, so its ticket is not
// locked here; a stored message may be in another ticket, which is then the one to lock.
const place = statement<FlatRow>(
  "lanes_place",
  `${CONTACT_BY_ADDRESS}, stored AS MATERIALIZED (
     SELECT coalesce(details->>'unreadable' = 'true', false) AS unreadable FROM message WHERE connection_id = $5 AND external_id = $8 AND from_me = $9
   ), live AS MATERIALIZED (
     SELECT ${LOCKED_COLUMNS} FROM ticket WHERE connection_id = $5 AND status <> 'closed' AND contact_id = (
       SELECT f.id FROM found f WHERE f.owners = 1 AND f."knownAddresses" = $4 AND (f.number IS NOT NULL OR $7::text IS NULL)
         AND (NOT f."nameFromNetwork" OR f.name = coalesce($6::text, f.name)) AND NOT EXISTS (SELECT FROM stored)
     ) FOR UPDATE
   )
   SELECT to_jsonb(found) AS contact, found."pictureCheckedAt" AS "pictureCheckedAt", EXISTS (SELECT FROM stored) AS "isStored",
     EXISTS (SELECT FROM stored WHERE unreadable) AS "hasUnreadable", live.*
   FROM (VALUES (1)) AS always LEFT JOIN found ON true LEFT JOIN live ON true`,
);

/**
 * Finds the contact of a message's chat and locks its live ticket, in one statement: what nearly every
 * message needs.
 */
export async function findPlace(tx: Sql, query: PlaceQuery): Promise<InboundPlace> {
  const { connectionId, keys, own, name, number, externalId, fromMe } = query;
  const row = await one(tx.run(place, [...addressColumns(keys), own, connectionId, name, number, externalId, fromMe]));
  const { contact, pictureCheckedAt, isStored, hasUnreadable, ...ticket } = row;
  return { contact: contact && { ...contact, pictureCheckedAt }, ticket: ticket.id === null ? null : ticket, isStored, hasUnreadable };
}
