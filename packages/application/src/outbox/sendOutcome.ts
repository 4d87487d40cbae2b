import type { SendOutcome } from "@balcao/domain/messaging";
import type { SendResultRow } from "@balcao/database/outbox";

/** Tries of one message, and how long one that was certainly refused is tried again (M-5). */
export const MAX_ATTEMPTS = 5;
const REFUSAL_WINDOW_MS = 15 * 60_000;
/** How long a message waits for a gateway that is away before it counts as failed (M-6). */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const DOUBT_PAUSE_MS = 1_000;
const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

const AWAY: ReadonlySet<unknown> = new Set(["unreachable", "notConnected"]);

/** Whether a hand-off found nobody there: nothing went out, and nothing will until the session is back. */
export function foundNobody(outcome: SendOutcome): boolean {
  return outcome.state === "refused" && outcome.retry && AWAY.has(outcome.error.code);
}

interface Attempt {
  readonly id: string;
  readonly attempt: number;
  /** An earlier try may have gone out. */
  readonly doubted: boolean;
  readonly firstHandedAt: Date;
}

/** How a send may be repeated, by its connector and file. */
export interface RepeatRule {
  /** Whether the id was chosen beforehand, so that a repeat is the same message. */
  readonly chosenId: boolean;
  /** How long one hand-off may take. */
  readonly answerLimitMs: number;
  /** When a doubt must be over, counted from the first hand-off (P-13). */
  readonly doubtLimitMs: number;
}

/**
 * What a hand-off's outcome makes of its row (the table of M-5). What certainly did not go out is tried again a few times, then failed. A doubt is
 * repeated only where the id was chosen beforehand, so that a repeat is the same message; everywhere else it is shown as a doubt at once. A refusal
 * of a later try says nothing about the one in doubt, so it stays a doubt: a person who sends anew must know. While the gateway is away a message waits, however often it was tried.
 */
export function toResultRow(
  { id, attempt, doubted, firstHandedAt }: Attempt,
  outcome: SendOutcome,
  { chosenId, answerLimitMs, doubtLimitMs }: RepeatRule,
  now: Date,
): SendResultRow {
  const ageMs = now.getTime() - firstHandedAt.getTime();
  const isSpent = foundNobody(outcome) ? ageMs > LONGEST_WAIT_MS : attempt >= MAX_ATTEMPTS || ageMs > REFUSAL_WINDOW_MS;
  const mayRepeat = chosenId && attempt < MAX_ATTEMPTS && ageMs + DOUBT_PAUSE_MS + answerLimitMs <= doubtLimitMs;
  const delayMs = BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length) - 1] ?? 16_000;
  switch (outcome.state) {
    case "sent":
      return { id, state: "sent", externalId: outcome.externalId, delayMs: 0, error: null, doubted };
    case "refused":
      if (!outcome.retry || isSpent)
        return { id, state: doubted ? "unknown" : "failed", externalId: null, delayMs: 0, error: outcome.error, doubted };
      return { id, state: "queued", externalId: null, delayMs: outcome.retryAfterMs ?? delayMs, error: outcome.error, doubted };
    case "unknown":
      if (!mayRepeat) return { id, state: "unknown", externalId: null, delayMs: 0, error: outcome.error, doubted: true };
      return { id, state: "queued", externalId: null, delayMs: DOUBT_PAUSE_MS, error: outcome.error, doubted: true };
  }
}
