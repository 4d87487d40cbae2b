import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from "@playwright/test";
import { Api, type Account, type Credentials } from "./api.js";
import { busyBrowser } from "./busyBrowser.js";
import { CloudConnection } from "./cloudConnection.js";
import { LinkedConnection, type Customer } from "./linkedConnection.js";
import { playNotifications } from "./notifications.js";
import { Problems } from "./problems.js";
import { product } from "./product.js";
import { openCompany } from "./settings.js";

type Enter = (person?: Credentials, options?: BrowserContextOptions) => Promise<Page>;

interface TestOptions {
  /**
   * Whether the update notes count as already shown in this browser session; false for tests of the
   * notes.
   */
  readonly notesShown: boolean;
  /** What the person has answered to the question for notifications; most have not been asked. */
  readonly notifications: NotificationPermission;
}

interface TestFixtures {
  readonly problems: Problems;
  /** Opens a new browser in which a person is signed in, by default the first administrator. */
  readonly enter: Enter;
  /** A customer of the worker's connection, with no messages yet. */
  readonly customer: Customer;
}

interface WorkerFixtures {
  /** The api as the first administrator. */
  readonly api: Api;
  /** A linked connection with its own queue, created once per worker. */
  readonly connection: LinkedConnection;
  /** An agent of the connection's queue. */
  readonly ana: Account;
  /** A Cloud API connection with its own account and queue, created once per worker. */
  readonly cloud: CloudConnection;
  /** An agent of that queue. */
  readonly rui: Account;
}

/** Opens every page as on a busy machine, which shows tests and code that lean on a quiet one. */
const BUSY = process.env["E2E_BUSY"] === "1";

const NOTES_SHOWN = { name: "balcao-notes", value: "shown", url: product.url };

/** A cookie of a new browser, until its first page has stored the token of the session. */
const NEW = "balcao-new-browser";

/**
 * Signs a new browser in with a session. The first page stores the token before it runs, and no later one does, so that it can be signed
 * out. Playwright's own storage state opens a page for it, which costs a third of the processor time of loading the inbox.
 */
async function signIn(context: BrowserContext, session: Api): Promise<void> {
  const { cookies, token } = await session.browserState();
  await context.addCookies([...cookies, { name: NEW, value: "1", url: product.url }]);
  await context.addInitScript(
    ({ origin, name, stored }) => {
      if (window.location.origin !== origin || !document.cookie.split("; ").includes(`${name}=1`)) return;
      localStorage.setItem("token", stored);
      document.cookie = `${name}=; Max-Age=0; path=/`;
    },
    { origin: new URL(product.url).origin, name: NEW, stored: token },
  );
}

/** Sets up a new browser before its first page. */
async function prepare(context: BrowserContext, problems: Problems, { notesShown, notifications }: TestOptions): Promise<void> {
  await problems.watch(context);
  await playNotifications(context, notifications);
  if (notesShown) await context.addCookies([NOTES_SHOWN]);
  if (BUSY) await busyBrowser(context);
}

/**
 * Playwright's test with the fixtures of the product; every test fails when one of its pages has
 * problems.
 */
export const test = base.extend<TestFixtures & TestOptions, WorkerFixtures>({
  notesShown: [true, { option: true }],
  notifications: ["default", { option: true }],
  baseURL: async ({}, use) => use(product.url),
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      problems.expectNone();
    },
    { auto: true },
  ],
  context: async ({ context, problems, notesShown, notifications }, use) => {
    await prepare(context, problems, { notesShown, notifications });
    await use(context);
  },
  enter: async ({ browser, problems, notesShown, notifications }, use) => {
    const opened: Page[] = [];
    await use(async (person = product.admin, options = {}) => {
      const session = await Api.signIn(person);
      const context = await browser.newContext(options);
      await signIn(context, session);
      await session.dispose();
      await prepare(context, problems, { notesShown, notifications });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    // Requests that are still running when a test ends are ignored, so that an altered response of
    // a closed page is no failure.
    for (const page of opened) {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().close();
    }
  },
  customer: async ({ connection }, use) => use(await connection.newCustomer()),
  api: [
    async ({}, use) => {
      const api = await Api.signIn(product.admin);
      await openCompany(api);
      await use(api);
      await api.dispose();
    },
    { scope: "worker" },
  ],
  connection: [async ({ api }, use) => use(await LinkedConnection.link(api)), { scope: "worker" }],
  ana: [
    async ({ api, connection }, use) => use(await api.createAccount("Ana", { profile: "user", queueIds: [connection.queue.id] })),
    { scope: "worker" },
  ],
  cloud: [async ({ api }, use) => use(await CloudConnection.link(api)), { scope: "worker" }],
  rui: [
    async ({ api, cloud }, use) => use(await api.createAccount("Rui", { profile: "user", queueIds: [cloud.queue.id] })),
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
