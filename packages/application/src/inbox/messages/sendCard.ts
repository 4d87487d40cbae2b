import { writeVcard } from "@balcao/domain/contacts";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getContactRow } from "@balcao/database/contacts";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket } from "../tickets/index.js";
import { readMessageView } from "./accessMessage.js";
import { storeContents } from "./storeContents.js";

/**
 * Sends a contact's card into a ticket [API-023]. Throws ERR_NO_CONTACT_FOUND for a contact without
 * a number.
 */
export async function sendCard(
  services: Services,
  ctx: Ctx,
  { ticketId, contactId }: { readonly ticketId: number; readonly contactId: number },
): Promise<MessageView> {
  const [messageId] = await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    const create = async () => {
      if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
      const contact = await getContactRow(unit, contactId);
      if (!contact?.number) throw new AppError("ERR_NO_CONTACT_FOUND");
      const content = { type: "vcard", body: writeVcard(contact.name, contact.number), quotedId: null, fileId: null, media: null } as const;
      const ids = await storeContents(unit, services, ctx, { before: ticket, ticket, contents: [content], clientKey: ctx.idempotencyKey });
      return { audit: { action: "message.card", ticketId, contactId: ticket.contactId, messageId: ids[0] ?? null }, result: ids } as const;
    };
    return unit.once({ ticketId, contactId }, create, { of: "message", id: ticket.id });
  });
  if (messageId === undefined) throw new AppError("ERR_FETCH_WAPP_MSG");
  return readMessageView(services, ctx, messageId);
}
