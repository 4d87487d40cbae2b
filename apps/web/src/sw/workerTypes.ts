/** What our service worker uses of its global scope. */
export interface WorkerScope {
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

export interface WindowClient {
  readonly focused: boolean;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

export interface ExtendedEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface PushedEvent extends ExtendedEvent {
  readonly data: { text(): string } | null;
}

export interface ClickEvent extends ExtendedEvent {
  readonly notification: { close(): void; readonly data: { readonly path?: unknown } | null };
}

export interface FetchedEvent extends ExtendedEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
