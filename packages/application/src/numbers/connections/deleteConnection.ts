import { applyIntent } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { listLiveTicketIds, lockConnection } from "@balcao/database/connections";
import { Connection } from "@balcao/database/models";
import { endSends, listUnfinishedSends } from "@balcao/database/outbox";
import { listSchedulesNaming } from "@balcao/database/schedules";
import { lockTicket } from "@balcao/database/tickets";
import { readConnectionAccount } from "@balcao/database/leases";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordSettledSends } from "../outbox/index.js";
import { recordTicketChange, saveTransition } from "../../inbox/tickets/index.js";

/** Tickets closed per round, so that the list of their ids stays short. */
const STEP = 100;

/** The error of messages that were still waiting to be sent. */
const CONNECTION_GONE = { code: "ERR_NO_WAPP_FOUND", title: "", message: "A conexão foi excluída antes do envio", details: "" };

/**
 * Deletes a connection [API-080]: first its account at the gateway, then its live tickets are closed
 * without a farewell. Messages stay, without a connection, and its schedules go out over the default one; queued sends become failed and
 * handed-over ones unknown, so that none waits for ever; the only default cannot be deleted while
 * others exist.
 */
export async function deleteConnection(
  services: Services,
  ctx: Ctx,
  { connectionId }: { readonly connectionId: number },
): Promise<{ message: string }> {
  const { connections } = services.directory.current();
  const connection = connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  if (connection.isDefault && connections.size > 1) throw new AppError("ERR_NO_OTHER_WHATSAPP");
  const account = await readConnectionAccount(services.database.sql, connectionId);
  if (account?.accountSealed) await askGateway(services, ctx, { connectionId, kind: "remove", input: null });
  while ((await closeSomeTickets(services, ctx, connectionId)) > 0);
  await command(services, ctx, async (unit) => {
    await endUnfinished(unit, connectionId);
    // Their tickets first, as everywhere; then what was being written meanwhile, whose rows would go with the connection.
    await lockConnection(unit, connectionId);
    await endUnfinished(unit, connectionId);
    const schedules = await listSchedulesNaming(unit, { connectionId });
    const deleted = await Connection.destroy({ where: { id: connectionId }, transaction: unit.orm });
    // Two people may have deleted it at the same time.
    if (deleted === 0) throw new AppError("ERR_NO_WAPP_FOUND");
    await unit.live("connection", { id: connectionId, action: "delete" });
    for (const id of schedules) await unit.live("schedule", { id, action: "update" });
    return { audit: { action: "connection.delete", description: connection.name }, result: null };
  });
  return { message: "Connection deleted" };
}

async function endUnfinished(unit: Unit, connectionId: number): Promise<void> {
  const unfinished = await listUnfinishedSends(unit, connectionId);
  await recordSettledSends(unit, unfinished, () => endSends(unit, unfinished, CONNECTION_GONE));
}

async function closeSomeTickets(services: Services, ctx: Ctx, connectionId: number): Promise<number> {
  const ids = await listLiveTicketIds(services.database.sql, connectionId, STEP);
  for (const ticketId of ids) {
    await command(services, ctx, async (unit) => {
      const ticket = await lockTicket(unit, ticketId);
      const result = ticket && applyIntent(ticket, "close", { reason: "connection" }, ctx.now);
      if (!ticket || !result?.ok || result.unchanged) return { audit: "unchanged", result: null };
      await recordTicketChange(unit, ticket, await saveTransition(unit, ticket, result.patch, ctx.now));
      return { audit: { action: "ticket.close", ticketId, contactId: ticket.contactId }, result: null };
    });
  }
  return ids.length;
}
