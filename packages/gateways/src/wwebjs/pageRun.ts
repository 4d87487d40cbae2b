import { setTimeout as pause } from "node:timers/promises";
import type { WwebClient, WwebLibrary } from "./library.js";
import type { WwebjsConnectorOptions, WwebjsTimes } from "./options.js";
import type { BrowserFence } from "./browserFence.js";
import { chromiumArgs } from "./chromium.js";
import { errorText, within } from "./pageTimeout.js";
import { killBrowser, type ProfileFolder } from "./profileFolder.js";

const CODES_OFFERED = 6;
const STEP_MS = 50;

/** Callbacks of a run; none is called after `close`. */
export interface PageEvents {
  readonly onCode: (code: string) => void;
  readonly onAuthenticated: () => void;
  readonly onReady: () => void;
  readonly onState: (state: string) => void;
  /**
   * The library ended the session: a state of WhatsApp Web, `LOGOUT`, or that nobody used the
   * codes.
   */
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
  readonly events: PageEvents;
}

/**
 * One browser with one page, from its start to its end. The library leaves errors of its own
 * listeners unhandled, which would end the process; here each of them is caught and reported by
 * `onFault`.
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

  /**
   * Starts the browser and loads the page; rejects when that fails. Changes of the session are
   * reported by the callbacks.
   */
  async open(): Promise<void> {
    await this.options.profile.release();
    // A close in the meantime found no browser to end.
    if (this.#isClosed) throw new Error("the page was closed before it was opened");
    this.#isOpening = true;
    const opened = this.client.initialize().finally(() => (this.#isOpening = false));
    await within(this.options.times.openMs, opened);
    this.#isOpen = true;
    this.#watchBrowser();
  }

  /** Closes the browser, and kills it when it does not close: afterwards no process of it runs. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#waitForStart();
    const browser = this.client.pupBrowser;
    this.#pid ??= browser?.process()?.pid ?? null;
    await this.#closeBrowser();
    // The process of a browser that is still starting is found only by its lock.
    const pid = (await this.options.profile.holder()) ?? (browser?.connected ? this.#pid : null);
    if (pid !== null) killBrowser(pid);
    await this.options.profile.release();
  }

  /** A browser that is still starting cannot be closed yet. */
  async #waitForStart(): Promise<void> {
    const end = performance.now() + this.options.times.closeMs;
    while (this.#isOpening && !this.client.pupBrowser && performance.now() < end) await pause(STEP_MS);
  }

  async #closeBrowser(): Promise<void> {
    const browser = this.client.pupBrowser;
    try {
      if (browser?.connected) await within(this.options.times.closeMs, browser.close());
    } catch {
      // The kill in `close` ends it.
    }
  }

  #createClient(): WwebClient {
    const { library, browser, profile, connector } = this.options;
    const { Client, LocalAuth } = library;
    const keeper = new LocalAuth({ dataPath: profile.home });
    // The library would delete the profile of a running browser; the session deletes it when the
    // browser has ended.
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
        // `open` awaits the first call; later calls follow a navigation, and nobody awaits them.
        if (!this.#isOpen) throw error;
        this.#emit((on) => on.onFault(errorText(error)));
      }
    };
    return Object.assign(client, { inject: safely, destroy: () => Promise.resolve() });
  }

  #listen(): void {
    const { client } = this;
    client.on("qr", (code) => this.#emit((on) => on.onCode(code)));
    client.on("authenticated", () => this.#emit((on) => on.onAuthenticated()));
    client.on("auth_failure", () => this.#emit((on) => on.onEnd("LOGOUT")));
    client.on("ready", () => this.#emit((on) => on.onReady()));
    client.on("change_state", (state) => this.#emit((on) => on.onState(state)));
    client.on("disconnected", (reason) => this.#emit((on) => on.onEnd(reason)));
  }

  #watchBrowser(): void {
    const { pupBrowser, pupPage } = this.client;
    this.#pid = pupBrowser?.process()?.pid ?? null;
    pupBrowser?.on("disconnected", () => this.#emit((on) => on.onFault("the browser ended")));
    pupPage?.on("error", (error) => this.#emit((on) => on.onFault(errorText(error))));
    if (pupBrowser?.connected === false) this.#emit((on) => on.onFault("the browser ended"));
  }

  #emit(call: (events: PageEvents) => void): void {
    if (!this.#isClosed) call(this.options.events);
  }
}
