import { listAddressOwners, listDistinctContacts, lockContacts, type AddressKey } from "@balcao/database/contacts";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Unit } from "../../ground/kernel/index.js";
import { mergeInto } from "../tickets/index.js";

/**
 * Merges the contacts that share these addresses, because they are one person. The one with the
 * phone number stays; contacts that a person has separated stay apart. Returns the id of the
 * contact that stays, or null when there was nothing to merge; the audit records every merge.
 */
export async function mergeContacts(tx: Unit, keys: readonly AddressKey[], now: Date): Promise<number | null> {
  const owners = await listAddressOwners(tx, keys);
  const [keptId, ...others] = owners;
  if (keptId === undefined || others.length === 0) return null;
  const separated = await listDistinctContacts(tx, keptId);
  const present = new Set(await lockContacts(tx, owners));
  for (const goneId of others) {
    if (!present.has(keptId) || !present.has(goneId) || separated.has(goneId)) continue;
    await mergeInto(tx, { keptId, goneId, userId: null, now });
    await recordSystemAudit(tx, "contact.merge", { contactId: keptId, description: `contact ${goneId} is the same person` });
  }
  return keptId;
}
