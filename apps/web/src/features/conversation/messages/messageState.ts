import type { MessageView } from "@balcao/contracts/messages";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { deliveryOfAck, type DeliveryState } from "@balcao/domain/messages";

/**
 * The state of a sent message; null for received ones and comments. It shows no more than the
 * connector can report.
 */
export function deliveryState(message: MessageView, api: ConnectorApi | null): DeliveryState | null {
  if (!message.fromMe || message.mediaType === "comment") return null;
  if (message.sending === "failed") return "failed";
  if (message.sending === "unknown") return "unknown";
  if (message.sending === "cancelled") return "discarded";
  return deliveryOfAck(message.ack, api === null ? message.ack : CAPABILITIES[api].highestAck);
}

/** WhatsApp's code for "the customer last wrote more than 24 hours ago". */
const WINDOW_CLOSED = "131047";

export interface FailureFacts {
  readonly code: string;
  readonly windowClosed: boolean;
  readonly text: string;
}

/** Why a message failed: the code of its log, or 404 without one. */
export function failureOf({ errorLog }: Pick<MessageView, "errorLog">): FailureFacts {
  if (!errorLog) return { code: "404", windowClosed: false, text: "" };
  const code = errorLog.code === null || errorLog.code === "" ? "" : String(errorLog.code);
  return { code, windowClosed: code === WINDOW_CLOSED, text: errorLog.message || errorLog.title || errorLog.details };
}

/** The states of the newest messages of ours, by the key that a message keeps when it is stored. */
export type DeliveryStates = ReadonlyMap<string, DeliveryState>;

/** A message that fails is one of the newest: it was written a moment ago. */
const WATCHED = 30;

/** Which messages have failed since they were seen in another state; those of an older page have not. */
export function toFailures(before: DeliveryStates, messages: readonly MessageView[], api: ConnectorApi | null) {
  const states = new Map<string, DeliveryState>();
  const failed: MessageView[] = [];
  for (const message of messages.slice(-WATCHED)) {
    const state = deliveryState(message, api);
    if (state === null) continue;
    const key = message.clientKey ?? message.id;
    states.set(key, state);
    if (state === "failed" && (before.get(key) ?? "failed") !== "failed") failed.push(message);
  }
  return { failed, states };
}
