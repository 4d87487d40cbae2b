import { applyIntent, botListCondition } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { TicketView } from "@balcao/contracts/tickets";
import { setTicketFlow } from "@balcao/database/flow";
import { listTicketsByFilter, MAX_COUNT } from "@balcao/database/tickets";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket } from "./accessTicket.js";
import { NO_FLOW } from "./changeTicket.js";
import { readTicketView } from "./listTickets.js";
import { recordTicketChange } from "./recordTicketChange.js";
import { saveTransition } from "./saveTransition.js";
import { toShownRows } from "./ticketHistory.js";
import { presenterFor, ticketView } from "./ticketView.js";

const ALL_BOT_TICKETS = {
  buckets: ["bot"],
  search: "",
  createdFrom: null,
  createdBefore: null,
  isGroup: null,
  unreadOnly: false,
  withoutTarget: false,
  cursor: null,
  offset: 0,
  limit: MAX_COUNT,
} as const;

/** Lists the tickets of the bot that the person may take over, newest activity first [API-017]. */
export async function listBotTickets(services: Services, ctx: Ctx): Promise<TicketView[]> {
  const condition = botListCondition(ctx.actor, services.directory.current().settings);
  const { rows } = await listTicketsByFilter(services.database.sql, { ...ALL_BOT_TICKETS, condition });
  const presenter = presenterFor(services, ctx);
  return (await toShownRows(services.database.sql, presenter.directory, rows)).map((row) => ticketView(row, presenter));
}

/**
 * Takes a ticket from the bot: it waits unassigned in its queue, or is closed without farewell and
 * rating [API-018, BOT-002, BOT-003, D-045, D-046]. Throws ERR_TICKET_TRANSITION when the bot does not have it.
 */
export async function changeBotTicket(
  services: Services,
  ctx: Ctx,
  { ticketId, status }: { readonly ticketId: number; readonly status: "pending" | "closed" },
): Promise<TicketView> {
  const intent = status === "pending" ? "releaseFromBot" : "closeFromBot";
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    const result = applyIntent(ticket, intent, {}, ctx.now);
    if (ticket.status !== "bot" || !result.ok || result.unchanged) throw new AppError("ERR_TICKET_TRANSITION");
    const after = await saveTransition(unit, ticket, result.patch, ctx.now);
    await setTicketFlow(unit, ticketId, NO_FLOW);
    await recordTicketChange(unit, ticket, after);
    const { contactId, queueId, connectionId } = after;
    return { audit: { action: `ticket.${intent}` as const, ticketId, contactId, queueId, connectionId }, result: null };
  });
  return readTicketView(services, ctx, ticketId);
}
