import { test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import { Api, type Account, type Credentials } from "./api.js";
import { CloudLine } from "./cloudLine.js";
import { Line, type Customer } from "./line.js";
import { Problems } from "./problems.js";
import { product } from "./product.js";

type Enter = (person?: Credentials, options?: BrowserContextOptions) => Promise<Page>;

interface TestOptions {
  /** Whether the update notes have opened by themselves in this browser session; whoever wants to see that says false. */
  readonly notesShown: boolean;
}

interface TestFixtures {
  readonly problems: Problems;
  /** Opens a browser of its own in which a person is signed in; the first administrator when nobody is named. */
  readonly enter: Enter;
  /** A customer of the worker's line, unknown to the product until the first message. */
  readonly customer: Customer;
}

interface WorkerFixtures {
  /** The api as the first administrator. */
  readonly api: Api;
  /** A linked number with a queue of its own, made once per worker. */
  readonly line: Line;
  /** An agent of the line's queue. */
  readonly ana: Account;
  /** A number of the Cloud API with an account and a queue of its own, made once per worker. */
  readonly cloud: CloudLine;
  /** An agent of that queue. */
  readonly rui: Account;
}

const NOTES_SHOWN = { name: "balcao-notes", value: "shown", url: product.url };

/** Playwright's test with the product's people; every test fails on problems in any of its pages. */
export const test = base.extend<TestFixtures & TestOptions, WorkerFixtures>({
  notesShown: [true, { option: true }],
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      problems.expectNone();
    },
    { auto: true },
  ],
  context: async ({ context, problems, notesShown }, use) => {
    await problems.watch(context);
    if (notesShown) await context.addCookies([NOTES_SHOWN]);
    await use(context);
  },
  enter: async ({ browser, problems, notesShown }, use) => {
    const opened: Page[] = [];
    await use(async (person = product.admin, options = {}) => {
      const session = await Api.signIn(person);
      const context = await browser.newContext({ ...options, storageState: await session.browserState() });
      await session.dispose();
      await problems.watch(context);
      if (notesShown) await context.addCookies([NOTES_SHOWN]);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    // What still travels when a test ends belongs to nobody: an altered answer of a closed page is no failure.
    for (const page of opened) {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().close();
    }
  },
  customer: async ({ line }, use) => use(await line.newCustomer()),
  api: [
    async ({}, use) => {
      const api = await Api.signIn(product.admin);
      await use(api);
      await api.dispose();
    },
    { scope: "worker" },
  ],
  line: [async ({ api }, use) => use(await Line.link(api)), { scope: "worker" }],
  ana: [
    async ({ api, line }, use) => use(await api.createAccount("Ana", { profile: "user", queueIds: [line.queue.id] })),
    { scope: "worker" },
  ],
  cloud: [async ({ api }, use) => use(await CloudLine.link(api)), { scope: "worker" }],
  rui: [
    async ({ api, cloud }, use) => use(await api.createAccount("Rui", { profile: "user", queueIds: [cloud.queue.id] })),
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
