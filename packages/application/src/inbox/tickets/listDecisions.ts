import type { TicketDecisionView } from "@balcao/contracts/tickets";
import { listDecisions as listDecisionRows, type DecisionRow } from "@balcao/database/flow";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow } from "./accessTicket.js";

/**
 * Lists the automatic decisions about a ticket, the newest first, for everybody who may open it.
 * Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION.
 */
export async function listDecisions(
  services: Services,
  ctx: Ctx,
  { ticketId }: { readonly ticketId: number },
): Promise<TicketDecisionView[]> {
  await accessTicketRow(services, ctx, ticketId);
  const directory = services.directory.current();
  return (await listDecisionRows(services.database.sql, ticketId)).map((row) => toDecisionView(row, directory));
}

function toDecisionView({ id, at, rule, queueId, userId, facts }: DecisionRow, { queues, users }: DirectorySnapshot): TicketDecisionView {
  const queue = queueId === null ? undefined : queues.get(queueId);
  const user = userId === null ? undefined : users.get(userId);
  const { rate } = facts;
  return {
    id,
    at: at.toISOString(),
    rule,
    queue: queue ? { id: queue.id, name: queue.name } : null,
    user: user ? { id: user.id, name: user.name } : null,
    rate: typeof rate === "number" ? rate : null,
  };
}
