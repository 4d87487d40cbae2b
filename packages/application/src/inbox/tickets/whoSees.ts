import type { Actor } from "@balcao/domain/access";
import { sees } from "@balcao/domain/tickets";
import { getTicketRowsByIds } from "@balcao/database/tickets";
import type { Services } from "../../ground/kernel/index.js";
import { toTicketFacts } from "./ticketView.js";

type SeenBy = (actor: Actor) => boolean;

const nobody: SeenBy = () => false;

/** Reads tickets in one query, and returns who of the people sees each now; tickets that do not exist are left out. */
export async function whoSeesEach(services: Services, ticketIds: readonly number[]): Promise<ReadonlyMap<number, SeenBy>> {
  const rows = ticketIds.length === 0 ? [] : await getTicketRowsByIds(services.database.sql, ticketIds);
  const { settings } = services.directory.current();
  return new Map(
    rows.map((row) => {
      const facts = toTicketFacts(row);
      return [row.id, (actor) => sees(actor, settings, facts)];
    }),
  );
}

/** Reads a ticket, and returns who of the people sees it now; nobody sees a ticket that does not exist. */
export async function whoSees(services: Services, ticketId: number): Promise<SeenBy> {
  const each = await whoSeesEach(services, [ticketId]);
  return each.get(ticketId) ?? nobody;
}
