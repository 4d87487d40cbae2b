import type { InboundEvent } from "@balcao/domain/messaging";
import { numberAt, textAt } from "./plainJson.js";
import type { PlainObject } from "./plainJson.js";

/** A message that is older than this on arrival is backlog: it greets and notifies nobody. */
export const LIVE_FOR_MS = 5 * 60_000;

/** An event that changes nothing. `reason` is for tests and logs. */
export function ignored(reason: string): InboundEvent {
  return { kind: "ignored", reason };
}

/** When the payload arrived, as its connector noted it: milliseconds or RFC 3339. 1970 when it noted nothing. */
export function receivedAt(payload: PlainObject | null): Date {
  const at = new Date(numberAt(payload, "receivedAt") ?? textAt(payload, "receivedAt"));
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
