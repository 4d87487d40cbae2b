import type { InboundEvent } from "@balcao/domain/messages";
import { numberAt, textAt, type PlainObject } from "./plainJson.js";

/**
 * A message that is older than this on arrival is backlog: it sends no greeting and no
 * notification.
 */
export const LIVE_FOR_MS = 5 * 60_000;

/** An event that changes nothing. `reason` is for tests and logs. */
export function ignored(reason: string): InboundEvent {
  return { kind: "ignored", reason };
}

/**
 * What this version does not read, by the provider's name for it: shortened, and in characters that
 * a list can show.
 */
export function unknown(name: string, at: Date): Extract<InboundEvent, { readonly kind: "unknown" }> {
  return { kind: "unknown", name: name.replace(/[^\w ./-]/g, "?").slice(0, 60), at };
}

/**
 * When the payload arrived, as its connector recorded it: milliseconds or RFC 3339. 1970 when it is
 * missing.
 */
export function receivedAt(payload: PlainObject | null): Date {
  const at = new Date(numberAt(payload, "receivedAt") ?? textAt(payload, "receivedAt"));
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
