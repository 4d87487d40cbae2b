import { applyIntent } from "@balcao/domain/tickets";
import { dropRepeatedMessages, emptyFoldedTicket, foldTicket, lockLiveTicketsOf, moveContact } from "@balcao/database/contacts";
import { hasTicketProtocol } from "@balcao/database/protocols";
import { endRating } from "@balcao/database/ratings";
import { listContactTagIds } from "@balcao/database/tags";
import { deleteTicketRow, lockTicket, raiseTicketVersion } from "@balcao/database/tickets";
import { recordTagCounts, type Unit } from "../../ground/kernel/index.js";
import { recordTicketChange, recordTicketDeletion } from "./recordTicketChange.js";
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
 * ticket on a connection, the younger one is merged into the older. A message that both have stays
 * once. The caller has locked both contacts.
 */
export async function mergeInto(tx: Unit, { keptId, goneId, userId, now }: Merge): Promise<void> {
  const kept = new Map((await lockLiveTicketsOf(tx, keptId)).map((ticket) => [ticket.connectionId, ticket.id]));
  const tagIds = await listContactTagIds(tx, goneId);
  await dropRepeatedMessages(tx, goneId, keptId);
  const folded: FoldedTicket[] = [];
  const live = await lockLiveTicketsOf(tx, goneId);
  for (const { id, connectionId } of live) {
    const other = kept.get(connectionId);
    if (other !== undefined) folded.push(await foldYounger(tx, id, other, now));
  }
  const deleted = folded.filter(({ from, ticket }) => ticket !== undefined && live.some(({ id }) => id === from)).map(({ from }) => from);
  const ticketIds = await moveContact(tx, { goneId, keptId, folded, deleted, userId });
  const filled = new Set(folded.map(({ into }) => into));
  const closed = new Set(folded.map(({ from }) => from));
  for (const id of new Set([...ticketIds, ...filled])) {
    // Its end has recorded its event.
    if (closed.has(id)) continue;
    const ticket = await raiseTicketVersion(tx, id);
    await recordTicketChange(tx, ticket, ticket, { historyMoved: filled.has(id) });
  }
  await tx.live("contact", { id: goneId, action: "delete" });
  await tx.live("contact", { id: keptId, action: "update" });
  await recordTagCounts(tx, tagIds);
}

/** A ticket whose messages are in another one now, and its row where it is deleted: what undoing needs. */
interface FoldedTicket {
  readonly from: number;
  readonly into: number;
  readonly messageIds: readonly string[];
  readonly plannedIds: readonly number[];
  readonly ticket?: unknown;
}

/**
 * Moves the messages to the older ticket. The younger one is closed without a farewell and deleted,
 * because nothing of it is left; one with a protocol stays.
 */
async function foldYounger(tx: Unit, a: number, b: number, now: Date): Promise<FoldedTicket> {
  const into = Math.min(a, b);
  const from = Math.max(a, b);
  const folded = { from, into, ...(await foldTicket(tx, from, into)) };
  for (const id of folded.plannedIds) await tx.live("planned", { id, action: "update" });
  const younger = await lockTicket(tx, from);
  const result = younger && applyIntent(younger, "close", { reason: "merge" }, now);
  if (!younger || !result?.ok || result.unchanged) return folded;
  const closed = await saveTransition(tx, younger, result.patch, now);
  const ticket = await emptyFoldedTicket(tx, from);
  if (await hasTicketProtocol(tx, from)) {
    await recordTicketChange(tx, younger, closed, { historyMoved: true });
    return folded;
  }
  await endRating(tx, from, now);
  await deleteTicketRow(tx, from);
  await recordTicketDeletion(tx, closed);
  return { ...folded, ticket };
}
