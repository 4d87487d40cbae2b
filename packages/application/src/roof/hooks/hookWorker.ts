import { endHookLease, listActiveHooks, listDueDeliveries, pauseOrphanedHooks, takeHookLease, type HookRow } from "@balcao/database/hooks";
import { newUuid } from "@balcao/platform/ids";
import type { Services } from "../../ground/kernel/index.js";
import { createHookQueues, type HookQueues } from "./hookQueues.js";
import { createHookResults, type HookResults } from "./hookResults.js";
import type { HookPoster } from "./postHook.js";
import { presentDeliveries } from "./presentDeliveries.js";
import { spreadHooks } from "./spreadHooks.js";

/** A process that died gives the work up after this long, in milliseconds. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;
/** Events and outcomes come in batches: at most one pass in this time, in milliseconds. */
const PACE_MS = 100;

export interface HookWorker {
  /** One pass: stores outcomes, makes deliveries of new events, and sends what is due. Returns whether there may be more. */
  readonly pass: () => Promise<boolean>;
  /** Whether a webhook was active at the last pass; without one nothing is read. */
  readonly isActive: () => boolean;
  /** Waits for what is under way, stores it, and lets another process go on. */
  readonly stop: () => Promise<void>;
}

interface State {
  readonly services: Services;
  readonly holder: string;
  readonly queues: HookQueues;
  readonly results: HookResults;
  isActive: boolean;
  leasedAt: number | null;
  passedAt: number;
}

/** Creates what delivers to webhooks; of several processes one works (D-601). `onOutcome` is called after each try. */
export function createHookWorker(services: Services, poster: HookPoster, onOutcome: () => void): HookWorker {
  const results = createHookResults(services);
  const queues = createHookQueues(async (ready) => {
    const outcome = await poster.post(ready.hook, ready.delivery.key, ready.body);
    const isTaken = results.note(ready, outcome);
    onOutcome();
    return isTaken;
  });
  const state: State = { services, holder: newUuid(), queues, results, isActive: false, leasedAt: null, passedAt: -PACE_MS };
  return {
    pass: () => pass(state),
    isActive: () => state.isActive,
    stop: async () => {
      await queues.idle();
      await results.flush();
      await endHookLease(services.database.sql, state.holder);
    },
  };
}

async function pass(state: State): Promise<boolean> {
  const { services, queues, results } = state;
  const early = PACE_MS - (performance.now() - state.passedAt);
  if (state.isActive && early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  state.passedAt = performance.now();
  queues.settle(await results.flush());
  const active = await listActiveHooks(services.database.sql);
  state.isActive = active.length > 0;
  if (!state.isActive || !(await isHolder(state))) return false;
  if (active.some(({ ownerStays }) => !ownerStays)) await pauseOrphanedHooks(services.database.sql, services.clock.now());
  const hooks = active.filter(({ ownerStays }) => ownerStays);
  const isMore = await spreadHooks(services, state.holder, hooks);
  if (isMore === null) {
    state.leasedAt = null;
    return false;
  }
  await takeDue(state, hooks);
  return isMore;
}

async function isHolder(state: State): Promise<boolean> {
  const now = performance.now();
  if (state.leasedAt !== null && now - state.leasedAt < RENEW_MS) return true;
  const isTaken = await takeHookLease(state.services.database.sql, state.holder, LEASE_MS);
  state.leasedAt = isTaken ? now : null;
  return isTaken;
}

async function takeDue({ services, queues, results }: State, hooks: readonly HookRow[]): Promise<void> {
  const now = services.clock.now();
  const rooms = hooks
    .filter(({ restUntil }) => restUntil === null || restUntil <= now)
    // A receiver that failed is asked with one delivery.
    .map(({ id, failures }) => ({ hookId: id, room: failures > 0 ? Math.min(1, queues.room(id)) : queues.room(id) }))
    .filter(({ room }) => room > 0);
  if (rooms.length === 0) return;
  const due = await listDueDeliveries(services.database.sql, rooms, now, queues.known());
  if (due.length === 0) return;
  const byId = new Map(hooks.map((hook) => [hook.id, hook]));
  const bodyOf = await presentDeliveries(services, due);
  const ready = due.flatMap((delivery) => {
    const hook = byId.get(delivery.hookId);
    if (!hook) return [];
    const body = bodyOf(hook, delivery);
    if (body === null) results.withhold(hook, delivery);
    return body === null ? [] : [{ hook, delivery, body }];
  });
  queues.add(ready);
  queues.start();
}
