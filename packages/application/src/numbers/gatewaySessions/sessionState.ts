import { listGapQuestions, recordGapQuestion, type GapQuestionLimits } from "@balcao/database/connectionGaps";
import type { SessionStatus } from "@balcao/domain/connections";
import { peerOfKey } from "@balcao/domain/messages";
import {
  GatewayError,
  toSessionReason,
  UnopenedSession,
  type GatewaySession,
  type HistoryAnchor,
  type StatusCause,
} from "@balcao/gateways/port";
import { storeTroubleOf } from "@balcao/platform/errors";
import { countGatewayError, SESSION_WAKE, type Services } from "../../ground/kernel/index.js";
import { QUIET_MS } from "./followGap.js";
import { storeReport, type HeldLease, type SessionPace, type SessionSurroundings } from "./openSession.js";

const LONGEST_PAUSE_MS = 60_000;
/** Short enough that all numbers work again 15 s after PostgreSQL does (P-8). */
const STORE_PAUSE_MS = 2_000;
/** Hints about a session arrive in bursts; one status request answers all of them. */
const HINT_PAUSE_MS = 150;

/** A session that this process keeps: its state, and when its gateway is asked next. */
export interface SessionState {
  readonly around: SessionSurroundings;
  readonly lease: HeldLease;
  readonly session: GatewaySession;
  readonly pace: SessionPace;
  /** What the gateway reported last, by itself or when it was asked, and until when it rests. */
  readonly latest: { status: SessionStatus; until: Date | null };
  /** False once it was let go of: nothing is written any more. */
  isOpen: boolean;
  /** Why the gateway is asked soon; null when no question is planned. */
  hint: StatusCause | null;
  /** The question under way. */
  busy: Promise<void> | null;
  /** Instants of the monotonic clock. */
  nextAt: number;
  recoverAt: number;
  /** Questions without an answer, and starts without a connection, in a row. */
  failures: number;
  fruitless: number;
}

const monotonic = ({ around }: SessionState): number => around.services.clock.monotonic();

/** A number that stays down after a start is started again with growing pauses. */
function pauseUnconnected(state: SessionState): number {
  state.fruitless = state.latest.status === "DISCONNECTED" ? state.fruitless + 1 : 0;
  return Math.min(LONGEST_PAUSE_MS, state.pace.unconnectedMs * 2 ** Math.min(Math.max(0, state.fruitless - 1), 5));
}

async function attempt(state: SessionState, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    state.failures = 0;
    state.nextAt = monotonic(state) + (state.latest.status === "CONNECTED" ? state.pace.connectedMs : pauseUnconnected(state));
  } catch (error) {
    // A failure of our own store says nothing about the number, so it is asked again soon.
    if (!(error instanceof GatewayError) && storeTroubleOf(error)) {
      const { around, lease } = state;
      state.nextAt = monotonic(state) + STORE_PAUSE_MS;
      around.services.logger.warn({ err: error, connectionId: lease.connectionId }, "what a gateway said could not be stored");
      return;
    }
    state.failures += 1;
    state.nextAt = monotonic(state) + Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** Math.min(state.failures, 6));
    if (state.isOpen) await reportFailure(state, error);
  }
}

async function reportFailure(state: SessionState, error: unknown): Promise<void> {
  const { around, lease, failures } = state;
  countGatewayError(around.services, around.services.directory.current().connections.get(lease.connectionId)?.api, error);
  around.services.logger.warn({ err: error, connectionId: lease.connectionId, failures }, "a gateway could not be asked");
  const until = error instanceof UnopenedSession ? error.until : null;
  const report = { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason: toSessionReason(error), until } as const;
  Object.assign(state.latest, { status: report.status, until }, await storeReport(around, lease, report).catch(() => undefined));
}

/**
 * Few questions at a time: the phone answers each one, and a number that asks too much looks
 * automated to the network.
 */
const LIMITS: GapQuestionLimits = { quietMs: QUIET_MS, withinMs: 6 * 3_600_000, mostChats: 100, atOnce: 3 };

/**
 * Asks for the history of conversations that continued after a gap, each once and a few at a
 * time. A question that fails is asked again at the next call.
 */
async function askAboutGaps(services: Services, connectionId: number, session: GatewaySession): Promise<void> {
  if (!session.askHistory) return;
  for (const question of await listGapQuestions(services.database.sql, connectionId, LIMITS)) {
    const chat = peerOfKey(question.chat);
    if (chat) {
      const author = peerOfKey(question.author) ?? chat;
      const anchor: HistoryAnchor = {
        ref: { chat, author, externalId: question.externalId, fromMe: question.fromMe },
        sentAt: question.sentAt,
      };
      await session.askHistory(anchor);
    }
    await recordGapQuestion(services.database.sql, question);
    services.logger.info({ connectionId, gapId: question.gapId }, "the history of a conversation was asked for after a gap");
  }
}

/** Asks for the history of gaps of a connected number, at most once per `lookBackMs`. */
async function recoverGaps(state: SessionState): Promise<void> {
  const { around, lease, session, pace } = state;
  if (monotonic(state) < state.recoverAt) return;
  state.recoverAt = monotonic(state) + pace.lookBackMs;
  const { connectionId } = lease;
  await askAboutGaps(around.services, connectionId, session).catch((error: unknown) =>
    around.services.logger.warn({ err: error, connectionId }, "history could not be asked for after a gap"),
  );
}

/** Asks the gateway and stores what it says; `cause` says why, out of turn. */
export async function askStatus(state: SessionState, cause?: StatusCause): Promise<void> {
  const report = await state.session.status(cause);
  if (!state.isOpen) return;
  Object.assign(state.latest, await storeReport(state.around, state.lease, report));
  if (report.status === "CONNECTED" && state.isOpen) await recoverGaps(state);
}

/** Whether the session is down and rests: connecting before the rest ends would harm or change nothing. */
export function isResting({ around, latest }: SessionState): boolean {
  return latest.status === "DISCONNECTED" && latest.until !== null && latest.until > around.services.clock.now();
}

/**
 * Whether the session waits for a person who links it: whoever takes it over makes no codes that
 * nobody looks at.
 */
export const isUnlinked = ({ latest, nextAt }: SessionState): boolean =>
  nextAt === 0 && (latest.status === "TIMEOUT" || latest.status === "LOGGEDOUT");

/** Starts the session for a person, who need not wait for the end of a rest. Rejects with GatewayError. */
export async function startNow(state: SessionState): Promise<void> {
  state.fruitless = 0;
  try {
    await state.session.start("person");
  } finally {
    state.nextAt = monotonic(state) + state.pace.unconnectedMs;
  }
}

/** Runs one question at a time: while one is under way, its promise is returned instead. */
export function runExclusively(state: SessionState, work: () => Promise<void>): Promise<void> {
  state.busy ??= attempt(state, work).finally(() => {
    state.busy = null;
  });
  return state.busy;
}

/** Asks whenever a webhook hints at a change, a send found nobody, or such a hint may have been lost; returns the end of it. */
export function askOnHints(state: SessionState): () => void {
  const { connectionId } = state.lease;
  const { waker } = state.around.services;
  const ends = (["event", "send"] as const).map((cause) =>
    waker.listen(SESSION_WAKE[cause](connectionId), (isMissed) => askSoon(state, isMissed ? "missed" : cause)),
  );
  return () => ends.forEach((end) => end());
}

/** One question answers all hints until then; what the gateway reported itself counts more. */
function askSoon(state: SessionState, cause: StatusCause): void {
  if (isUnlinked(state) && cause !== "event") return;
  const isPlanned = state.hint !== null;
  if (state.hint === null || cause === "event") state.hint = cause;
  if (isPlanned) return;
  setTimeout(() => {
    const hint = state.hint ?? cause;
    state.hint = null;
    // A status request that is already under way was sent before this hint, so its answer may be
    // too old.
    void (state.busy ?? Promise.resolve()).then(() => (state.isOpen ? runExclusively(state, () => askStatus(state, hint)) : undefined));
  }, HINT_PAUSE_MS);
}
