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
import type { Unit } from "../kernel/index.js";
import { mergeContacts } from "./mergeContacts.js";

export interface ResolvedContact {
  readonly contact: KnownContact;
  /** Whether lists and pages must be told of it. */
  readonly news: "create" | "update" | null;
}

/** The addresses of a peer: phones are global, everything else belongs to the connection (M-4). */
export function ownKeys(connectionId: number, peer: PeerId): AddressKey[] {
  return addressesOf(peer).map(({ kind, value }) => ({ connectionId: kind === "phone" ? 0 : connectionId, kind, value }));
}

/** The keys under which a peer may be known: its own addresses, then the other form of a Brazilian mobile (M-4). */
export function addressKeys(connectionId: number, peer: PeerId): AddressKey[] {
  const own = ownKeys(connectionId, peer);
  const otherForms = own.flatMap((key) =>
    key.kind !== "phone" ? [] : phoneForms(key.value).flatMap((value) => (value === key.value ? [] : [{ ...key, value }])),
  );
  return [...own, ...otherForms];
}

/**
 * The contact of a peer, found by any of its addresses or made now. What the peer is newly known by is added to it, in the form that
 * the network used, since answers go there; a name from the network replaces only a name from the network.
 */
export async function resolveContact(
  tx: Unit,
  connectionId: number,
  peer: PeerId,
  name: string | null,
  now: Date,
): Promise<ResolvedContact> {
  const keys = addressKeys(connectionId, peer);
  if (addressesOf(peer).length > 1) await mergeContacts(tx, keys, now);
  const own = ownKeys(connectionId, peer);
  const known = await findContactByAddress(tx, keys, own.length);
  if (known) {
    if (known.knownAddresses < own.length) await addContactAddresses(tx, known.id, own);
    const numbered =
      known.number === null && peer.phone !== undefined && (await setContactNumber(tx, known.id, canonicalPhone(peer.phone)));
    const renamed = name !== null && known.nameFromNetwork && known.name !== name && (await renameFromNetwork(tx, known.id, name));
    return { contact: renamed ? { ...known, name } : known, news: renamed || numbered ? "update" : null };
  }
  const number = peer.phone === undefined ? null : canonicalPhone(peer.phone);
  const { contact, created } = await ensureContact(tx, own, {
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
