import { PROTOCOL_REPEAT_MS, protocolMessage, protocolNumber } from "@balcao/domain/protocols";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ProtocolView } from "@balcao/contracts/protocols";
import { findRecentProtocol, insertProtocol, takeProtocolId } from "@balcao/database/protocols";
import { addMessagesToTicket, type LockedTicket } from "@balcao/database/tickets";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertAutomaticText } from "../outgoing/index.js";
import { accessTicket, recordTicketChange, type Steps } from "../tickets/index.js";
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
      const given = await giveProtocol(unit, services, ctx, ticket);
      if (given.audit.length === 0) return { audit: "unchanged", result: [given.protocolId] };
      done.unsent = given.unsent;
      if (given.created.length > 0) await recordTicketChange(unit, ticket, given.ticket, { created: given.created });
      return { audit: given.audit.map((entry) => ({ ...entry, note })), result: [given.protocolId] };
    });
  });
  if (done.unsent) throw done.unsent;
  return getProtocol(services, ctx, { protocolId });
}

interface Given extends Omit<Steps, "historyMoved"> {
  readonly protocolId: number;
  /** Why the contact cannot be reached, or null. */
  readonly unsent: AppError | null;
}

/** Gives a locked ticket its protocol, without an audit entry where it has one of this minute; the caller records the ticket's change. */
export async function giveProtocol(unit: Unit, services: Services, ctx: Ctx, ticket: LockedTicket): Promise<Given> {
  const { id: ticketId, contactId, queueId, connectionId } = ticket;
  const none = { ticket, created: [], unsent: null };
  const recent = await findRecentProtocol(unit, ticketId, new Date(ctx.now.getTime() - PROTOCOL_REPEAT_MS));
  if (recent !== null) return { ...none, protocolId: recent, audit: [] };
  const id = await takeProtocolId(unit);
  const number = protocolNumber(id, ctx.now, services.directory.current().settings.timeZone);
  await insertProtocol(unit, { id, number, ticketId, createdAt: ctx.now });
  await unit.live("protocol", { id, action: "create" });
  const sent = acceptsMessages(ticket.status) ? await sendNumber(unit, services, ctx, { ticket, number }) : none;
  const audit = { action: "protocol.create" as const, ticketId, contactId, queueId, connectionId, description: number };
  return { ...sent, protocolId: id, audit: [audit] };
}

/** Stores the text for sending. */
async function sendNumber(
  unit: Unit,
  services: Services,
  { now }: Ctx,
  { ticket, number }: { readonly ticket: LockedTicket; readonly number: string },
): Promise<Pick<Given, "ticket" | "created" | "unsent">> {
  const none = { ticket, created: [], unsent: null };
  try {
    const sent = await insertAutomaticText(unit, services, ticket, { text: protocolMessage(number), names: { user: "", queue: "" }, now });
    const shown = sent.at(-1);
    if (!shown) return none;
    const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null };
    const last = await addMessagesToTicket(unit, ticket.id, { ...said, preview: shown.body, at: now });
    return { ticket: last, created: sent.map(({ id }) => id), unsent: null };
  } catch (error) {
    // Nothing was written yet: the address of the contact is looked up first.
    if (error instanceof AppError) return { ...none, unsent: error };
    throw error;
  }
}
