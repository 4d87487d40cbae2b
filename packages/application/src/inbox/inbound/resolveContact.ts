import { canonicalPhone, formatPhone, networkName, phoneForms } from "@balcao/domain/contacts";
import { addressesOf, type PeerId } from "@balcao/domain/messages";
import {
  addContactAddresses,
  ensureContact,
  findContactByAddress,
  renameFromNetwork,
  setContactNumber,
  type AddressKey,
  type FoundContact,
  type KnownContact,
} from "@balcao/database/contacts";
import type { Unit } from "../../ground/kernel/index.js";
import type { LaneStep } from "./laneStep.js";
import { mergeContacts } from "./mergeContacts.js";

export interface ResolvedContact {
  readonly contact: KnownContact;
  /** The live event that this contact needs; null when nothing changed. */
  readonly change: "create" | "update" | null;
}

/**
 * Returns the addresses of a peer: a phone is the same on all connections, every other kind belongs
 * to one connection.
 */
export function ownKeys(connectionId: number, peer: PeerId): AddressKey[] {
  return addressesOf(peer).map(({ kind, value }) => ({ connectionId: kind === "phone" ? 0 : connectionId, kind, value }));
}

/**
 * Returns the keys to look a peer up by: its own addresses, then the other form of a Brazilian
 * mobile number.
 */
export function addressKeys(connectionId: number, peer: PeerId): AddressKey[] {
  const own = ownKeys(connectionId, peer);
  const otherForms = own.flatMap((key) =>
    key.kind !== "phone" ? [] : phoneForms(key.value).flatMap((value) => (value === key.value ? [] : [{ ...key, value }])),
  );
  return [...own, ...otherForms];
}

/**
 * Finds the contact of a peer by any of its addresses, or creates it; `found` is the contact that a
 * look-up by `addressKeys` found just now. New addresses are added in the form that the network used,
 * since answers go there; a name from the network never replaces a name that a person typed.
 */
export async function resolveContact(
  { tx, connectionId, now }: Pick<LaneStep, "tx" | "connectionId" | "now">,
  peer: PeerId,
  given: string | null,
  found?: FoundContact | null,
): Promise<ResolvedContact> {
  const name = given === null ? null : networkName(given);
  const keys = addressKeys(connectionId, peer);
  const own = ownKeys(connectionId, peer);
  const find = (): Promise<FoundContact | null> => findContactByAddress(tx, keys, own.length);
  let known = found === undefined ? await find() : found;
  // Only a peer with several addresses proves that their contacts are one person.
  if (known && known.owners > 1 && own.length > 1) {
    await mergeContacts(tx, keys, now);
    known = await find();
  }
  if (known) return completeContact(tx, known, { own, number: numberOf(peer), name });
  const { contact, created } = await ensureContact(tx, own, {
    name: name ?? fallbackName(peer),
    number: numberOf(peer),
    isGroup: peer.group !== undefined,
    nameFromNetwork: true,
  });
  return { contact, change: created ? "create" : null };
}

/** The canonical number of a peer, or null. */
export const numberOf = ({ phone }: PeerId): string | null => (phone === undefined ? null : canonicalPhone(phone));

interface PeerFacts {
  readonly own: readonly AddressKey[];
  readonly number: string | null;
  readonly name: string | null;
}

/** Adds to a known contact what the peer is newly known by. */
async function completeContact(tx: Unit, known: FoundContact, { own, number, name }: PeerFacts): Promise<ResolvedContact> {
  if (known.knownAddresses < own.length) await addContactAddresses(tx, known.id, own);
  const numbered = known.number === null && number !== null && (await setContactNumber(tx, known.id, number));
  const renamed = name !== null && known.nameFromNetwork && known.name !== name && (await renameFromNetwork(tx, known.id, name));
  return { contact: renamed ? { ...known, name } : known, change: renamed || numbered ? "update" : null };
}

/** The name of a contact without one: its number, or a general word for an opaque address. */
function fallbackName(peer: PeerId): string {
  if (peer.phone !== undefined) return formatPhone(peer.phone);
  if (peer.group !== undefined) return "Grupo";
  return "Contato";
}
