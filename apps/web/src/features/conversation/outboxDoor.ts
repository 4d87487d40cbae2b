import { keys } from "idb-keyval";
import { OUTBOX_PREFIX } from "./outgoing/unsent";

/** Without anything to send the outbox is loaded when the page has long been there, to take over what another tab leaves. */
const LATER_MS = 10_000;

/** Opens the outbox of the signed-in person, at once where something is stored; the returned function gives it up. */
export function resumeOutbox(userId: number): () => void {
  let isLeft = false;
  const openIn = (ms: number): unknown => !isLeft && setTimeout(open, ms);
  // Without a network its file cannot be loaded yet.
  const open = (): unknown =>
    isLeft ||
    import("./outbox").then(
      (outbox) => isLeft || outbox.resumeOutbox(userId),
      () => openIn(LATER_MS),
    );
  const isEntry = (key: IDBValidKey): boolean => typeof key === "string" && key.startsWith(OUTBOX_PREFIX);
  keys().then(
    (stored) => openIn(stored.some(isEntry) ? 0 : LATER_MS),
    () => openIn(0),
  );
  return () => {
    isLeft = true;
  };
}
