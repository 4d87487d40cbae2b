import { lockTicket, raiseTicketVersion } from "@balcao/database/tickets";
import type { Unit } from "../../ground/kernel/index.js";
import { followPreview, recordTicketChange } from "../tickets/index.js";

/** Records the live event of a message whose file has changed; the ticket's preview says its length. */
export async function recordFileChange(unit: Unit, ticketId: number, messageId: number): Promise<void> {
  const ticket = await lockTicket(unit, ticketId);
  if (!ticket) return;
  await followPreview(unit, ticketId, [messageId]);
  await recordTicketChange(unit, ticket, await raiseTicketVersion(unit, ticketId), { updated: [messageId] });
}
