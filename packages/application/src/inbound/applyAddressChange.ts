import { canonicalPhone } from "@balcao/domain/contacts";
import { peerKey, type InboundEvent } from "@balcao/domain/messaging";
import {
  addContactAddresses,
  findContactByAddress,
  moveContactAddresses,
  type AddressKey,
  type KnownContact,
} from "@balcao/database/contacts";
import { recordSystemAudit } from "../audit/index.js";
import type { LaneNews } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { mergeContacts } from "./mergeContacts.js";
import type { Unit } from "../kernel/index.js";
import { addressKeys, ownKeys } from "./resolveContact.js";

/**
 * A person goes on under another number or id: what was said stays theirs, answers go to the new address, and who wrote from there already is the
 * same person (M-4). The old address is given up: whoever gets that number next is somebody else, and must not be answered in this conversation.
 */
export async function applyAddressChange(
  { tx, connectionId, now }: LaneStep,
  { from, to }: Extract<InboundEvent, { kind: "addressChanged" }>,
  news: LaneNews,
): Promise<void> {
  const old = addressKeys(connectionId, from);
  const fresh = ownKeys(connectionId, to);
  if (!(await findContactByAddress(tx, old))) return;
  const everyKey = [...addressKeys(connectionId, to), ...old];
  await mergeContacts(tx, everyKey, now);
  const claimed = await claimAddresses(tx, fresh, everyKey, now);
  if (!claimed) return;
  const { contact, hasGained } = claimed;
  const kinds = new Set(fresh.map(({ kind }) => kind));
  const isKept = (key: (typeof old)[number]): boolean => fresh.some(({ kind, value }) => kind === key.kind && value === key.value);
  const hasMoved = await moveContactAddresses(tx, contact.id, {
    left: old.filter((key) => kinds.has(key.kind) && !isKept(key)),
    gained: fresh,
    number: to.phone === undefined ? null : canonicalPhone(to.phone),
  });
  if (!hasMoved && !hasGained) return;
  news.addContact(contact.id, "update");
  await recordSystemAudit(tx, "contact.move", {
    contactId: contact.id,
    connectionId,
    description: `${peerKey(from)} is ${peerKey(to)} now`,
  });
}

/**
 * Gives the person the new addresses. Their first message under one of them may be stored at this moment in another lane, by a contact of its
 * own: inserting waits for that one, and what it made is merged then.
 */
async function claimAddresses(
  tx: Unit,
  fresh: readonly AddressKey[],
  everyKey: readonly AddressKey[],
  now: Date,
): Promise<{ readonly contact: KnownContact; readonly hasGained: boolean } | null> {
  const person = await findContactByAddress(tx, everyKey);
  if (!person) return null;
  const added = await addContactAddresses(tx, person.id, fresh);
  await mergeContacts(tx, everyKey, now);
  const contact = await findContactByAddress(tx, everyKey);
  return contact && { contact, hasGained: added > 0 };
}
