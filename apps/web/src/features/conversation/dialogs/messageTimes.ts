import type { AckTimesView, MessageView } from "@balcao/contracts/messages";
import type { ConnectorApi } from "@balcao/domain/connections";
import { deliveryState } from "../messages/messageState";

const TICKS = ["sent", "delivered", "read", "played"] as const;

/** A tick of a sent message; `at` is null when it was reached at a time that was not recorded. */
export interface Tick {
  readonly name: (typeof TICKS)[number] | "failed";
  readonly at: string | null;
}

/**
 * The ticks that a message of ours has reached, in their order. What was typed on the phone was
 * sent when it was written (CONV-030).
 */
export function ticksOf(message: MessageView, times: AckTimesView, api: ConnectorApi | null): readonly Tick[] {
  const state = deliveryState(message, api);
  if (state === null) return [];
  const reached = TICKS.findIndex((name) => name === state);
  const ticks = TICKS.flatMap((name, at): Tick[] => {
    const typedOnPhone = name === "sent" && message.sending === null ? message.createdAt : null;
    const time = times[name] ?? typedOnPhone;
    return time !== null || at <= reached ? [{ name, at: time }] : [];
  });
  return state === "failed" ? [...ticks, { name: "failed", at: times.failed }] : ticks;
}
