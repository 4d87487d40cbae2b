import type { MessageView } from "@balcao/contracts/messages";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";

/** The delivery state of an own message, for icons and screen readers. */
export type DeliveryState = "waiting" | "sent" | "delivered" | "read" | "played" | "failed" | "unknown" | "discarded";

const BY_ACK: Readonly<Record<number, DeliveryState>> = { [-1]: "failed", 0: "waiting", 1: "sent", 2: "delivered", 3: "read", 4: "played" };

/**
 * The state of a sent message; null for received ones and comments. It shows no more than the
 * connector can report (CONV-030, D-070).
 */
export function deliveryState(message: MessageView, api: ConnectorApi | null): DeliveryState | null {
  if (!message.fromMe || message.mediaType === "comment") return null;
  if (message.sending === "failed") return "failed";
  if (message.sending === "unknown") return "unknown";
  if (message.sending === "cancelled") return "discarded";
  const ack = api === null ? message.ack : Math.min(message.ack, CAPABILITIES[api].highestAck);
  return BY_ACK[ack] ?? "waiting";
}

/** WhatsApp's code for "the customer last wrote more than 24 hours ago". */
const WINDOW_CLOSED = "131047";

export interface FailureFacts {
  readonly code: string;
  readonly windowClosed: boolean;
  readonly text: string;
}

/** Why a message failed: the code of its log, or 404 without one (CONV-036…CONV-038). */
export function failureOf({ errorLog }: Pick<MessageView, "errorLog">): FailureFacts {
  if (!errorLog) return { code: "404", windowClosed: false, text: "" };
  const code = errorLog.code === null || errorLog.code === "" ? "" : String(errorLog.code);
  return { code, windowClosed: code === WINDOW_CLOSED, text: errorLog.message || errorLog.title || errorLog.details };
}
