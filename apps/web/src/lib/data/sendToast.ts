import { toasts } from "../toasts";

/** One row causes a toast at most so often, in milliseconds: it changes with each message. */
const PAUSE_MS = 10_000;

/** Makes what says, on its page alone, that a row has changed. */
export function toastOn(page: string, text: string): (id: number) => void {
  const toldAt = new Map<number, number>();
  return (id) => {
    const last = toldAt.get(id);
    const now = performance.now();
    if (!window.location.pathname.toLowerCase().startsWith(page)) return;
    if (last !== undefined && now - last < PAUSE_MS) return;
    toldAt.set(id, now);
    toasts.info(text);
  };
}
