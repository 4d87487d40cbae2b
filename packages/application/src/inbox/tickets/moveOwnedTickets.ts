import { applyIntent, type TransitionResult } from "@balcao/domain/tickets";
import { listOwnedTickets, lockTicket, type LockedTicket } from "@balcao/database/tickets";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import { recordHandover } from "./recordHandover.js";
import { recordTicketChange } from "./recordTicketChange.js";
import { recoverHistory } from "./ticketHistory.js";
import { saveTransition } from "./saveTransition.js";

interface Move {
  /** Whose tickets. */
  readonly userId: number;
  /** Of one queue; `null` means of every queue and of none. */
  readonly queueId: number | null;
  /** Who gets them; `null` means that they wait for anybody. */
  readonly to: number | null;
  /** Why, for the line in each conversation. */
  readonly note: string;
}

/**
 * Moves the live tickets of a person to somebody else or back to waiting, each handed over as by a transfer (D-119, D-120,
 * D-330). Returns their ids.
 */
export async function moveOwnedTickets(
  unit: Unit,
  { services, ctx }: { readonly services: Services; readonly ctx: Ctx },
  { userId, queueId, to, note }: Move,
): Promise<number[]> {
  const keys = queueId === null ? [0, ...services.directory.current().queues.keys()] : [queueId];
  const moved: number[] = [];
  for (const id of await listOwnedTickets(unit, userId, keys)) {
    const ticket = await lockTicket(unit, id);
    // Somebody may have taken it meanwhile.
    if (ticket?.userId !== userId) continue;
    const result = transition(ticket, to, ctx.now);
    if (!result.ok || result.unchanged) continue;
    const given = await saveTransition(unit, ticket, result.patch, ctx.now);
    const historyMoved = to !== null && (await recoverHistory(unit, services, { before: ticket, after: given }, true));
    const after = await recordHandover(unit, services, { ticket: given, note, authorId: ctx.actor.id, now: ctx.now });
    await recordTicketChange(unit, ticket, after.ticket, { created: [after.messageId], historyMoved });
    moved.push(id);
  }
  return moved;
}

function transition(ticket: LockedTicket, to: number | null, now: Date): TransitionResult {
  return to === null ? applyIntent(ticket, "releaseOwner", {}, now) : applyIntent(ticket, "handToSubstitute", { userId: to }, now);
}
