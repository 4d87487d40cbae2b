import { applyIntent } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { listLiveTicketIds } from "@balcao/database/connections";
import { Connection } from "@balcao/database/models";
import { endSends, listUnfinishedSends } from "@balcao/database/outbox";
import { lockTicket } from "@balcao/database/tickets";
import { readConnectionAccount } from "@balcao/database/leases";
import { askGateway } from "../gatewayCalls/index.js";
import { command, type Ctx, type House } from "../kernel/index.js";
import { recordSettledSends } from "../outbox/index.js";
import { recordTicketChange, saveTransition } from "../tickets/index.js";

/** Tickets are closed so many at a time, so that no list of them is long. */
const STEP = 100;

/** What the messages say that were still waiting to be sent. */
const CONNECTION_GONE = { code: "ERR_NO_WAPP_FOUND", title: "", message: "A conexão foi excluída antes do envio", details: "" };

/**
 * Deletes a connection (API-080): its account at the gateway is removed first, then its live tickets are closed without a word. What was said
 * stays, without a connection (D-152); what had not left yet is failed and what had been handed over is unknown, so that neither waits for
 * ever. The only default cannot be deleted while others exist (CONN-029, D-151).
 */
export async function deleteConnection(
  house: House,
  ctx: Ctx,
  { connectionId }: { readonly connectionId: number },
): Promise<{ message: string }> {
  const { connections } = house.directory.current();
  const connection = connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  if (connection.isDefault && connections.size > 1) throw new AppError("ERR_NO_OTHER_WHATSAPP");
  const account = await readConnectionAccount(house.database.sql, connectionId);
  if (account?.accountSealed) await askGateway(house, ctx, connectionId, "remove", null);
  while ((await closeSomeTickets(house, ctx, connectionId)) > 0);
  await command(house, ctx, async (unit) => {
    const unfinished = await listUnfinishedSends(unit, connectionId);
    await recordSettledSends(unit, unfinished, () => endSends(unit, unfinished, CONNECTION_GONE));
    const deleted = await Connection.destroy({ where: { id: connectionId }, transaction: unit.orm });
    // Two people may have asked at once.
    if (deleted === 0) throw new AppError("ERR_NO_WAPP_FOUND");
    await unit.live("connection", { id: connectionId, action: "delete" });
    return { audit: { action: "connection.delete", description: connection.name }, result: null };
  });
  return { message: "Connection deleted" };
}

async function closeSomeTickets(house: House, ctx: Ctx, connectionId: number): Promise<number> {
  const ids = await listLiveTicketIds(house.database.sql, connectionId, STEP);
  for (const ticketId of ids) {
    await command(house, ctx, async (unit) => {
      const ticket = await lockTicket(unit, ticketId);
      const result = ticket && applyIntent(ticket, "close", {}, ctx.now);
      if (!ticket || !result?.ok || result.unchanged) return { audit: "unchanged", result: null };
      await recordTicketChange(unit, ticket, await saveTransition(unit, ticket, result.patch, ctx.now));
      return { audit: { action: "ticket.close", ticketId, contactId: ticket.contactId }, result: null };
    });
  }
  return ids.length;
}
