import type { MessagePageView } from "@balcao/contracts/messages";
import { insertChore } from "@balcao/database/chores";
import { getNewestMessageId, listMessagePage, listUnreadRefs } from "@balcao/database/messages";
import { lockTicket, setTicketRead } from "@balcao/database/tickets";
import { inUnit, type Ctx, type House } from "../kernel/index.js";
import { toM4aView } from "../media/index.js";
import { accessTicketRow, presenterFor, recordTicketRead } from "../tickets/index.js";
import { messageView } from "./messageView.js";

const PAGE_SIZE = 20;

interface MessagePageInput {
  readonly ticketId: number;
  readonly pageNumber: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** For players that know no Ogg: addresses of such sounds give M4A, where it can be made (D-077). */
  readonly ios: boolean;
}

/**
 * A page of a ticket's messages, oldest first (API-019). The newest page, asked for by the ticket's owner or by anyone in a group, sets the
 * read marker, tells the customer, and zeroes the badge; a look by somebody else changes nothing (D-076).
 */
export async function listMessages(
  house: House,
  ctx: Ctx,
  { ticketId, pageNumber, before, after, ios }: MessagePageInput,
): Promise<MessagePageView> {
  const ticket = await accessTicketRow(house, ctx, ticketId);
  const isNewest = before === undefined && after === undefined && pageNumber === 1;
  if (isNewest && ticket.unread > 0 && (ticket.userId === ctx.actor.id || ticket.isGroup)) await readTicket(house, ticketId);
  const place =
    before !== undefined ? { beforeId: before } : after !== undefined ? { afterId: after } : { offset: (pageNumber - 1) * PAGE_SIZE };
  const rows = await listMessagePage(house.database.sql, { ticketId, limit: PAGE_SIZE + 1, ...place });
  const presenter = presenterFor(house, ctx.sessionId);
  // What follows a message comes nearest first, so the surplus row is at the new end; everywhere else it is at the old one.
  const page = after === undefined ? rows.slice(0, PAGE_SIZE) : rows.slice(-PAGE_SIZE);
  const messages = page.map((row) => messageView(row, presenter)).reverse();
  const inM4a = ios && (await house.audio.isThere());
  return { messages: inM4a ? messages.map(toM4aView) : messages, hasMore: rows.length > PAGE_SIZE };
}

/** Sets the read marker at the newest message; the customer learns it by a chore after the commit. */
async function readTicket(house: House, ticketId: number): Promise<void> {
  await inUnit(house, async (unit) => {
    const ticket = await lockTicket(unit, ticketId);
    if (!ticket) return;
    const newest = await getNewestMessageId(unit, ticketId);
    const after = await setTicketRead(unit, ticketId, newest);
    if (!after) return;
    const refs = await listUnreadRefs(unit, ticketId, ticket.readMessageId, newest);
    if (ticket.connectionId !== null && refs.length > 0) await insertChore(unit, ticket.connectionId, "markRead", `${ticketId}`, { refs });
    await recordTicketRead(unit, after);
  });
}
