import type { SettledSend } from "@balcao/database/outbox";
import { lockTicketsOfSends, raiseTicketVersion } from "@balcao/database/tickets";
import type { Unit } from "../kernel/index.js";
import { recordTicketChange } from "../tickets/index.js";

/**
 * Changes the state of sends, and records the live events of their tickets in the same transaction:
 * no message whose result is stored still shows a clock. Tickets are locked first, in the order of
 * their ids, as everywhere where sends and messages change.
 */
export async function recordSettledSends(
  unit: Unit,
  outboxIds: readonly string[],
  settle: () => Promise<readonly SettledSend[]>,
): Promise<readonly SettledSend[]> {
  if (outboxIds.length === 0) return [];
  const tickets = await lockTicketsOfSends(unit, outboxIds);
  const settled = await settle();
  for (const ticket of tickets) {
    // One that waits again is included: a screen may have read it while it was handed over.
    const updated = settled.filter(({ ticketId }) => ticketId === ticket.id).map(({ messageId }) => messageId);
    if (updated.length > 0) await recordTicketChange(unit, ticket, await raiseTicketVersion(unit, ticket.id), { updated });
  }
  return settled;
}
