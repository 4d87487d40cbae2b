import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import { GatewayError, type GatewaySession } from "@balcao/gateways/port";
import { createDispatcher, type Dispatcher } from "../outbox/index.js";
import { askAboutGaps } from "./askAboutGaps.js";
import { openSession, SESSION_PACE, storeReport, type SessionSurroundings } from "./openSession.js";

const LONGEST_PAUSE_MS = 60_000;
/** News of a session come in bursts; one question answers them all. */
const HINT_PAUSE_MS = 150;

/** A connection that this process holds the lease of. */
export interface KeptSession {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly epoch: number;
  readonly session: GatewaySession;
  readonly dispatcher: Dispatcher;
  status(): SessionStatus;
  /** Asks the gateway now, whatever the time of the next question. */
  ask(): Promise<void>;
  /** Asks or reconnects if it is time to. */
  tend(): Promise<void>;
  /** Lets go: no write, no question any more. */
  close(): Promise<void>;
}

interface Schedule {
  nextAt: number;
  failures: number;
  fruitless: number;
}

/** Opens a session and keeps its state true: the gateway is asked at intervals and whenever a webhook hints at news; a linked session that fell is started again with growing pauses. */
export async function keepSession(
  around: SessionSurroundings,
  connectionId: number,
  epoch: number,
  onFree: () => void,
): Promise<KeptSession | null> {
  const { house, holder } = around;
  const pace = { ...SESSION_PACE, ...around.pace };
  let status: SessionStatus = house.directory.current().connections.get(connectionId)?.status ?? "OPENING";
  const session = await openSession(around, connectionId, epoch, (report) => {
    status = report.status;
  });
  const api = house.directory.current().connections.get(connectionId)?.api;
  if (!session || !api) return null;
  const schedule: Schedule = { nextAt: 0, failures: 0, fruitless: 0 };
  let isOpen = true;
  let lookAt = 0;
  let busy: Promise<void> | null = null;

  const nextIn = (ms: number): void => {
    schedule.nextAt = house.clock.monotonic() + ms;
  };
  const fell = (): boolean => status === "DISCONNECTED" || status === "OPENING";

  /** A number that stays down after a start is started again with growing pauses. */
  const pauseUnconnected = (): number => {
    schedule.fruitless = status === "DISCONNECTED" ? schedule.fruitless + 1 : 0;
    return Math.min(LONGEST_PAUSE_MS, pace.unconnectedMs * 2 ** Math.min(Math.max(0, schedule.fruitless - 1), 5));
  };

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      schedule.failures = 0;
      nextIn(status === "CONNECTED" ? pace.connectedMs : pauseUnconnected());
    } catch (error) {
      schedule.failures += 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** Math.min(schedule.failures, 6));
      nextIn(pauseMs);
      if (!isOpen) return;
      house.logger.warn({ err: error, connectionId, failures: schedule.failures }, "a gateway could not be asked");
      const reason = error instanceof GatewayError ? error.code : "ERR_GATEWAY";
      await storeReport(around, connectionId, epoch, { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason }).catch(
        () => undefined,
      );
      status = "DISCONNECTED";
    }
  };
  const poll = async (afterNews = false): Promise<void> => {
    const report = await session.status(afterNews);
    if (!isOpen) return;
    status = report.status;
    await storeReport(around, connectionId, epoch, report);
    if (status === "CONNECTED" && isOpen) await lookBack();
  };
  const lookBack = async (): Promise<void> => {
    if (house.clock.monotonic() < lookAt) return;
    lookAt = house.clock.monotonic() + pace.lookBackMs;
    await askAboutGaps(house, connectionId, session).catch((error: unknown) =>
      house.logger.warn({ err: error, connectionId }, "history could not be asked for after a gap"),
    );
  };
  const alone = (work: () => Promise<void>): Promise<void> => {
    busy ??= attempt(work).finally(() => {
      busy = null;
    });
    return busy;
  };
  let isHinted = false;
  const stopListening = house.waker.listen(`session:${connectionId}`, () => {
    if (isHinted) return;
    isHinted = true;
    setTimeout(() => {
      isHinted = false;
      // A question that is under way was asked before the news: it does not answer them.
      void (busy ?? Promise.resolve()).then(() => (isOpen ? alone(() => poll(true)) : undefined));
    }, HINT_PAUSE_MS);
  });

  return {
    connectionId,
    api,
    epoch,
    session,
    dispatcher: createDispatcher(house, { connectionId, api, holder, epoch, send: (message) => session.send(message) }, onFree),
    status: () => status,
    ask: () => alone(poll),
    tend: async () => {
      if (busy || house.clock.monotonic() < schedule.nextAt) return busy ?? undefined;
      // The first question of a kept session is a start: it makes the account where there is none and connects what is linked.
      return alone(schedule.nextAt === 0 || fell() ? () => session.start() : poll);
    },
    close: async () => {
      isOpen = false;
      stopListening();
      await session.stop();
    },
  };
}
