const SCRIPT = "/sw.js";
const CHECK_MS = 60 * 60_000;

/** A message of our service worker to a page. */
type WorkerMessage =
  | { readonly type: "open"; readonly path: string }
  | { readonly type: "testArrived"; readonly testId: number; readonly shown: boolean }
  | { readonly type: "subscriptionChanged" };

let checks: ReturnType<typeof setInterval> | undefined;

const container = (): ServiceWorkerContainer | null => ("serviceWorker" in navigator ? navigator.serviceWorker : null);

/** The registration of our service worker, or null. */
export async function readRegistration(): Promise<ServiceWorkerRegistration | null> {
  return (await container()?.getRegistration("/")) ?? null;
}

/** The registration once its worker runs, which a subscription needs; null without one. */
export async function readRunningRegistration(): Promise<ServiceWorkerRegistration | null> {
  const registration = await readRegistration();
  return registration && navigator.serviceWorker.ready;
}

/** Calls `listener` with each message of the service worker; returns the function that unsubscribes. */
export function onWorkerMessage(listener: (message: WorkerMessage) => void): () => void {
  const listen = ({ data }: MessageEvent<WorkerMessage>): void => listener(data);
  container()?.addEventListener("message", listen);
  return () => container()?.removeEventListener("message", listen);
}

/**
 * Registers the service worker, and looks for a newer one each hour. `onNewVersion` is called when
 * one waits. Without service workers the app works as well, so that is a warning (NOTIF-009).
 */
export async function startServiceWorker(onNewVersion: () => void): Promise<void> {
  const workers = container();
  try {
    if (!workers) throw new Error("this browser has none, or the page is not served over https");
    const registration = await workers.register(SCRIPT);
    // A first worker waits for nobody; only a later one is a new version.
    const report = (): void => {
      if (registration.waiting && workers.controller) onNewVersion();
    };
    report();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", report));
    clearInterval(checks);
    checks = setInterval(() => void registration.update().catch(() => undefined), CHECK_MS);
  } catch (error) {
    // eslint-disable-next-line no-console -- The specification asks for a warning and nothing else.
    console.warn("No service worker: there are no push notifications and no page without a network.", error);
  }
}

/** Lets the waiting version take over, and loads the page again with it. */
export async function switchToNewVersion(): Promise<void> {
  const waiting = (await readRegistration())?.waiting;
  container()?.addEventListener("controllerchange", () => location.reload(), { once: true });
  if (waiting) waiting.postMessage("useNewVersion");
  else location.reload();
}
