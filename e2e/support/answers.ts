import type { Page } from "@playwright/test";

/** Shows a page an altered answer of the product: for states that a test cannot bring about. */
export async function alterAnswer<T>(page: Page, path: string, change: (answer: T) => T): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T) });
  });
}

/** Keeps the news of a kind from a page: other tests change the same installation meanwhile. */
export async function withholdEvent(page: Page, name: string): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (typeof message !== "string" || !message.includes(`["${name}",`)) socket.send(message);
    });
  });
}

/** The calls of a kind that a page makes from now on. */
export function recordCalls(page: Page, matches: (url: URL) => boolean): URL[] {
  const calls: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (matches(url)) calls.push(url);
  });
  return calls;
}

/** Waits until the page has drawn what it knows now. */
export async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
