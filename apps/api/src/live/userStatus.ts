import { followStatuses, recordSeen } from "@balcao/application/people/auth";
import type { Services } from "@balcao/application/ground/kernel";
import { createLoop } from "@balcao/platform/loops";
import type { LiveSocket } from "./liveSocket.js";

/** All open sockets are recorded at least this often; three times within the minute after which a person is offline. */
const RECORD_ALL_MS = 20_000;

export interface StatusReporter {
  /** A socket was opened or closed. */
  seen(socket: LiveSocket): void;
  /** A socket sent its heartbeat (RT-005). */
  beat(socket: LiveSocket): void;
  stop(): Promise<void>;
}

/** Records which sessions have a socket here and send heartbeats, from which the status of people follows. */
export function createStatusReporter(services: Services, sockets: ReadonlySet<LiveSocket>): StatusReporter {
  /** What is to be recorded, by session: the person, and whether there was a heartbeat. */
  let waiting = new Map<string, { readonly userId: number; readonly beats: boolean }>();
  let allAt = services.clock.monotonic();
  const add = ({ sessionId, io }: LiveSocket, beats: boolean): void => {
    waiting.set(sessionId, { userId: io.data.userId, beats: beats || waiting.get(sessionId)?.beats === true });
  };

  const work = async (): Promise<boolean> => {
    const changed = waiting;
    const isAllDue = services.clock.monotonic() - allAt >= RECORD_ALL_MS;
    const still = isAllDue ? [...sockets].filter(({ sessionId }) => !changed.has(sessionId)).map(({ sessionId }) => sessionId) : [];
    waiting = new Map();
    try {
      const sessions = [...new Set(still)].map((sessionId) => ({ sessionId, beats: false }));
      await recordSeen(services, [...sessions, ...[...changed].map(([sessionId, { beats }]) => ({ sessionId, beats }))]);
      if (isAllDue) allAt = services.clock.monotonic();
      const people = [...new Set([...changed.values()].map(({ userId }) => userId))];
      if (people.length > 0) await followStatuses(services, people);
      return false;
    } catch (error) {
      // What came meanwhile is newer.
      waiting = new Map([...changed, ...waiting]);
      throw error;
    }
  };
  const loop = createLoop({ name: "userStatus", work, idleMs: RECORD_ALL_MS, logger: services.logger });
  loop.start();
  const note = (socket: LiveSocket, beats: boolean): void => {
    add(socket, beats);
    loop.wake();
  };
  return { seen: (socket) => note(socket, false), beat: (socket) => note(socket, true), stop: loop.stop };
}
