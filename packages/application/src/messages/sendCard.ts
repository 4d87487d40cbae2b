import { writeVcard } from "@balcao/domain/contacts";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getContactRow } from "@balcao/database/contacts";
import { command, type Ctx, type House } from "../kernel/index.js";
import { accessTicket } from "../tickets/index.js";
import { readMessageView } from "./accessMessage.js";
import { storeContents } from "./storeContents.js";

/** Sends the card of a contact into a ticket (API-023). A contact without a number has no card: ERR_NO_CONTACT_FOUND. */
export async function sendCard(
  house: House,
  ctx: Ctx,
  { ticketId, contactId }: { readonly ticketId: number; readonly contactId: number },
): Promise<MessageView> {
  const [messageId] = await command(house, ctx, async (unit) => {
    const ticket = await accessTicket(unit, house, ctx, ticketId, "ticket:write");
    return unit.once({ ticketId, contactId }, async () => {
      if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
      const contact = await getContactRow(unit, contactId);
      if (!contact?.number) throw new AppError("ERR_NO_CONTACT_FOUND");
      const content = { type: "vcard", body: writeVcard(contact.name, contact.number), quotedId: null, fileId: null, media: null } as const;
      const ids = await storeContents(unit, house, ctx, { before: ticket, ticket }, [content], ctx.idempotencyKey);
      return { audit: { action: "message.card", ticketId, contactId: ticket.contactId, messageId: ids[0] ?? null }, result: ids };
    });
  });
  if (messageId === undefined) throw new AppError("ERR_FETCH_WAPP_MSG");
  return readMessageView(house, ctx, messageId);
}
