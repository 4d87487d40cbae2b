import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { hasTicketProtocol } from "@balcao/database/protocols";
import { endRating } from "@balcao/database/ratings";
import { deleteTicketRow } from "@balcao/database/tickets";
import { recordRemark } from "../../ground/audit/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket } from "./accessTicket.js";
import { recordTicketDeletion } from "./recordTicketChange.js";

interface DeleteTicketInput {
  readonly ticketId: number;
  readonly note: AuditNote | null;
}

/**
 * Deletes a ticket with its messages and files, for administrators; ratings and the audit stay
 * [API-015, TICKET-019, D-059]. Throws ERR_TICKET_HAS_PROTOCOL when it has a protocol [TICKET-020].
 */
export async function deleteTicket(services: Services, ctx: Ctx, { ticketId, note }: DeleteTicketInput): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:delete" });
    if (await hasTicketProtocol(unit, ticketId)) throw new AppError("ERR_TICKET_HAS_PROTOCOL");
    // A remark keeps only ids that exist, so it is written first.
    if (note) await recordRemark(unit, ctx, note);
    await endRating(unit, ticketId, ctx.now);
    await deleteTicketRow(unit, ticketId);
    await recordTicketDeletion(unit, ticket);
    const { contactId, queueId, connectionId, userId } = ticket;
    return { audit: { action: "ticket.delete", ticketId, contactId, queueId, connectionId, subjectUserId: userId }, result: null };
  });
  return { message: "Ticket deleted" };
}
