import { ticketCondition } from "@balcao/domain/tickets";
import type { ContactTicketsView } from "@balcao/contracts/tickets";
import { listContactTickets as listRows } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { toShownRows } from "./ticketHistory.js";
import { presenterFor, ticketView } from "./ticketView.js";

const PAGE_SIZE = 10;

interface ContactTicketsInput {
  readonly contactId: number;
  readonly before: number | undefined;
}

/** Lists a page of the tickets of a contact that the person may open, newest first. */
export async function listContactTickets(
  services: Services,
  ctx: Ctx,
  { contactId, before }: ContactTicketsInput,
): Promise<ContactTicketsView> {
  const presenter = presenterFor(services, ctx);
  const condition = ticketCondition("ticket:open", ctx.actor, presenter.directory.settings);
  const rows = await listRows(services.database.sql, { contactId, condition, beforeId: before ?? null, limit: PAGE_SIZE + 1 });
  const shown = await toShownRows(services.database.sql, presenter.directory, rows.slice(0, PAGE_SIZE));
  return { tickets: shown.map((row) => ticketView(row, presenter)), hasMore: rows.length > PAGE_SIZE };
}
