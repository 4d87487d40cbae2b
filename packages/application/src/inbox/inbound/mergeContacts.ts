import { listAddressOwners, listDistinctContacts, lockContacts, lockContactTickets, type AddressKey } from "@balcao/database/contacts";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { mergeInto } from "../tickets/index.js";
import type { LaneStep } from "./laneStep.js";

export type MergingStep = Pick<LaneStep, "tx" | "now" | "isFirst">;

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
