import { mayEndInvitation } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { setTicketGuests } from "@balcao/database/tickets";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket, recordTicketChange } from "../tickets/index.js";

interface EndInvitationInput {
  readonly ticketId: number;
  readonly userId: number;
  readonly note: AuditNote | null;
}

/**
 * Takes an invitation back, or leaves; from then on the guest sees of the ticket what everybody of their rights sees [D-551]. Nothing changes
 * where the person is no guest.
 */
export async function endInvitation(
  services: Services,
  ctx: Ctx,
  { ticketId, userId, note }: EndInvitationInput,
): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:open" });
    const at = ticket.guestIds.indexOf(userId);
    const invitedById = ticket.guestInviterIds[at];
    if (invitedById === undefined) return { audit: "unchanged", result: null };
    if (!mayEndInvitation(ctx.actor, services.directory.current().settings, ticket, { userId, invitedById }))
      throw new AppError("ERR_NO_PERMISSION");
    const without = (ids: readonly number[]): number[] => ids.filter((_id, place) => place !== at);
    const guests = { guestIds: without(ticket.guestIds), guestInviterIds: without(ticket.guestInviterIds) };
    const after = await setTicketGuests(unit, ticketId, guests);
    await recordTicketChange(unit, ticket, after);
    const { contactId, queueId, connectionId } = after;
    return {
      audit: { action: "ticket.endInvitation", ticketId, contactId, queueId, connectionId, subjectUserId: userId, note },
      result: null,
    };
  });
  return { message: "Invitation ended" };
}
