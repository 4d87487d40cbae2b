import { applyIntent } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { listLiveTicketIds } from "@balcao/database/connections";
import { Connection } from "@balcao/database/models";
import { lockTicket } from "@balcao/database/tickets";
import { readConnectionAccount } from "@balcao/database/leases";
import { recordAudit } from "../audit/index.js";
import { askGateway } from "../gatewayCalls/index.js";
import { WAKE, type Ctx, type House } from "../kernel/index.js";
import { recordRowEvent } from "../live/index.js";
import { recordTicketChange, saveTransition } from "../tickets/index.js";

/** Tickets are closed so many at a time, so that no transaction holds many of them. */
const STEP = 100;

/**
 * Deletes a connection (API-080): its account at the gateway is removed first, then its live tickets are closed without a word, and what was said
 * stays, without a connection (D-152). The only default cannot go while others exist (CONN-029, D-151).
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
  await house.database.transaction(async (tx) => {
    await Connection.destroy({ where: { id: connectionId }, transaction: tx.orm });
    await recordRowEvent(tx, "connection", { id: connectionId, action: "delete" });
    await recordAudit(tx, ctx, "connection.delete", { description: connection.name });
  });
  await house.directory.refresh();
  for (const topic of [WAKE.directory, WAKE.sessions, WAKE.live]) house.waker.signal(topic);
  return { message: "Connection deleted" };
}

async function closeSomeTickets(house: House, ctx: Ctx, connectionId: number): Promise<number> {
  const ids = await listLiveTicketIds(house.database.sql, connectionId, STEP);
  for (const id of ids) {
    await house.database.begin(async (tx) => {
      const ticket = await lockTicket(tx, id);
      const result = ticket && applyIntent(ticket, "close", {}, ctx.now);
      if (!ticket || !result?.ok || result.unchanged) return;
      await recordTicketChange(tx, ticket, await saveTransition(tx, ticket, result.patch, ctx.now));
      await recordAudit(tx, ctx, "ticket.close", { ticketId: id, contactId: ticket.contactId });
    });
  }
  return ids.length;
}
