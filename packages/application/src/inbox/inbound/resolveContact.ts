import {
  addContactAddresses,
  ensureContact,
  findContactByAddress,
  listAddressOwners,
  listDistinctContacts,
  lockContacts,
  lockContactTickets,
  renameFromNetwork,
  setContactNumber,
  type AddressKey,
  type FoundContact,
  type KnownContact,
} from "@balcao/database/contacts";
import { canonicalPhone, formatPhone, networkName, phoneForms } from "@balcao/domain/contacts";
import { addressesOf, type PeerId } from "@balcao/domain/messages";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Unit } from "../../ground/kernel/index.js";
import { mergeInto } from "../tickets/index.js";
import type { LaneStep } from "./laneStep.js";

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

type MergingStep = Pick<LaneStep, "tx" | "now" | "isFirst">;

/**
 * An event merges contacts, but earlier events of its batch have changes of their tickets that are not
 * written yet: it begins the next batch.
 */
export class NeedsOwnBatch extends Error {}

/**
 * Merges the contacts that share these addresses, because they are one person. The one with the
 * phone number stays; contacts that a person has separated stay apart. The audit records every merge.
 */
export async function mergeContacts({ tx, now, isFirst }: MergingStep, keys: readonly AddressKey[]): Promise<void> {
  const owners = await listAddressOwners(tx, keys);
  const [keptId, ...others] = owners;
  if (keptId === undefined || others.length === 0) return;
  const separated = await listDistinctContacts(tx, keptId);
  const gone = others.filter((id) => !separated.has(id));
  if (gone.length === 0) return;
  if (!isFirst) throw new NeedsOwnBatch();
  // Tickets before contacts, as everywhere else: a message of these people may be arriving.
  for (const id of [keptId, ...gone].sort((a, b) => a - b)) await lockContactTickets(tx, id);
  const present = new Set(await lockContacts(tx, owners));
  for (const goneId of gone) {
    if (!present.has(keptId) || !present.has(goneId)) continue;
    await mergeInto(tx, { keptId, goneId, userId: null, now });
    await recordSystemAudit(tx, "contact.merge", { contactId: keptId, description: `contact ${goneId} is the same person` });
  }
}

/**
 * Finds the contact of a peer by any of its addresses, or creates it; `found` is the contact that a
 * look-up by `addressKeys` found just now. New addresses are added in the form that the network used,
 * since answers go there; a name from the network never replaces a name that a person typed.
 */
export async function resolveContact(
  step: MergingStep & Pick<LaneStep, "connectionId">,
  peer: PeerId,
  given: string | null,
  found?: FoundContact | null,
): Promise<ResolvedContact> {
  const { tx, connectionId } = step;
  const name = given === null ? null : networkName(given);
  const keys = addressKeys(connectionId, peer);
  const own = ownKeys(connectionId, peer);
  const find = (): Promise<FoundContact | null> => findContactByAddress(tx, keys, own.length);
  let known = found === undefined ? await find() : found;
  // Only a peer with several addresses proves that their contacts are one person.
  if (known && known.owners > 1 && own.length > 1) {
    await mergeContacts(step, keys);
    known = await find();
  }
  const facts = { own, number: numberOf(peer), name };
  const settled = known ? await completeContact(tx, known, facts) : await createContact(tx, peer, facts);
  if (settled.isWhole) return settled;
  // Another lane has given some of the addresses to a contact of its own at this moment.
  await mergeContacts(step, keys);
  const person = await find();
  if (!person) return settled;
  const { contact, change } = await completeContact(tx, person, facts);
  return { contact, change: person.id === settled.contact.id ? (settled.change ?? change) : "update" };
}

/** The canonical number of a peer, or null. */
export const numberOf = ({ phone }: PeerId): string | null => (phone === undefined ? null : canonicalPhone(phone));

interface PeerFacts {
  readonly own: readonly AddressKey[];
  readonly number: string | null;
  readonly name: string | null;
}

interface SettledContact extends ResolvedContact {
  /** Every address of the peer is the contact's. */
  readonly isWhole: boolean;
}

/** Adds to a known contact what the peer is newly known by. */
async function completeContact(tx: Unit, known: FoundContact, { own, number, name }: PeerFacts): Promise<SettledContact> {
  const missing = own.length - known.knownAddresses;
  const isWhole = missing === 0 || (await addContactAddresses(tx, known.id, own)) === missing;
  const numbered = known.number === null && number !== null && (await setContactNumber(tx, known.id, number));
  const renamed = name !== null && known.nameFromNetwork && known.name !== name && (await renameFromNetwork(tx, known.id, name));
  return { contact: renamed ? { ...known, name } : known, change: renamed || numbered ? "update" : null, isWhole };
}

async function createContact(tx: Unit, peer: PeerId, { own, number, name }: PeerFacts): Promise<SettledContact> {
  const draft = { name: name ?? fallbackName(peer), number, isGroup: peer.group !== undefined, nameFromNetwork: true };
  const { contact, created, isWhole } = await ensureContact(tx, own, draft);
  return { contact, change: created ? "create" : null, isWhole };
}

/** The name of a contact without one: its number, or a general word for an opaque address. */
function fallbackName(peer: PeerId): string {
  if (peer.phone !== undefined) return formatPhone(peer.phone);
  if (peer.group !== undefined) return "Grupo";
  return "Contato";
}
