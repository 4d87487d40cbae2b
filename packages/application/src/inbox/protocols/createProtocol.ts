import { PROTOCOL_REPEAT_MS, protocolMessage, protocolNumber } from "@balcao/domain/protocols";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ProtocolView } from "@balcao/contracts/protocols";
import { findRecentProtocol, insertProtocol, takeProtocolId } from "@balcao/database/protocols";
import { addMessagesToTicket, type LockedTicket } from "@balcao/database/tickets";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertAutomaticText } from "../outgoing/index.js";
import { accessTicket, recordTicketChange } from "../tickets/index.js";
import { getProtocol } from "./readProtocols.js";

interface CreateProtocolInput {
  readonly contactId: number;
  readonly ticketId: number;
  readonly note: AuditNote | null;
}

/**
 * Creates the protocol of a ticket and sends its number to the contact, if the ticket is open; within
 * a minute a second request returns the first one [API-041, PROT-006]. When the contact
 * cannot be reached it throws the reason, and the protocol is kept.
 */
export async function createProtocol(
  services: Services,
  ctx: Ctx,
  { contactId, ticketId, note }: CreateProtocolInput,
): Promise<ProtocolView> {
  const done: { unsent: AppError | null } = { unsent: null };
  const [protocolId = 0] = await command(services, ctx, async (unit) => {
    done.unsent = null;
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    if (ticket.contactId !== contactId) throw invalidField("contactId", "ticket");
    return unit.once({ contactId, ticketId }, async () => {
      const recent = await findRecentProtocol(unit, ticketId, new Date(ctx.now.getTime() - PROTOCOL_REPEAT_MS));
      if (recent !== null) return { audit: "unchanged", result: [recent] };
      const id = await takeProtocolId(unit);
      const number = protocolNumber(id, ctx.now, services.directory.current().settings.timeZone);
      await insertProtocol(unit, { id, number, ticketId, createdAt: ctx.now });
      await unit.live("protocol", { id, action: "create" });
      if (acceptsMessages(ticket.status)) done.unsent = await sendNumber(unit, services, ctx, { ticket, number });
      const { queueId, connectionId } = ticket;
      return {
        audit: { action: "protocol.create", ticketId, contactId, queueId, connectionId, description: number, note },
        result: [id],
      };
    });
  });
  if (done.unsent) throw done.unsent;
  return getProtocol(services, ctx, { protocolId });
}

/** Stores the text for sending; returns why the contact cannot be reached, or null. */
async function sendNumber(
  unit: Unit,
  services: Services,
  { now }: Ctx,
  { ticket, number }: { readonly ticket: LockedTicket; readonly number: string },
): Promise<AppError | null> {
  try {
    const sent = await insertAutomaticText(unit, services, ticket, { text: protocolMessage(number), names: { user: "", queue: "" }, now });
    const shown = sent.at(-1);
    if (!shown) return null;
    const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null };
    const last = await addMessagesToTicket(unit, ticket.id, { ...said, preview: shown.body, at: now });
    await recordTicketChange(unit, ticket, last, { created: sent.map(({ id }) => id) });
    return null;
  } catch (error) {
    // Nothing was written yet: the address of the contact is looked up first.
    if (error instanceof AppError) return error;
    throw error;
  }
}
