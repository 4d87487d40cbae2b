import type { ApiArea } from "../apiTokens/index.js";

/** What a webhook may be told, with the area of tokens in which it is read (D-600). */
export const HOOK_EVENTS = {
  "message.created": "conversations",
  "message.changed": "conversations",
  "ticket.created": "conversations",
  "ticket.changed": "conversations",
  "ticket.closed": "conversations",
  "ticket.deleted": "conversations",
  "protocol.changed": "conversations",
  "contact.created": "contacts",
  "contact.changed": "contacts",
  "contact.deleted": "contacts",
  "connection.changed": "company",
} as const satisfies Readonly<Record<string, ApiArea>>;

export type HookEvent = keyof typeof HOOK_EVENTS;
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as HookEvent[];
export const isHookEvent = (text: string): text is HookEvent => Object.hasOwn(HOOK_EVENTS, text);

/** Why a webhook rests: somebody stopped it, its owner may not have it any more, or its receiver is gone or failed for a day. */
export const HOOK_PAUSES = ["person", "owner", "gone", "failing"] as const;
export type HookPause = (typeof HOOK_PAUSES)[number];

/** `withheld`: the owner's rights did not cover it any more when it was about to leave. */
export const DELIVERY_STATES = ["waiting", "sent", "withheld", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A delivery that has failed for so long is given up, and a receiver that failed for so long is not called any more. */
export const HOOK_TRIES_MS = 24 * HOUR;
/** The waits before the second try, the third and so on; the last one repeats. */
const WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** A receiver that fails in a row is left alone for this long, so that a queue of thousands does not call a dead one. */
const RESTS_MS = [0, 0, 0, 0, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE];

/** When a delivery is tried again after so many tries; null when its day is over. */
export function nextTry({
  attempts,
  firstAt,
  now,
}: {
  readonly attempts: number;
  readonly firstAt: Date;
  readonly now: Date;
}): Date | null {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? SECOND;
  const next = now.getTime() + wait;
  return next > firstAt.getTime() + HOOK_TRIES_MS ? null : new Date(next);
}

/** How long a receiver is left alone after so many failures in a row, in milliseconds. */
export const restAfter = (failures: number): number => RESTS_MS[Math.min(failures, RESTS_MS.length - 1)] ?? 0;
