import { answerLimitMs, CAPABILITIES, doubtLimitMs, type ConnectorApi } from "@balcao/domain/connections";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messages";
import type { ClaimedSend } from "@balcao/database/outbox";
import type { RepeatRule } from "./sendOutcome.js";

/** A connection whose lease this process holds and whose session can send. */
export interface SendingConnection {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly epoch: number;
  readonly send: (message: OutboundMessage) => Promise<SendOutcome>;
  /** Overrides the time limits and repeats of sends, by the size of their file. */
  readonly repeatRule?: (fileBytes: number) => RepeatRule;
}

/** How long a send may take and be repeated, by the size of its file. */
export function ruleOf({ api, repeatRule }: SendingConnection, { heavy, fileSize }: Pick<ClaimedSend, "heavy" | "fileSize">): RepeatRule {
  const bytes = heavy ? (fileSize ?? 0) : 0;
  if (repeatRule) return repeatRule(bytes);
  return { chosenId: CAPABILITIES[api].chosenId, answerLimitMs: answerLimitMs(api, bytes), doubtLimitMs: doubtLimitMs(bytes) };
}
