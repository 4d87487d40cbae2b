import { canonicalPhone, formatPhone, phoneForms } from "@balcao/domain/contacts";
import { addressesOf, type PeerId } from "@balcao/domain/messaging";
import {
  addContactAddresses,
  ensureContact,
  findContactByAddress,
  renameFromNetwork,
  setContactNumber,
  type AddressKey,
  type KnownContact,
} from "@balcao/database/contacts";
import type { Sql } from "@balcao/database/sql";
import { mergeContacts } from "./mergeContacts.js";

export interface ResolvedContact {
  readonly contact: KnownContact;
  /** Whether lists and pages must be told of it. */
  readonly news: "create" | "update" | null;
}

/** The keys under which a peer may be known: phones are global and have two forms in Brazil, everything else belongs to the connection (M-4). */
export function addressKeys(connectionId: number, peer: PeerId): AddressKey[] {
  return addressesOf(peer).flatMap(({ kind, value }): AddressKey[] =>
    kind === "phone" ? phoneForms(value).map((form) => ({ connectionId: 0, kind, value: form })) : [{ connectionId, kind, value }],
  );
}

/**
 * The contact of a peer, found by any of its addresses or made now. What the peer is newly known by is added to it; a name from the network
 * replaces only a name from the network.
 */
export async function resolveContact(
  tx: Sql,
  connectionId: number,
  peer: PeerId,
  name: string | null,
  now: Date,
): Promise<ResolvedContact> {
  const keys = addressKeys(connectionId, peer);
  if (addressesOf(peer).length > 1) await mergeContacts(tx, keys, now);
  const known = await findContactByAddress(tx, keys);
  if (known) {
    if (known.knownAddresses < keys.length) await addContactAddresses(tx, known.id, keys);
    const numbered =
      known.number === null && peer.phone !== undefined && (await setContactNumber(tx, known.id, canonicalPhone(peer.phone)));
    const renamed = name !== null && known.nameFromNetwork && known.name !== name && (await renameFromNetwork(tx, known.id, name));
    return { contact: renamed ? { ...known, name } : known, news: renamed || numbered ? "update" : null };
  }
  const number = peer.phone === undefined ? null : canonicalPhone(peer.phone);
  const { contact, created } = await ensureContact(tx, keys, {
    name: name ?? fallbackName(peer),
    number,
    isGroup: peer.group !== undefined,
    nameFromNetwork: true,
  });
  return { contact, news: created ? "create" : null };
}

/** What a contact is called until somebody says its name: the number, or a word for an opaque address. */
function fallbackName(peer: PeerId): string {
  if (peer.phone !== undefined) return formatPhone(peer.phone);
  if (peer.group !== undefined) return "Grupo";
  return "Contato";
}
