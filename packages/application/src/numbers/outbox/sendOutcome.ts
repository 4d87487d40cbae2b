import type { SendOutcome } from "@balcao/domain/messages";
import type { SendResultRow } from "@balcao/database/outbox";

/** Attempts per message, and how long a refused one is retried. */
export const MAX_ATTEMPTS = 5;
const REFUSAL_WINDOW_MS = 15 * 60_000;
/** How long a message waits for an unreachable gateway before it fails [M-6]. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const DOUBT_PAUSE_MS = 1_000;
const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

const AWAY: ReadonlySet<unknown> = new Set(["unreachable", "notConnected"]);

/**
 * Returns whether the gateway or session was not there: nothing was sent, and nothing will be until
 * it is back.
 */
export function isGatewayAway(outcome: SendOutcome): boolean {
  return outcome.state === "refused" && outcome.retry && AWAY.has(outcome.error.code);
}

/** The storage of files could not be used, so the message was not handed over. */
export const STORE_AWAY_CODE = "ERR_FILES_UNAVAILABLE";

/** Whether a message waits until something that was not there is back. */
const isWaiting = (outcome: SendOutcome & { readonly state: "refused" }): boolean =>
  isGatewayAway(outcome) || outcome.error.code === STORE_AWAY_CODE;

interface Attempt {
  readonly id: string;
  readonly attempt: number;
  /** An earlier attempt may have been sent. */
  readonly doubted: boolean;
  readonly firstHandedAt: Date;
}

/** How a send may be repeated, depending on its connector and file. */
export interface RepeatRule {
  /** Whether we chose the id beforehand, so that a repeat is the same message. */
  readonly chosenId: boolean;
  /** Time limit of one hand-off. */
  readonly answerLimitMs: number;
  /** When an unknown outcome becomes final, counted from the first hand-off. */
  readonly doubtLimitMs: number;
}

/**
 * Converts the outcome of a hand-off into its row's new state, by the table of M-5: a certain refusal
 * is retried a few times, then failed, and while the gateway is away the message waits. An unknown
 * outcome is repeated only with a chosen id, which makes the repeat the same message, and a refusal
 * of the repeat leaves it unknown.
 */
export function toResultRow(attempt: Attempt, outcome: SendOutcome, rule: RepeatRule, now: Date): SendResultRow {
  const { id, doubted } = attempt;
  const ageMs = now.getTime() - attempt.firstHandedAt.getTime();
  switch (outcome.state) {
    case "sent":
      return { id, state: "sent", externalId: outcome.externalId, delayMs: 0, error: null, doubted };
    case "refused": {
      const { error } = outcome;
      if (!outcome.retry || isSpent(attempt, outcome, ageMs))
        return { id, state: doubted ? "unknown" : "failed", externalId: null, delayMs: 0, error, doubted };
      return { id, state: "queued", externalId: null, delayMs: outcome.retryAfterMs ?? backOffMs(attempt), error, doubted };
    }
    case "unknown": {
      const { error } = outcome;
      const mayRepeat = mayRepeatDoubt(attempt, rule, ageMs);
      return {
        id,
        state: mayRepeat ? "queued" : "unknown",
        externalId: null,
        delayMs: mayRepeat ? DOUBT_PAUSE_MS : 0,
        error,
        doubted: true,
      };
    }
  }
}

/** Whether a refused message was tried for long enough. */
function isSpent({ attempt }: Attempt, outcome: SendOutcome & { readonly state: "refused" }, ageMs: number): boolean {
  return isWaiting(outcome) ? ageMs > LONGEST_WAIT_MS : attempt >= MAX_ATTEMPTS || ageMs > REFUSAL_WINDOW_MS;
}

/** Whether one more try can still end a doubt in time, as the same message. */
function mayRepeatDoubt({ attempt }: Attempt, { chosenId, answerLimitMs, doubtLimitMs }: RepeatRule, ageMs: number): boolean {
  return chosenId && attempt < MAX_ATTEMPTS && ageMs + DOUBT_PAUSE_MS + answerLimitMs <= doubtLimitMs;
}

const backOffMs = ({ attempt }: Attempt): number => BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length) - 1] ?? 16_000;
