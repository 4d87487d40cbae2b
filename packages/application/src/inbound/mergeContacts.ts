import { applyIntent } from "@balcao/domain/tickets";
import { foldTicket, listAddressOwners, lockContacts, lockLiveTicketsOf, moveContact, type AddressKey } from "@balcao/database/contacts";
import { lockTicket, raiseTicketVersion } from "@balcao/database/tickets";
import { recordSystemAudit } from "../audit/index.js";
import type { Unit } from "../kernel/index.js";
import { recordTicketChange, saveTransition } from "../tickets/index.js";

/**
 * A message shows two addresses that two contacts have: they are one person. The one with the phone number stays; where both have a live ticket on a
 * connection, the younger is folded into the older and closed (M-4). Everything that moved is written down. Answers who stayed, or null when
 * there was nothing to merge.
 */
export async function mergeContacts(tx: Unit, keys: readonly AddressKey[], now: Date): Promise<number | null> {
  const owners = await listAddressOwners(tx, keys);
  const [keptId, ...others] = owners;
  if (keptId === undefined || others.length === 0) return null;
  const present = new Set(await lockContacts(tx, owners));
  for (const goneId of others) if (present.has(keptId) && present.has(goneId)) await mergeInto(tx, keptId, goneId, now);
  return keptId;
}

async function mergeInto(tx: Unit, keptId: number, goneId: number, now: Date): Promise<void> {
  const kept = new Map((await lockLiveTicketsOf(tx, keptId)).map((ticket) => [ticket.connectionId, ticket.id]));
  const folded: { readonly from: number; readonly into: number; readonly messageIds: readonly string[] }[] = [];
  for (const { id, connectionId } of await lockLiveTicketsOf(tx, goneId)) {
    const other = kept.get(connectionId);
    if (other !== undefined) folded.push(await foldYounger(tx, id, other, now));
  }
  const ticketIds = await moveContact(tx, goneId, keptId, folded);
  const touched = new Set([...ticketIds, ...folded.map(({ into }) => into)]);
  for (const id of touched) {
    const ticket = await raiseTicketVersion(tx, id);
    await recordTicketChange(tx, ticket, ticket);
  }
  await tx.live("contact", { id: goneId, action: "delete" });
  await tx.live("contact", { id: keptId, action: "update" });
  await recordSystemAudit(tx, "contact.merge", { contactId: keptId, description: `contact ${goneId} is the same person` });
}

/** The older ticket takes the messages; the younger closes without a word. */
async function foldYounger(
  tx: Unit,
  a: number,
  b: number,
  now: Date,
): Promise<{ from: number; into: number; messageIds: readonly string[] }> {
  const into = Math.min(a, b);
  const from = Math.max(a, b);
  const messageIds = await foldTicket(tx, from, into);
  const younger = await lockTicket(tx, from);
  const result = younger && applyIntent(younger, "close", {}, now);
  if (younger && result?.ok && !result.unchanged)
    await recordTicketChange(tx, younger, await saveTransition(tx, younger, result.patch, now));
  return { from, into, messageIds };
}
