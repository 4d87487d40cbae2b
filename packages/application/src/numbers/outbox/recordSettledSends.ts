import type { SettledSend } from "@balcao/database/outbox";
import { lockTicketsOfSends, raiseTicketVersions } from "@balcao/database/tickets";
import type { Unit } from "../../ground/kernel/index.js";
import { recordTicketChange } from "../../inbox/tickets/index.js";

/**
 * Changes the state of sends, and records the live events of their tickets in the same transaction:
 * no message whose result is stored still shows a clock. Tickets are locked first, in the order of
 * their ids, as everywhere where sends and messages change. `settle` is one statement, which goes to
 * the server together with the locks.
 */
export async function recordSettledSends(
  unit: Unit,
  outboxIds: readonly string[],
  settle: () => Promise<readonly SettledSend[]>,
): Promise<readonly SettledSend[]> {
  if (outboxIds.length === 0) return [];
  const [tickets, settled] = await Promise.all([lockTicketsOfSends(unit, outboxIds), settle()]);
  // One that waits again is included: a screen may have read it while it was handed over.
  const changed = new Set(settled.map(({ ticketId }) => ticketId));
  for (const after of await raiseTicketVersions(unit, [...changed])) {
    const before = tickets.find(({ id }) => id === after.id) ?? after;
    const updated = settled.filter(({ ticketId }) => ticketId === after.id).map(({ messageId }) => messageId);
    await recordTicketChange(unit, before, after, { updated });
  }
  return settled;
}
