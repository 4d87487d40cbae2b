import { canonicalPhone } from "@balcao/domain/contacts";
import { peerKey, type InboundEvent } from "@balcao/domain/messages";
import {
  addContactAddresses,
  findContactByAddress,
  moveContactAddresses,
  type AddressKey,
  type KnownContact,
} from "@balcao/database/contacts";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { mergeContacts, addressKeys, ownKeys } from "./resolveContact.js";

/**
 * Moves a person to another number or id: the conversation stays, answers go to the new address,
 * and a contact that already has the new address is merged. The old address is removed,
 * because its next owner is somebody else.
 */
export async function applyAddressChange(
  step: LaneStep,
  { from, to }: Extract<InboundEvent, { kind: "addressChanged" }>,
  changes: LaneChanges,
): Promise<void> {
  const { tx, connectionId } = step;
  const old = addressKeys(connectionId, from);
  const fresh = ownKeys(connectionId, to);
  if (!(await findContactByAddress(tx, old))) return;
  const everyKey = [...addressKeys(connectionId, to), ...old];
  await mergeContacts(step, everyKey);
  const claimed = await claimAddresses(step, fresh, everyKey);
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
  changes.addContact(contact.id, "update");
  await recordSystemAudit(tx, "contact.move", {
    contactId: contact.id,
    connectionId,
    description: `${peerKey(from)} is ${peerKey(to)} now`,
  });
}

/**
 * Adds the new addresses to the person's contact. Another lane may be inserting a contact with one
 * of them at this moment: the insert waits for it, and that contact is merged afterwards.
 */
async function claimAddresses(
  step: LaneStep,
  fresh: readonly AddressKey[],
  everyKey: readonly AddressKey[],
): Promise<{ readonly contact: KnownContact; readonly hasGained: boolean } | null> {
  const { tx } = step;
  const person = await findContactByAddress(tx, everyKey);
  if (!person) return null;
  const added = await addContactAddresses(tx, person.id, fresh);
  await mergeContacts(step, everyKey);
  const contact = await findContactByAddress(tx, everyKey);
  return contact && { contact, hasGained: added > 0 };
}
