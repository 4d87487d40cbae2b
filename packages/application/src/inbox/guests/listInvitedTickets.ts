import { matches } from "@balcao/domain/access";
import { invitedCondition } from "@balcao/domain/tickets";
import type { TicketView } from "@balcao/contracts/tickets";
import { getTicketRowsByIds, listGuestTicketIds } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor, ticketView, toShownRows } from "../tickets/index.js";

const MOST = 100;

/** Lists the tickets that the person is invited to, newest activity first [D-552]. */
export async function listInvitedTickets(services: Services, ctx: Ctx): Promise<readonly TicketView[]> {
  const { sql } = services.database;
  const ids = await listGuestTicketIds(sql, ctx.actor.id, MOST);
  if (ids.length === 0) return [];
  const rows = (await getTicketRowsByIds(sql, ids)).filter((row) => matches(invitedCondition(ctx.actor), row));
  const presenter = presenterFor(services, ctx);
  return (await toShownRows(sql, presenter.directory, rows)).map((row) => ticketView(row, presenter));
}
