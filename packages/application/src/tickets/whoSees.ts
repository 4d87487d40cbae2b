import type { Actor } from "@balcao/domain/access";
import { sees } from "@balcao/domain/tickets";
import { getTicketRow } from "@balcao/database/tickets";
import type { Services } from "../kernel/index.js";
import { toTicketFacts } from "./ticketView.js";

/** Reads a ticket, and returns who of the people sees it now; nobody sees a ticket that does not exist. */
export async function whoSees(services: Services, ticketId: number): Promise<(actor: Actor) => boolean> {
  const row = await getTicketRow(services.database.sql, ticketId);
  if (!row) return () => false;
  const facts = toTicketFacts(row);
  const { settings } = services.directory.current();
  return (actor) => sees(actor, settings, facts);
}
