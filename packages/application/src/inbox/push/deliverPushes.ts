import {
  claimPushDeliveries,
  finishPushDelivery,
  listPushTargets,
  postponePushDelivery,
  removeGonePushSubscription,
  type PushDeliveryRow,
  type PushTargetRow,
} from "@balcao/database/push";
import type { PushPayload } from "@balcao/domain/notifications";
import type { PushOutcome, PushSender } from "@balcao/platform/push";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { loadPushables, type Pushable, type PushKind } from "./pushKinds.js";
import { isFor } from "./spreadPushes.js";
import { pushContext } from "./subscriptions.js";

const AT_ONCE = 16;
/** A try that a process took so long ago was lost with it, in milliseconds. */
const CLAIM_MS = 60_000;
/** The waits before the second try, the third and so on, in milliseconds; then it has failed. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Sends the pushes that are due, outside of any transaction: a repeat replaces the same notification. With `only` it sends those of
 * one kind. Returns whether there were any.
 */
export async function deliverPushes(services: Services, send: PushSender, only: PushKind | null = null): Promise<boolean> {
  const now = services.clock.now();
  const claimed = await claimPushDeliveries(services.database.sql, now, new Date(now.getTime() + CLAIM_MS), { most: AT_ONCE, only });
  const isAllowed = await judge(services, claimed);
  await Promise.all(
    claimed.map((delivery) =>
      isAllowed(delivery) ? deliver(services, send, delivery) : finishPushDelivery(services.database.sql, delivery.id, "failed", null),
    ),
  );
  return claimed.length > 0;
}

/** What is sent now: without the message's text where the company has switched it off since. */
function toSent({ kind, payload }: PushDeliveryRow, { pushMessageText }: DirectorySnapshot["settings"]): PushDeliveryRow["payload"] {
  return kind === null || pushMessageText ? payload : { ...payload, text: "" };
}

/**
 * Judges each try by the rights of its moment, as the first spreading does: a push may have waited
 * for half an hour. Its age ends no retry, so the message counts as if it had just arrived.
 */
async function judge(services: Services, claimed: readonly PushDeliveryRow[]): Promise<(delivery: PushDeliveryRow) => boolean> {
  const kinds = new Set(claimed.flatMap(({ kind }) => kind ?? []));
  if (kinds.size === 0) return () => true;
  const snapshot = await services.directory.refresh();
  const found = new Map<string, Pushable>();
  for (const each of kinds) {
    const ids = claimed.flatMap(({ kind, objectId }) => (kind === each && objectId !== null ? [objectId] : []));
    const pushables = await loadPushables(services.database.sql, snapshot, each, [...new Set(ids)]);
    for (const pushable of pushables) found.set(`${each}-${pushable.objectId}`, pushable);
  }
  return (delivery) => {
    if (delivery.kind === null) return true;
    const pushable = found.get(`${delivery.kind}-${String(delivery.objectId)}`);
    return pushable !== undefined && isFor(pushable, delivery, snapshot, pushable.arrived.at);
  };
}

/** A person who waits at the screen sees it now or not at all. */
const KEEP_SECONDS = 60;

/** The address and keys of a subscribed browser, which are stored sealed. */
const toTarget = ({ sealer }: Pick<Services, "sealer">, { endpointSealed, authSealed, endpointHash, p256dh }: PushTargetRow) => ({
  endpoint: sealer.open(endpointSealed, pushContext("endpoint", endpointHash)),
  auth: sealer.open(authSealed, pushContext("auth", endpointHash)),
  p256dh,
});

/** Pushes to all browsers of a person at once, without a row and without another try. Returns what became of each. */
export async function pushNow(services: Services, send: PushSender, userId: number, payload: PushPayload): Promise<readonly PushOutcome[]> {
  const rows = await listPushTargets(services.database.sql, userId, services.clock.now());
  const message = { text: JSON.stringify(payload), keepSeconds: KEEP_SECONDS, topic: payload.tag };
  return Promise.all(rows.map((row) => send(toTarget(services, row), message)));
}

async function deliver(services: Services, send: PushSender, delivery: PushDeliveryRow): Promise<void> {
  const { clock, logger } = services;
  const { sql } = services.database;
  const target = toTarget(services, delivery);
  const keepSeconds = Math.max(0, Math.ceil((delivery.expiresAt.getTime() - clock.now().getTime()) / 1_000));
  const payload = toSent(delivery, services.directory.current().settings);
  const outcome = await send(target, { text: JSON.stringify(payload), keepSeconds, topic: payload.tag });
  switch (outcome.result) {
    case "sent":
      return finishPushDelivery(sql, delivery.id, "sent", outcome.status);
    case "gone":
      return removeGonePushSubscription(sql, delivery.subscriptionId, outcome.status);
    case "refused":
      logger.warn({ status: outcome.status, host: new URL(target.endpoint).host }, "a push service refused a push");
      return finishPushDelivery(sql, delivery.id, "failed", outcome.status);
    case "later":
      return tryLater(services, delivery, outcome);
  }
}

async function tryLater({ database, clock }: Services, delivery: PushDeliveryRow, { status, waitMs }: PushOutcome): Promise<void> {
  const planned = WAITS_MS[delivery.attempts - 1];
  const wait = planned === undefined ? null : Math.min(LONGEST_WAIT_MS, Math.max(planned, waitMs ?? 0));
  const dueAt = wait === null ? null : new Date(clock.now().getTime() + wait);
  if (dueAt === null || dueAt >= delivery.expiresAt) return finishPushDelivery(database.sql, delivery.id, "failed", status);
  await postponePushDelivery(database.sql, delivery.id, dueAt, status);
}
