import type { Page, WebSocketRoute } from "@playwright/test";

/** Alters a response that the page receives, for states that a test cannot produce. */
export async function alterAnswer<T>(page: Page, path: string, change: (answer: T) => T): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T) });
  });
}

/** Withholds the events of some names from a page, because other tests change the same installation. */
export async function withholdEvents(page: Page, ...names: readonly string[]): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (typeof message !== "string" || !names.some((name) => message.includes(`["${name}",`))) socket.send(message);
    });
  });
}

/** Returns a function that sends the page an event as the server would; call this before the page is opened. */
export async function openEventSender(page: Page): Promise<(name: string, event: object) => void> {
  let pageSocket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer();
    pageSocket = socket;
  });
  return (name, event) => {
    if (!pageSocket) throw new Error("the page has no socket yet");
    pageSocket.send(`42${JSON.stringify([name, event])}`);
  };
}

/** Records the matching calls that a page makes from now on. */
export function recordCalls(page: Page, matches: (url: URL) => boolean): URL[] {
  const calls: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (matches(url)) calls.push(url);
  });
  return calls;
}

/** Waits until the page has rendered its current state. */
export async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
