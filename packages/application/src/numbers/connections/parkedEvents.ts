import { AppError } from "@balcao/contracts/errors";
import type { ParkedEventView } from "@balcao/contracts/connections";
import { discardParkedEvent, listParkedEvents, retryParkedEvent } from "@balcao/database/intake";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";

/** Parked events in one list; further ones appear once these are retried or discarded. */
const MOST_LISTED = 100;

interface OneConnection {
  readonly connectionId: number;
}

interface OneEvent extends OneConnection {
  readonly eventId: number;
}

/**
 * Lists a connection's events that could not be applied, oldest first, with their reasons.
 */
export async function listParked(services: Services, { connectionId }: OneConnection): Promise<ParkedEventView[]> {
  if (!services.directory.current().connections.has(connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  const rows = await listParkedEvents(services.database.sql, connectionId, MOST_LISTED);
  return rows.map(({ id, kind, receivedAt, attempts, reason }) => ({
    id,
    kind,
    receivedAt: receivedAt.toISOString(),
    attempts,
    reason: reason ?? "",
  }));
}

/**
 * Queues an event to be applied again, in its conversation's order; if it fails again it is parked
 * again. Returns the events that are still parked.
 */
export function retryParked(services: Services, ctx: Ctx, input: OneEvent): Promise<ParkedEventView[]> {
  return settle(services, ctx, input, { action: "connection.parkedRetried", change: retryParkedEvent });
}

/** Discards an event permanently. Returns the events that are still parked. */
export function discardParked(services: Services, ctx: Ctx, input: OneEvent): Promise<ParkedEventView[]> {
  return settle(services, ctx, input, { action: "connection.parkedDiscarded", change: discardParkedEvent });
}

/** What becomes of a parked event, and its name in the audit. */
interface Decision {
  readonly action: "connection.parkedRetried" | "connection.parkedDiscarded";
  readonly change: typeof retryParkedEvent;
}

async function settle(
  services: Services,
  ctx: Ctx,
  { connectionId, eventId }: OneEvent,
  { action, change }: Decision,
): Promise<ParkedEventView[]> {
  const connection = services.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  await command(services, ctx, async (unit) => {
    if (!(await change(unit, connectionId, eventId))) throw new AppError("ERR_NOT_FOUND");
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action, connectionId, description: `${connection.name} ${eventId}` }, result: null };
  });
  return listParked(services, { connectionId });
}
