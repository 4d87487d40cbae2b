import type { DeliveryState } from "@balcao/domain/hooks";
import { LIMITS } from "@balcao/domain/limits";
import { AppError } from "@balcao/contracts/errors";
import {
  HOOK_FAULTS,
  type HookDeliveryBodyView,
  type HookDeliveryListView,
  type HookDeliveryView,
  type HookFault,
  type HookTestView,
} from "@balcao/contracts/hooks";
import {
  getHookDelivery as getRow,
  insertHookTest,
  listHookDeliveries as listRows,
  listHooks,
  lockHook,
  nextHookDeliveryId,
  resendHookDeliveries as resendRows,
  trimHookLog,
  type HookDeliveryRow,
  type HookRow,
} from "@balcao/database/hooks";
import { newUuid } from "@balcao/platform/ids";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { createHookPoster, hookBodyContext } from "./postHook.js";

const PAGE = 50;

const isFault = (text: string): text is HookFault => HOOK_FAULTS.some((fault) => fault === text);

function toView(row: HookDeliveryRow): HookDeliveryView {
  const { id, key, event, ticketId, state, status, fault, attempts, ms, at, dueAt, endedAt } = row;
  return {
    ...{ id, key, event, ticketId, state, status, attempts, ms },
    fault: fault !== null && isFault(fault) ? fault : null,
    at: at.toISOString(),
    nextTryAt: state === "waiting" ? dueAt.toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

async function hookOf({ database }: Services, id: number): Promise<HookRow> {
  const [row] = await listHooks(database.sql, id);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return row;
}

/** The log of a webhook, the newest first, without bodies (D-606). Throws ERR_NOT_FOUND. */
export async function listHookDeliveries(
  services: Services,
  _ctx: Ctx,
  { hookId, state, before }: { readonly hookId: number; readonly state?: string | undefined; readonly before?: number | undefined },
): Promise<HookDeliveryListView> {
  await hookOf(services, hookId);
  // The schema of the call has checked the word.
  const which = { hookId, state: (state as DeliveryState | undefined) ?? null, before: before ?? null, limit: PAGE + 1 };
  const rows = await listRows(services.database.sql, which);
  return { deliveries: rows.slice(0, PAGE).map(toView), hasMore: rows.length > PAGE };
}

/** A delivery with what its last try sent. Throws ERR_NOT_FOUND. */
export async function getHookDelivery(
  { database, sealer }: Services,
  _ctx: Ctx,
  { hookId, deliveryId }: { readonly hookId: number; readonly deliveryId: number },
): Promise<HookDeliveryBodyView> {
  const row = await getRow(database.sql, hookId, deliveryId);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return { ...toView(row), body: row.bodySealed === null ? null : sealer.open(row.bodySealed, hookBodyContext(row.id)) };
}

/** Lets given-up deliveries be tried for another day, one or all. Throws ERR_NOT_FOUND for one that was not given up. */
export function resendHookDeliveries(
  services: Services,
  ctx: Ctx,
  { hookId, deliveryId }: { readonly hookId: number; readonly deliveryId?: number | undefined },
): Promise<{ readonly count: number }> {
  return command(services, ctx, async (unit) => {
    const hook = await lockHook(unit, hookId);
    if (!hook) throw new AppError("ERR_NOT_FOUND");
    const count = await resendRows(unit, hookId, deliveryId ?? null, ctx.now);
    if (count === 0 && deliveryId !== undefined) throw new AppError("ERR_NOT_FOUND");
    return { audit: { action: "setting.resendHook", description: `${hook.name}: ${count}` }, result: { count } };
  });
}

/** Keeps the last thousand deliveries of each webhook, and as many that were given up (D-606). */
export async function shortenHookLogs({ database }: Services): Promise<void> {
  for (const { id } of await listHooks(database.sql)) await trimHookLog(database.sql, id, LIMITS.hook.log);
}

/** Posts a test to a webhook, paused or not, and says what its receiver answered. It is in the log (D-606). */
export async function testHook(services: Services, ctx: Ctx, { hookId }: { readonly hookId: number }): Promise<HookTestView> {
  const { database, sealer } = services;
  const hook = await hookOf(services, hookId);
  const [key, id] = [newUuid(), await nextHookDeliveryId(database.sql)];
  const body = JSON.stringify({ id: key, event: "test", at: ctx.now.toISOString(), data: {} });
  const poster = createHookPoster(services);
  const { status, fault, ms } = await poster.post(hook, key, body);
  poster.close();
  const bodySealed = sealer.seal(body, hookBodyContext(id));
  const facts = { ticketId: null, attempts: 1, at: ctx.now, dueAt: ctx.now, endedAt: ctx.now, bodySealed };
  await insertHookTest(database.sql, { ...facts, id, hookId, key, state: fault === null ? "sent" : "dead", status, fault, ms });
  return { ok: fault === null, status, ms, fault };
}
