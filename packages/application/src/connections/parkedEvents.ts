import { AppError } from "@balcao/contracts/errors";
import type { ParkedEventView } from "@balcao/contracts/connections";
import { discardParkedEvent, listParkedEvents, retryParkedEvent } from "@balcao/database/intake";
import { command, type Ctx, type House } from "../kernel/index.js";

/** How many parked events of a connection are listed; the next ones follow when these are dealt with. */
const MOST_LISTED = 100;

interface OneConnection {
  readonly connectionId: number;
}

interface OneEvent extends OneConnection {
  readonly eventId: number;
}

/** Events of a connection that could not be applied, the oldest first, with the reason of each (P-7). */
export async function listParked(house: House, { connectionId }: OneConnection): Promise<ParkedEventView[]> {
  if (!house.directory.current().connections.has(connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  const rows = await listParkedEvents(house.database.sql, connectionId, MOST_LISTED);
  return rows.map(({ id, kind, receivedAt, attempts, reason }) => ({
    id,
    kind,
    receivedAt: receivedAt.toISOString(),
    attempts,
    reason: reason ?? "",
  }));
}

/** Lets an event be applied again, in its conversation's order; one that fails again is parked again. Answers what is still parked. */
export function retryParked(house: House, ctx: Ctx, input: OneEvent): Promise<ParkedEventView[]> {
  return settle(house, ctx, input, "connection.parkedRetried", retryParkedEvent);
}

/** Gives an event up for good. Answers what is still parked. */
export function discardParked(house: House, ctx: Ctx, input: OneEvent): Promise<ParkedEventView[]> {
  return settle(house, ctx, input, "connection.parkedDiscarded", discardParkedEvent);
}

async function settle(
  house: House,
  ctx: Ctx,
  { connectionId, eventId }: OneEvent,
  action: "connection.parkedRetried" | "connection.parkedDiscarded",
  change: typeof retryParkedEvent,
): Promise<ParkedEventView[]> {
  const connection = house.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  await command(house, ctx, async (unit) => {
    if (!(await change(unit, connectionId, eventId))) throw new AppError("ERR_NOT_FOUND");
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action, connectionId, description: `${connection.name} ${eventId}` }, result: null };
  });
  return listParked(house, { connectionId });
}
