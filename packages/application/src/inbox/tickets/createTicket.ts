import { openingState } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { TicketView } from "@balcao/contracts/tickets";
import { getKnownContact } from "@balcao/database/contacts";
import { insertTicket } from "@balcao/database/tickets";
import { createCommand, type Ctx, type Services } from "../../ground/kernel/index.js";
import { mayBeNamed } from "./checkIntent.js";
import { readTicketView } from "./listTickets.js";
import { recordTicketChange } from "./recordTicketChange.js";

interface CreateTicketInput {
  readonly contactId: number;
  readonly queueId: number | undefined;
  readonly connectionId: number | undefined;
  readonly userId: number | undefined;
}

/**
 * Creates a ticket from the new-ticket dialog: open at once for the person who asked, or as a
 * group; nothing is sent [API-013]. Throws ERR_OTHER_OPEN_TICKET, from the
 * unique index, if the contact has a live ticket on the connection.
 */
export async function createTicket(services: Services, ctx: Ctx, input: CreateTicketInput): Promise<TicketView> {
  const { queueId, connectionId, userId } = checkNewPlace(services, ctx, input);
  const ticketId = await createCommand(services, ctx, input, async (unit) => {
    const contact = await getKnownContact(unit, input.contactId);
    if (!contact) throw new AppError("ERR_NO_CONTACT_FOUND");
    const state = openingState({ from: "dialog", userId }, { queueId, connectionId, isGroup: contact.isGroup }, ctx.now);
    const ticket = await insertTicket(unit, contact.id, state, ctx.now);
    if (!ticket) throw new AppError("ERR_OTHER_OPEN_TICKET");
    await recordTicketChange(unit, null, ticket);
    return { audit: { action: "ticket.create", ticketId: ticket.id, contactId: contact.id, queueId, connectionId }, result: ticket.id };
  });
  return readTicketView(services, ctx, ticketId);
}

/** The place of a new ticket and its person; throws where the actor may not open one there for that person. */
export function checkNewPlace(
  services: Services,
  { actor }: Ctx,
  input: Omit<CreateTicketInput, "contactId">,
): { queueId: number; connectionId: number; userId: number } {
  const directory = services.directory.current();
  if (input.queueId === undefined || !directory.queues.has(input.queueId)) throw new AppError("ERR_QUEUE_REQUIRED");
  if (input.connectionId === undefined || !directory.connections.has(input.connectionId)) throw new AppError("ERR_CONNECTION_REQUIRED");
  if (actor.profile !== "admin" && !actor.queueIds.includes(input.queueId)) throw new AppError("ERR_NO_PERMISSION");
  const userId = input.userId ?? actor.id;
  if (userId !== actor.id) {
    if (actor.profile === "user") throw new AppError("ERR_NO_PERMISSION");
    if (!mayBeNamed(directory, actor, userId, input.queueId)) throw new AppError("ERR_WORKING_USER_REQUIRED");
  }
  return { queueId: input.queueId, connectionId: input.connectionId, userId };
}
