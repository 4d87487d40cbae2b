import { keys } from "idb-keyval";
import { OUTBOX_PREFIX } from "./outgoing/unsent";

/** Without anything to send the outbox is loaded when the page has long been there, to take over what another tab leaves. */
const LATER_MS = 10_000;

const open = (userId: number): void => void import("./outbox").then((outbox) => outbox.resumeOutbox(userId));

/** Opens the outbox of the signed-in person, at once where something is stored. */
export function resumeOutbox(userId: number): void {
  const isEntry = (key: IDBValidKey): boolean => typeof key === "string" && key.startsWith(OUTBOX_PREFIX);
  const start = (waits: boolean): unknown => setTimeout(() => open(userId), waits ? 0 : LATER_MS);
  keys().then(
    (stored) => start(stored.some(isEntry)),
    () => start(true),
  );
}
