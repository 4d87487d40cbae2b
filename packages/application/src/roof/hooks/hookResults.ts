import { HOOK_TRIES_MS, nextTry, restAfter } from "@balcao/domain/hooks";
import { LIMITS } from "@balcao/domain/limits";
import {
  finishHookDeliveries,
  noteHookFailed,
  noteHooksSent,
  pauseHook,
  trimHookLog,
  type DeliveryResult,
  type DueDeliveryRow,
  type HookRow,
} from "@balcao/database/hooks";
import type { Tx } from "@balcao/database/sql";
import type { Services } from "../../ground/kernel/index.js";
import type { ReadyDelivery } from "./hookQueues.js";
import { hookBodyContext, type HookOutcome } from "./postHook.js";

/** The log of a webhook is shortened after so many deliveries. */
const TRIM_AFTER = 500;
const GONE = 410;
/** That a receiver takes what it gets is noted at most once in this time, in milliseconds. */
const NOTED_MS = 5_000;

interface Ended {
  readonly hook: HookRow;
  readonly result: DeliveryResult;
}

/** Outcomes of tries, which are stored many at a time. */
export interface HookResults {
  /** Notes what a try came to; true when the receiver took it. */
  readonly note: (ready: ReadyDelivery, outcome: HookOutcome) => boolean;
  /** Notes that the rights of the webhook do not cover it any more. */
  readonly withhold: (hook: HookRow, delivery: DueDeliveryRow) => void;
  /** Stores what was noted; returns whose outcome is stored now. */
  readonly flush: () => Promise<readonly number[]>;
}

export function createHookResults(services: Services): HookResults {
  const { database, clock, sealer } = services;
  let noted: Ended[] = [];
  const since = new Map<number, number>();
  const notedAt = new Map<number, number>();
  /** Which webhooks are to be noted as taking what they get. */
  const toNote = (ended: readonly Ended[]): number[] => {
    const now = performance.now();
    const isDue = ({ id, failures, failingSince }: HookRow): boolean =>
      failures > 0 || failingSince !== null || now - (notedAt.get(id) ?? -NOTED_MS) >= NOTED_MS;
    const due = new Set(ended.flatMap(({ hook, result }) => (result.state === "sent" && isDue(hook) ? hook.id : [])));
    return [...due];
  };
  const shorten = async (ended: readonly Ended[]): Promise<void> => {
    for (const { hook } of ended) since.set(hook.id, (since.get(hook.id) ?? 0) + 1);
    for (const [hookId, count] of since) {
      if (count < TRIM_AFTER) continue;
      since.set(hookId, 0);
      await trimHookLog(database.sql, hookId, LIMITS.hook.log);
    }
  };
  return {
    note: ({ hook, delivery, body }, outcome) => {
      const bodySealed = sealer.seal(body, hookBodyContext(delivery.id));
      noted.push({ hook, result: { ...toResult(delivery, outcome, clock.now()), bodySealed } });
      return outcome.fault === null;
    },
    withhold: (hook, { id }) => {
      const now = clock.now();
      const nothing = { status: null, fault: null, ms: null, bodySealed: null };
      noted.push({ hook, result: { ...nothing, id, state: "withheld", dueAt: now, endedAt: now } });
    },
    flush: async () => {
      if (noted.length === 0) return [];
      const ended = noted;
      noted = [];
      const taking = toNote(ended);
      try {
        await store(services, ended, taking);
        for (const id of taking) notedAt.set(id, performance.now());
      } catch (error) {
        noted = [...ended, ...noted];
        throw error;
      }
      await shorten(ended);
      return ended.map(({ result }) => result.id);
    },
  };
}

function toResult({ id, attempts, firstAt }: DueDeliveryRow, { status, fault, ms }: HookOutcome, now: Date) {
  const facts = { id, status, fault, ms };
  if (fault === null) return { ...facts, state: "sent", dueAt: now, endedAt: now } as const;
  const next = status === GONE ? null : nextTry({ attempts: attempts + 1, firstAt, now });
  return next
    ? ({ ...facts, state: "waiting", dueAt: next, endedAt: null } as const)
    : ({ ...facts, state: "dead", dueAt: now, endedAt: now } as const);
}

/** `taking`: the webhooks that are noted as taking what they get. */
async function store({ database, clock }: Services, ended: readonly Ended[], taking: readonly number[]): Promise<void> {
  const results = ended.map(({ result }) => result);
  const failed = ended.filter(({ result }) => result.fault !== null);
  const taken = new Set(ended.flatMap(({ hook, result }) => (result.state === "sent" ? hook.id : [])));
  const now = clock.now();
  if (failed.length === 0) {
    await finishHookDeliveries(database.sql, results);
    if (taking.length > 0) await noteHooksSent(database.sql, taking, now);
    return;
  }
  await database.transaction(async (tx) => {
    await finishHookDeliveries(tx, results);
    if (taken.size > 0) await noteHooksSent(tx, [...taken], now);
    const hooks = new Map(failed.map(({ hook }) => [hook.id, hook]));
    for (const hook of hooks.values()) {
      const isGone = failed.some(({ hook: { id }, result }) => id === hook.id && result.status === GONE);
      if (isGone) await pauseHook(tx, hook.id, "gone", now);
      else if (!taken.has(hook.id)) await noteFailure(tx, hook, now);
    }
  });
}

/** Leaves a receiver alone for a while that takes nothing, and for good after a day (D-604). */
async function noteFailure(tx: Tx, { id, failures }: HookRow, now: Date): Promise<void> {
  const rest = restAfter(failures + 1);
  const since = await noteHookFailed(tx, id, now, rest === 0 ? null : new Date(now.getTime() + rest));
  if (since !== null && now.getTime() - since.getTime() >= HOOK_TRIES_MS) await pauseHook(tx, id, "failing", now);
}
