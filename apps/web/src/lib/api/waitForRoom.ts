import { toasts } from "../toasts";
import type { ApiError } from "./apiError";
import { toErrorText } from "./errorText";

/** Seconds, where a refusal names none. */
const USUAL_WAIT = 5;

let waiting = 0;

/** Waits as long as a refused call has to, and says so once for all calls that wait [D-421]. */
export async function waitForRoom(error: ApiError, signal: AbortSignal | undefined): Promise<void> {
  if (waiting === 0) toasts.info(toErrorText(error));
  waiting += 1;
  try {
    await pause((error.retryAfterSeconds ?? USUAL_WAIT) * 1_000, signal);
  } finally {
    waiting -= 1;
  }
  signal?.throwIfAborted();
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
