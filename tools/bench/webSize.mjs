// node tools/bench/webSize.mjs [--folder=bench/dataset]: the JavaScript that a first visit loads, compressed, as the api serves it.
import http from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import { BROWSER_ARGS, findBrowser } from "../../scripts/infra/browser.mjs";
import { startDatabase } from "./lib/cluster.mjs";
import { emailOf, PASSWORD } from "./lib/people.mjs";
import { DEFAULT_FOLDER, library } from "./lib/place.mjs";
import { startProduct } from "./lib/product.mjs";

const { values } = parseArgs({ options: { folder: { type: "string", default: DEFAULT_FOLDER } } });
const folder = path.resolve(values.folder);

const database = await startDatabase(folder);
const product = await startProduct({ folder, database, messenger: null });

/** The most that a first visit may load, in KB. */
const LIMITS_KB = { "/login": 250, "/tickets": 300, "/chats": 300 };
const SETTLED_MS = 1_500;

/** Bytes of an answer's body, compressed as sent. */
const wireBytes = (url) =>
  new Promise((resolve, reject) => {
    const count = (response) => {
      let bytes = 0;
      response.on("data", (chunk) => (bytes += chunk.length)).on("end", () => resolve(bytes));
    };
    http.get(url, { headers: { "Accept-Encoding": "gzip" } }, count).on("error", reject);
  });

/** Bytes of the scripts that a page loads until it is quiet. */
async function scriptBytes(page, work) {
  const sizes = new Map();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.set(response.url(), wireBytes(response.url()));
  });
  await work();
  await page.waitForTimeout(SETTLED_MS);
  const bytes = await Promise.all(sizes.values());
  return { files: bytes.length, bytes: bytes.reduce((sum, each) => sum + each, 0) };
}

/**
 * Measures the JavaScript of a first visit to the login page and, signed in with this e-mail address, to each of the other routes. Prints
 * a line per page.
 */
async function measureFirstLoads(product, { email, routes }) {
  const { chromium } = library(".", "@playwright/test");
  const browser = await chromium.launch({ executablePath: (await findBrowser()) ?? undefined, chromiumSandbox: false, args: BROWSER_ARGS });
  try {
    const origin = product.origin.replace("127.0.0.1", "localhost");
    const context = await browser.newContext({ serviceWorkers: "block" });
    const login = await context.newPage();
    const results = { "/login": await scriptBytes(login, () => login.goto(`${origin}/login`, { waitUntil: "networkidle" })) };
    await login.locator('input[type="email"], input[name="email"]').first().fill(email);
    await login.locator('input[type="password"]').first().fill(PASSWORD);
    await login.locator('button[type="submit"]').click();
    await login.waitForURL("**/tickets**");
    for (const route of routes) {
      // A new page in the same session, with an empty cache.
      const page = await context.newPage();
      await (await context.newCDPSession(page)).send("Network.setCacheDisabled", { cacheDisabled: true });
      results[route] = await scriptBytes(page, () => page.goto(`${origin}${route}`, { waitUntil: "load" }));
      await page.close();
    }
    for (const [route, { files, bytes }] of Object.entries(results))
      console.log(`${route}: ${(bytes / 1024).toFixed(1)} KB of JavaScript (gzip) in ${files} files; at most ${LIMITS_KB[route]} KB`);
  } finally {
    await browser.close();
  }
}

try {
  await measureFirstLoads(product, { email: emailOf(2), routes: ["/tickets", "/chats"] });
} finally {
  await product.stop();
  await database.stop();
}
