import { setTimeout as pause } from "node:timers/promises";
import type { WwebClient, WwebLibrary } from "./library.js";
import type { WwebjsConnectorOptions, WwebjsTimes } from "./options.js";
import type { BrowserFence } from "./browserFence.js";
import { chromiumArgs } from "./chromium.js";
import { errorText, within } from "./patience.js";
import { killBrowser } from "./profileFolder.js";
import type { ProfileFolder } from "./profileFolder.js";

const CODES_OFFERED = 6;
const STEP_MS = 50;

/** What a run tells. After `close` it tells nothing. */
export interface PageNews {
  readonly onCode: (code: string) => void;
  readonly onAuthenticated: () => void;
  readonly onReady: () => void;
  readonly onState: (state: string) => void;
  /** The library gave the session up: a state of WhatsApp Web, `LOGOUT`, or that nobody used the codes. */
  readonly onEnd: (reason: string) => void;
  /** The page or its browser is lost. */
  readonly onFault: (text: string) => void;
}

interface RunOptions {
  readonly library: WwebLibrary;
  readonly browser: BrowserFence;
  readonly profile: ProfileFolder;
  readonly connector: WwebjsConnectorOptions;
  readonly times: WwebjsTimes;
  readonly news: PageNews;
}

/**
 * One browser with one page, from its start to its end. The library lets errors of its own listeners go unhandled, which would end the process; here
 * each of its ways out is caught and told as a fault.
 */
export class PageRun {
  readonly client: WwebClient;
  #isOpen = false;
  #isOpening = false;
  #isClosed = false;
  #pid: number | null = null;

  constructor(private readonly options: RunOptions) {
    this.client = this.#createClient();
    this.#listen();
  }

  /** Starts the browser and loads the page; rejects when that fails. The session's own story comes as news. */
  async open(): Promise<void> {
    await this.options.profile.release();
    this.#isOpening = true;
    const opened = this.client.initialize().finally(() => (this.#isOpening = false));
    await within(this.options.times.openMs, opened);
    this.#isOpen = true;
    this.#watchBrowser();
  }

  /** Closes the browser, and kills it when it does not: nothing of it runs afterwards. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A browser that is about to run cannot be ended before it does.
    for (const end = performance.now() + this.options.times.closeMs; this.#isOpening && !this.client.pupBrowser && performance.now() < end;)
      await pause(STEP_MS);
    const browser = this.client.pupBrowser;
    this.#pid ??= browser?.process()?.pid ?? null;
    try {
      if (browser?.connected) await within(this.options.times.closeMs, browser.close());
    } catch {
      // The kill below ends it.
    }
    // A browser that is still starting is known by its lock alone.
    const pid = (await this.options.profile.holder()) ?? (browser?.connected ? this.#pid : null);
    if (pid !== null) killBrowser(pid);
    await this.options.profile.release();
  }

  #createClient(): WwebClient {
    const { library, browser, profile, connector } = this.options;
    const { Client, LocalAuth } = library;
    const keeper = new LocalAuth({ dataPath: profile.home });
    // The library would delete the profile under a running browser; the session wipes it when the browser has ended.
    Object.assign(keeper, { logout: () => Promise.resolve() });
    const client = new Client({
      authStrategy: keeper,
      qrMaxRetries: CODES_OFFERED,
      puppeteer: {
        headless: true,
        executablePath: browser.program,
        args: chromiumArgs(connector.chromiumArgs ?? [], browser.isSandboxed),
        env: browser.env,
      },
      ...(connector.savedPage === undefined
        ? { webVersionCache: { type: "none" } }
        : { webVersion: connector.savedPage.version, webVersionCache: { type: "local", path: connector.savedPage.folder, strict: true } }),
    });
    const inject: unknown = Reflect.get(client, "inject");
    const safely = async (): Promise<void> => {
      try {
        if (typeof inject === "function") await Reflect.apply(inject, client, []);
      } catch (error) {
        // The first call is awaited by `open`; later ones follow a navigation and have nobody who waits.
        if (!this.#isOpen) throw error;
        this.#tell((news) => news.onFault(errorText(error)));
      }
    };
    return Object.assign(client, { inject: safely, destroy: () => Promise.resolve() });
  }

  #listen(): void {
    const { client } = this;
    client.on("qr", (code) => this.#tell((news) => news.onCode(code)));
    client.on("authenticated", () => this.#tell((news) => news.onAuthenticated()));
    client.on("auth_failure", () => this.#tell((news) => news.onEnd("LOGOUT")));
    client.on("ready", () => this.#tell((news) => news.onReady()));
    client.on("change_state", (state) => this.#tell((news) => news.onState(state)));
    client.on("disconnected", (reason) => this.#tell((news) => news.onEnd(reason)));
  }

  #watchBrowser(): void {
    const { pupBrowser, pupPage } = this.client;
    this.#pid = pupBrowser?.process()?.pid ?? null;
    pupBrowser?.on("disconnected", () => this.#tell((news) => news.onFault("the browser ended")));
    pupPage?.on("error", (error) => this.#tell((news) => news.onFault(errorText(error))));
    if (pupBrowser?.connected === false) this.#tell((news) => news.onFault("the browser ended"));
  }

  #tell(news: (news: PageNews) => void): void {
    if (!this.#isClosed) news(this.options.news);
  }
}
