import { readPush, toShown, type PushWords } from "./pushText";

/** What our service worker uses of its global scope. */
interface WorkerScope {
  readonly navigator: { readonly language: string };
  readonly location: { readonly origin: string };
  readonly registration: Pick<ServiceWorkerRegistration, "showNotification">;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: "window"; readonly includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<E>(name: string, listen: (event: E) => void): void;
}

interface WindowClient {
  readonly focused: boolean;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

interface ExtendedEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushedEvent extends ExtendedEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends ExtendedEvent {
  readonly notification: { close(): void; readonly data: { readonly path?: unknown } | null };
}

interface FetchedEvent extends ExtendedEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

// The library of browser types knows pages only.
const worker = globalThis as unknown as WorkerScope;
/** Put in by the build: what the shell without a network needs, and the words in each language. */
declare const OFFLINE_FILES: readonly string[];
declare const PUSH_WORDS: Readonly<Record<string, PushWords>>;
declare const APP_VERSION: string;

const CACHE = `balcao-offline-${APP_VERSION}`;
const OFFLINE_PAGE = "/offline.html";
/** Addresses that are no pages of the app. */
const NOT_PAGES = /^\/(?:api|socket\.io|metrics|config\.json|openapi\.json|client\.ts)(?:\/|$)/;

const windows = (): Promise<readonly WindowClient[]> => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

const language = (): string => worker.navigator.language.slice(0, 2);

const words = (): PushWords => PUSH_WORDS[language()] ?? PUSH_WORDS["en"] ?? { newMessage: "", testTitle: "", testText: "" };

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...OFFLINE_FILES]);
}

async function forgetOlderPages(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("balcao-offline-") && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A page comes from the network, and without one is the page that says so. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

/**
 * Shows a push, unless a tab has the focus, which has shown the message itself. An alert and a test are
 * always shown, and the tab of a test learns whether that was possible.
 */
async function show(data: PushedEvent["data"]): Promise<void> {
  const push = readPush(data?.text() ?? "");
  if (!push) return;
  const open = await windows();
  const isTest = push.testId !== undefined;
  if (!isTest && push.texts === undefined && open.some(({ focused }) => focused)) return;
  const report = (shown: boolean): void => {
    if (isTest) open.forEach((page) => page.postMessage({ type: "testArrived", testId: push.testId, shown }));
  };
  const { title, body } = toShown(push, words(), language());
  try {
    const options = { body, tag: push.tag, icon: "/icons/icon-192.png", badge: "/icons/badge-96.png", data: { path: push.path } };
    await worker.registration.showNotification(title, options);
    report(true);
  } catch {
    report(false);
  }
}

/** Brings a tab of the app to the front, or opens one, at the conversation of the notification. */
async function openPath(path: string): Promise<void> {
  const [page] = [...(await windows())].sort((one, other) => Number(other.focused) - Number(one.focused));
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: "open", path });
  // A browser may refuse to bring a window to the front.
  await page.focus().catch(() => undefined);
}

worker.addEventListener("install", (event: ExtendedEvent) => event.waitUntil(keepOfflinePage()));
worker.addEventListener("activate", (event: ExtendedEvent) => event.waitUntil(forgetOlderPages()));
worker.addEventListener("push", (event: PushedEvent) => event.waitUntil(show(event.data)));
worker.addEventListener("notificationclick", (event: ClickEvent) => {
  event.notification.close();
  const path: unknown = event.notification.data?.path;
  event.waitUntil(openPath(typeof path === "string" && path.startsWith("/") ? path : "/tickets"));
});
// Only a page has the session with which the new subscription is registered; the next one that opens does it.
worker.addEventListener("pushsubscriptionchange", (event: ExtendedEvent) =>
  event.waitUntil(windows().then((open) => open.forEach((page) => page.postMessage({ type: "subscriptionChanged" })))),
);
worker.addEventListener("message", (event: { readonly data: unknown }) => {
  // The person has asked for the new version.
  if (event.data === "useNewVersion") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event: FetchedEvent) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && !NOT_PAGES.test(url.pathname)) return event.respondWith(answerPage(request));
  // The files of the offline page have no other copy.
  if (OFFLINE_FILES.includes(url.pathname))
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
});
