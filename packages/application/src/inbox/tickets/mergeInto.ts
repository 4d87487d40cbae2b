import { applyIntent } from "@balcao/domain/tickets";
import { foldTicket, lockLiveTicketsOf, moveContact } from "@balcao/database/contacts";
import { lockTicket, raiseTicketVersion } from "@balcao/database/tickets";
import type { Unit } from "../../ground/kernel/index.js";
import { recordTicketChange } from "./recordTicketChange.js";
import { saveTransition } from "./saveTransition.js";

interface Merge {
  readonly keptId: number;
  readonly goneId: number;
  /** Who merges; null where a message proved that both are one person. */
  readonly userId: number | null;
  readonly now: Date;
}

/**
 * Merges one contact into another: everything moves to the one that stays, and where both have a live
 * ticket on a connection, the younger one is merged into the older and closed. The caller has
 * locked both contacts.
 */
export async function mergeInto(tx: Unit, { keptId, goneId, userId, now }: Merge): Promise<void> {
  const kept = new Map((await lockLiveTicketsOf(tx, keptId)).map((ticket) => [ticket.connectionId, ticket.id]));
  const folded: { readonly from: number; readonly into: number; readonly messageIds: readonly string[] }[] = [];
  for (const { id, connectionId } of await lockLiveTicketsOf(tx, goneId)) {
    const other = kept.get(connectionId);
    if (other !== undefined) folded.push(await foldYounger(tx, id, other, now));
  }
  const ticketIds = await moveContact(tx, { goneId, keptId, folded, userId });
  const filled = new Set(folded.map(({ into }) => into));
  const closed = new Set(folded.map(({ from }) => from));
  for (const id of new Set([...ticketIds, ...filled])) {
    // Its closing has recorded its event.
    if (closed.has(id)) continue;
    const ticket = await raiseTicketVersion(tx, id);
    await recordTicketChange(tx, ticket, ticket, { historyMoved: filled.has(id) });
  }
  await tx.live("contact", { id: goneId, action: "delete" });
  await tx.live("contact", { id: keptId, action: "update" });
}

/** Moves the messages to the older ticket and closes the younger one without a farewell. */
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
    await recordTicketChange(tx, younger, await saveTransition(tx, younger, result.patch, now), { historyMoved: true });
  return { from, into, messageIds };
}
