import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { CAPABILITIES } from "@balcao/domain/connections";
import { windowUntil as windowEndAfter } from "@balcao/domain/messages";
import { useEffect, useMemo, useState } from "react";

const MINUTE_MS = 60_000;

/** How long free texts are still accepted in a conversation, or that they are not. */
export type ServiceWindow = { readonly open: true; readonly minutes: number } | { readonly open: false };

/**
 * When free texts end, in milliseconds; null when the customer has not written, undefined where
 * there is no such window or no data. Without a time in the ticket, the customer's newest loaded
 * message decides.
 */
export function toWindowEnd(
  { whatsapp, windowUntil }: Pick<TicketView, "whatsapp" | "windowUntil">,
  messages: readonly Pick<MessageView, "fromMe" | "createdAt">[],
): number | null | undefined {
  if (!whatsapp || !CAPABILITIES[whatsapp.api].window24h) return undefined;
  if (windowUntil === null) return null;
  const last = messages.findLast(({ fromMe }) => !fromMe);
  if (windowUntil !== undefined) return Date.parse(windowUntil);
  return last && windowEndAfter(new Date(last.createdAt)).getTime();
}

/** The window at a moment; the remaining time is in whole minutes. */
export function windowAt(end: number | null | undefined, now: number): ServiceWindow | null {
  if (end === undefined) return null;
  return end === null || end <= now ? { open: false } : { open: true, minutes: Math.floor((end - now) / MINUTE_MS) };
}

/** The time as `3 h 12 min`, the same in every language. */
export function toHoursAndMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** The window, rendered again every minute and at its end. */
export function useServiceWindow(end: number | null | undefined): ServiceWindow | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (typeof end !== "number") return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      // One millisecond more, so that the minute has changed.
      if (end > at) timer = setTimeout(tick, ((end - at) % MINUTE_MS) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [end]);
  return useMemo(() => windowAt(end, now), [end, now]);
}
