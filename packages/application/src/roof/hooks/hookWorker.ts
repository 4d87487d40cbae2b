import {
  endHookLease,
  insertHookDeliveries,
  listActiveHooks,
  listDueDeliveries,
  LOCK_HOOK_READER,
  moveHookReader,
  pauseOrphanedHooks,
  readHookEvents,
  readHookNow,
  takeHookLease,
  type DueDeliveryRow,
  type HookRow,
  type NewHookDelivery,
} from "@balcao/database/hooks";
import type { LiveEventRow } from "@balcao/database/live";
import type { Actor } from "@balcao/domain/access";
import { newUuid } from "@balcao/platform/ids";
import type { Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../../inbox/tickets/index.js";
import { NOTHING, presentRows, type LiveMessage, type Presentation } from "../live/index.js";
import { hookActor, HOOK_TOPICS, hookPartsOf, mayHear } from "./hookParts.js";
import { createHookQueues, type HookQueues } from "./hookQueues.js";
import { createHookResults, type HookResults } from "./hookResults.js";
import type { HookPoster } from "./postHook.js";

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

/** Events of one read; a backlog of hours is read in steps. */
const MOST_EVENTS = 2_000;

/**
 * Makes deliveries of the live events that came since the last time: the place in the events moves in the same transaction, so that
 * each becomes its deliveries once (D-601). Returns whether there may be more; null where this process may not read.
 */
function spreadHooks(services: Services, holder: string, hooks: readonly HookRow[]): Promise<boolean | null> {
  const { database, clock, logger } = services;
  return database.transaction(
    async (tx, [reader]) => {
      if (!reader) return null;
      const { since } = reader;
      if (since === null) {
        await moveHookReader(tx, { since: await readHookNow(tx), until: null, afterId: 0 });
        return false;
      }
      const { events, until, isKept } = await readHookEvents(tx, { ...reader, since }, HOOK_TOPICS, MOST_EVENTS);
      if (!isKept) logger.warn("live events were deleted before webhooks were told of them, because no worker ran for a day");
      const deliveries = events.flatMap((event) => deliveriesOf(services, hooks, event));
      const isMore = events.length === MOST_EVENTS;
      const place = isMore ? { since, until, afterId: events.at(-1)?.id ?? 0 } : { since: until, until: null, afterId: 0 };
      if (deliveries.length === 0) await moveHookReader(tx, place);
      else await insertHookDeliveries(tx, deliveries, place, clock.now());
      return isMore;
    },
    { statement: LOCK_HOOK_READER, values: [holder] },
  );
}

function deliveriesOf(
  services: Services,
  hooks: readonly HookRow[],
  { id, at, topic, ticketId, payload }: LiveEventRow,
): NewHookDelivery[] {
  const parts = hookPartsOf({ topic, ticketId, payload });
  if (parts.length === 0) return [];
  const { settings } = services.directory.current();
  return hooks.flatMap((hook) => {
    const actor = hookActor(services, hook);
    if (actor === null) return [];
    return parts
      .filter((part) => hook.events.includes(part.event) && mayHear(actor, settings, part))
      .map(({ event, part, lane, messageId }) => ({
        ...{ hookId: hook.id, eventId: id, part, event, lane, topic, ticketId, payload, at },
        objectId: messageId,
      }));
  });
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

/** The body of a delivery at this moment; null where the rights of its webhook do not cover it any more. */
type BodyOf = (hook: HookRow, delivery: DueDeliveryRow) => string | null;

const NO_JOINS = { lists: new Set<string>(), notification: false, chats: false, chatBoxes: new Set<number>() };
/** No session: addresses of files are not signed, and open with a token of a program. */
const NO_SESSION = "";

/**
 * Reads what the views of some deliveries show now, with the queries and the rules of the live events. Each is made once for all
 * webhooks with the same rights (D-600).
 */
async function presentDeliveries(services: Services, deliveries: readonly DueDeliveryRow[]): Promise<BodyOf> {
  const events = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
  const presentations = await presentRows(services, [...events.values()]);
  const made = new Map<string, ReadonlyMap<string, string>>();
  return (hook, { eventId, key, event, objectId, at }) => {
    const row = events.get(eventId);
    const presentation = row && presentations.get(row);
    const actor = hookActor(services, hook);
    if (!row || !presentation || !actor) return null;
    const shown = textsOf(services, { presentation, row, actor }, made);
    const data = shown.get(partKey(event, objectId));
    return data === undefined ? null : `{"id":"${key}","event":"${event}","at":"${at.toISOString()}","data":${data}}`;
  };
}

const partKey = (event: string, messageId: number | null): string =>
  event.startsWith("message.") ? `message ${messageId}` : (event.split(".")[0] ?? "");

interface Shown {
  readonly presentation: Presentation;
  readonly row: DueDeliveryRow;
  readonly actor: Actor;
}

function textsOf(services: Services, { presentation, row, actor }: Shown, made: Map<string, ReadonlyMap<string, string>>) {
  // The code with which a number is paired is nobody's outside.
  const viewer = row.topic === "session" ? { ...actor, profile: "user" as const } : actor;
  const listener = { actor: viewer, sessionId: NO_SESSION, joins: { ...NO_JOINS, boxes: new Set([row.ticketId ?? 0]) } };
  const name = presentation.classOf(listener);
  if (name === NOTHING) return new Map<string, string>();
  const key = `${row.eventId} ${name}`;
  const known = made.get(key);
  if (known) return known;
  const presenter = { ...presenterFor(services, listener), fileUrl: (id: string) => unsigned(services.fileUrl(NO_SESSION, id)) };
  const texts = new Map(presentation.present({ ...listener, presenter }).flatMap(toPart));
  made.set(key, texts);
  return texts;
}

const unsigned = (url: string): string => url.split("?")[0] ?? url;

const PARTS: Readonly<Partial<Record<LiveMessage["name"], string>>> = {
  ticket: "ticket",
  protocolo: "protocol",
  contact: "contact",
  whatsappSession: "connection",
};

function toPart(message: LiveMessage): [string, string][] {
  if (message.name === "appMessage") return [[`message ${message.event.message.id}`, JSON.stringify(message.event)]];
  const part = PARTS[message.name];
  return part === undefined ? [] : [[part, JSON.stringify(message.event)]];
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
