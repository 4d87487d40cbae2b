import { call } from "../../lib/api";
import { onWorkerMessage, readPermission, readRegistration, registerForPushes } from "../../lib/notifications";
import type { TestedWay } from "./followPush";

const PAUSE_MS = 500;
/** A push service may keep a push for a moment, in milliseconds. */
const ARRIVAL_MS = 20_000;

/** Listens before the test starts, because it may arrive before the answer of its start. */
function listenForTest(): (testId: number) => Promise<boolean | null> {
  const arrivals = new Map<number, boolean>();
  let onArrival: () => void = () => undefined;
  const stopListening = onWorkerMessage((message) => {
    if (message.type !== "testArrived") return;
    arrivals.set(message.testId, message.shown);
    onArrival();
  });
  return (testId) =>
    new Promise((resolve) => {
      const end = (shown: boolean | null): void => {
        clearTimeout(timer);
        stopListening();
        resolve(shown);
      };
      const timer = setTimeout(() => end(null), ARRIVAL_MS);
      onArrival = () => {
        const shown = arrivals.get(testId);
        if (shown !== undefined) end(shown);
      };
      onArrival();
    });
}

/** The way of a push to this browser. */
export const ownWay = (userId: number): TestedWay => ({
  permission: readPermission,
  hasWorker: async () => Boolean((await readRegistration())?.active),
  subscribe: () => registerForPushes(userId),
  start: (key) => call("push", "startTest", { body: { key } }),
  read: (testId) => call("push", "getTest", { params: { testId } }),
  arrival: listenForTest,
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
});
