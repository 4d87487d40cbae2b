import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import type { GatewaySession } from "@balcao/gateways/port";
import { sendAsPreviewed } from "../../ground/gatewayCalls/index.js";
import { createDispatcher, type Dispatcher, type ResultBatch } from "../outbox/index.js";
import { openSession, SESSION_PACE, type HeldLease, type SessionSurroundings } from "./openSession.js";
import { askOnHints, askStatus, isResting, isUnlinked, runExclusively, startNow, type SessionState } from "./sessionState.js";

/** A connection that this process holds the lease of. */
export interface KeptSession extends HeldLease {
  readonly api: ConnectorApi;
  readonly session: GatewaySession;
  readonly dispatcher: Dispatcher;
  status(): SessionStatus;
  /** Asks the gateway for its status now, without waiting for the next scheduled request. */
  ask(): Promise<void>;
  /** Starts the session because a person asks, whether or not it rests. Rejects with GatewayError. */
  start(): Promise<void>;
  /** Starts the session or asks for its status when the schedule says that it is time. */
  maintain(): Promise<void>;
  /** Stops the session; nothing is written or asked afterwards. */
  close(): Promise<void>;
}

/**
 * Opens a session and keeps its stored status current: the gateway is asked at intervals and after
 * each webhook hint. A linked session that is down is started again, with growing pauses.
 */
export async function keepSession(around: SessionSurroundings, lease: HeldLease, results: ResultBatch): Promise<KeptSession | null> {
  const { services } = around;
  const latest: SessionState["latest"] = { status: "OPENING", until: null };
  const session = await openSession(around, lease, (reported) => void Object.assign(latest, reported));
  // Opening has read the connections again: another process may have stored a state just before.
  const stored = services.directory.current().connections.get(lease.connectionId);
  if (!session || !stored) return null;
  const { api, status, reasonUntil } = stored;
  Object.assign(latest, { status, until: reasonUntil });
  const state = createState(around, lease, session, latest);
  const stopListening = askOnHints(state);
  return {
    ...lease,
    api,
    session,
    dispatcher: createDispatcher(services, { ...lease, api, send: (message) => sendAsPreviewed(services, session, message) }, results),
    status: () => latest.status,
    start: () => startNow(state),
    ask: () => runExclusively(state, () => askStatus(state)),
    maintain: () => maintain(state),
    close: async () => {
      state.isOpen = false;
      stopListening();
      await session.stop();
    },
  };
}

function createState(around: SessionSurroundings, lease: HeldLease, session: GatewaySession, latest: SessionState["latest"]): SessionState {
  return {
    around,
    lease,
    session,
    pace: { ...SESSION_PACE, ...around.pace },
    latest,
    isOpen: true,
    hint: null,
    busy: null,
    nextAt: 0,
    recoverAt: 0,
    failures: 0,
    fruitless: 0,
  };
}

async function maintain(state: SessionState): Promise<void> {
  const { around, session, latest } = state;
  if (state.busy || around.services.clock.monotonic() < state.nextAt) return state.busy ?? undefined;
  if (isResting(state) || isUnlinked(state)) return;
  const isDown = latest.status === "DISCONNECTED" || latest.status === "OPENING";
  // The first call starts the session: this creates the account if there is none and connects a
  // linked number.
  return runExclusively(state, state.nextAt === 0 || isDown ? () => session.start() : () => askStatus(state));
}
