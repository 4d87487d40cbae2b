import type { SessionStatus } from "@balcao/domain/connections";
import { GatewayError } from "../port/index.js";
import type { SessionHost, SessionReport } from "../port/index.js";
import { fenceBrowser } from "./browserFence.js";
import type { BrowserSlots } from "./browserSlots.js";
import { findChromium } from "./chromium.js";
import { loadLibrary } from "./library.js";
import type { WwebClient } from "./library.js";
import type { WwebjsConnectorOptions, WwebjsTimes } from "./options.js";
import { PageRun } from "./pageRun.js";
import { errorText, Impatience, isFatal, within } from "./patience.js";
import { ProfileFolder } from "./profileFolder.js";
import { CODE_UNUSED, LOST_PAGE, NOT_READY, SLOW_PAGE, toEnding, toOpeningFault, toStatus } from "./statusTexts.js";

const MISSES = 3;
const NOTHING = { qrcode: null, phone: null, battery: null, reason: null };

interface SupervisorOptions {
  readonly connectionId: number;
  readonly host: SessionHost;
  readonly connector: WwebjsConnectorOptions;
  readonly times: WwebjsTimes;
  readonly slots: BrowserSlots;
  /** A page is about to load: its events can be listened to. */
  readonly onPage: (client: WwebClient) => void;
  /** The page is ready for everything. */
  readonly onReady: (client: WwebClient) => void;
}

/**
 * Keeps one page alive (gateways.md B.7): one that never gets ready, stops answering, loses its frame or its browser is closed, killed if need be, and
 * started anew after growing pauses. A pairing that ended wipes the profile.
 */
export class Supervisor {
  #report: SessionReport = { status: "DISCONNECTED", ...NOTHING };
  #run: PageRun | null = null;
  #opening: Promise<void> | null = null;
  #closing: Promise<void> = Promise.resolve();
  #told: Promise<void> = Promise.resolve();
  #isStopped = false;
  #failures = 0;
  #refusals = 0;
  /** Rises with each closing, so that an opening that was overtaken notices. */
  #generation = 0;
  #misses = 0;
  #readyAt = 0;
  /** Ends the page when something has not happened in time: a newer code, readiness. */
  #deadline: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;

  constructor(private readonly options: SupervisorOptions) {}

  /** The client while its page is ready. */
  client(): WwebClient | null {
    return this.#report.status === "CONNECTED" ? (this.#run?.client ?? null) : null;
  }

  /** The client of a page that offers codes. */
  offering(): WwebClient | null {
    return this.#report.status === "qrcode" || this.#report.status === "PAIRING" ? (this.#run?.client ?? null) : null;
  }

  /** Whether this client's page is the one that runs now. */
  runs(client: WwebClient): boolean {
    return this.#run?.client === client && !this.#isStopped;
  }

  /** Starts the browser if it does not run and no pause before a restart is on. Rejects with GatewayError when it cannot run here. */
  async start(): Promise<void> {
    this.#isStopped = false;
    if (this.#restart !== undefined) return;
    if (this.#run !== null && this.#readyAt > 0) return this.#look(this.#run);
    if (this.#run === null && this.#opening === null) {
      const opening = this.#open().finally(() => {
        if (this.#opening === opening) this.#opening = null;
      });
      this.#opening = opening;
    }
    await this.#opening;
  }

  /** Ends the browser and every timer; nothing is told afterwards. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#close();
  }

  /** Ends the browser and forgets the pairing. */
  async wipe(): Promise<void> {
    await this.#close();
    await (await this.#profile()).wipe();
  }

  /** The report, after a sign of life of a page that was ready. */
  async status(): Promise<SessionReport> {
    if (this.#run !== null && this.#readyAt > 0) await this.#ping(this.#run);
    return this.#report;
  }

  /** A pairing code was given out: the page waits for it to be typed. */
  async pairing(lifeMs: number): Promise<void> {
    const run = this.#run;
    if (run !== null) this.#expect(lifeMs, () => void this.#end(run, "TIMEOUT", CODE_UNUSED));
    await this.tell("PAIRING");
  }

  /** Tells a new state of the session, unless it was stopped. */
  async tell(status: SessionStatus, more: Partial<Omit<SessionReport, "status">> = {}): Promise<void> {
    const report = { status, ...NOTHING, ...more };
    this.#report = report;
    this.#told = this.#told.then(async () => {
      if (!this.#isStopped) await this.options.host.report(report);
    });
    this.#told = this.#told.catch((error: unknown) => this.#log("a session's state could not be stored", error));
    await this.#told;
  }

  /** The page is lost: what runs is ended, and started anew after a pause. */
  lost(error: unknown): void {
    const run = this.#run;
    if (run !== null) void this.#fail(run, LOST_PAGE, error);
  }

  async #open(): Promise<void> {
    const { connectionId, connector, times, slots } = this.options;
    await this.#closing;
    const generation = this.#generation;
    let run: PageRun;
    try {
      const chromium = await findChromium(connector.chromiumPath);
      slots.take(connectionId);
      const [library, profile] = await Promise.all([loadLibrary(), this.#profile()]);
      const browser = await fenceBrowser(chromium, profile.home);
      if (!browser.isSandboxed)
        this.#log("the browser runs as root without its sandbox: its own account cannot reach the program or the profile", null, {
          chromium,
          profile: profile.home,
        });
      run = new PageRun({ library, browser, profile, connector, times, news: this.#news(() => run) });
    } catch (error) {
      await this.tell("DISCONNECTED", { reason: error instanceof GatewayError ? error.message : toOpeningFault(error) });
      throw error;
    }
    if (this.#generation !== generation) {
      // Closed before it was open; another opening keeps the place.
      if (this.#run === null && this.#opening === null) slots.free(connectionId);
      return;
    }
    this.#run = run;
    this.options.onPage(run.client);
    await this.tell("OPENING");
    try {
      await run.open();
      if (this.#run === run && this.#report.status === "OPENING" && this.#readyAt === 0)
        this.#expect(times.readyMs, () => void this.#fail(run, NOT_READY, NOT_READY));
    } catch (error) {
      if (this.#run === run) await this.#fail(run, toOpeningFault(error), error);
    }
  }

  #news(run: () => PageRun): ConstructorParameters<typeof PageRun>[0]["news"] {
    const { times } = this.options;
    const ifCurrent =
      <Values extends unknown[]>(act: (...values: Values) => void) =>
      (...values: Values): void => {
        if (this.#run === run() && !this.#isStopped) act(...values);
      };
    return {
      onCode: ifCurrent((code: string) => {
        this.#expect(times.qrMs, () => void this.#end(run(), "TIMEOUT", CODE_UNUSED));
        if (this.#report.status !== "PAIRING") void this.tell("qrcode", { qrcode: code });
      }),
      onAuthenticated: ifCurrent(() => {
        this.#expect(times.readyMs, () => void this.#fail(run(), NOT_READY, NOT_READY));
        void this.tell("OPENING");
      }),
      onReady: ifCurrent(() => {
        clearTimeout(this.#deadline);
        this.#misses = 0;
        this.#readyAt = performance.now();
        void this.tell("CONNECTED", { phone: phoneOf(run().client) });
        this.options.onReady(run().client);
      }),
      onState: ifCurrent((state: string) => this.#follow(run(), state)),
      onEnd: ifCurrent((reason: string) => {
        const ending = toEnding(reason);
        if (ending.restart) void this.#fail(run(), ending.reason ?? reason, reason, ending.refused);
        else void this.#end(run(), ending.status, ending.reason, ending.wipe);
      }),
      onFault: ifCurrent((text: string) => void this.#fail(run(), LOST_PAGE, text)),
    };
  }

  #follow(run: PageRun, state: string): void {
    const status = toStatus(state);
    if (status === null || this.#readyAt === 0) return;
    void this.tell(status, { phone: phoneOf(run.client) });
  }

  /** Whoever keeps the session asks to start one that is not connected: the page itself is asked how it is. */
  async #look(run: PageRun): Promise<void> {
    const before = this.#report;
    await this.#ping(run);
    if (this.#run === run && this.#report.status !== before.status) await this.tell(this.#report.status, { phone: this.#report.phone });
  }

  async #ping(run: PageRun): Promise<void> {
    try {
      const state = await within(this.options.times.pingMs, run.client.getState());
      this.#misses = 0;
      const status = toStatus(state);
      if (status !== null) this.#report = { ...this.#report, status, reason: null };
    } catch (error) {
      this.#misses += 1;
      const isGone = isFatal(error) || !(error instanceof Impatience);
      if (isGone || this.#misses >= MISSES) await this.#fail(run, LOST_PAGE, error);
      else this.#report = { ...this.#report, reason: SLOW_PAGE };
    }
  }

  #expect(ms: number, act: () => void): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(act, ms);
  }

  /** An end after which nothing is to be started by itself. */
  async #end(run: PageRun, status: SessionStatus, reason: string | null, wipe = false): Promise<void> {
    if (this.#run !== run) return;
    // Told first: the browser takes its time to close, and the profile to go.
    const closed = this.#close();
    this.#failures = 0;
    await this.tell(status, { reason });
    await closed;
    if (wipe) await (await this.#profile()).wipe();
  }

  async #fail(run: PageRun, reason: string, cause: unknown, isRefused = false): Promise<void> {
    if (this.#run !== run) return;
    const { times } = this.options;
    if (this.#readyAt > 0 && performance.now() - this.#readyAt > times.longestPauseMs) this.#failures = this.#refusals = 0;
    const closed = this.#close();
    const pauseMs = isRefused
      ? Math.min(times.longestRefusedMs, times.refusedMs * 2 ** Math.min(this.#refusals, 10))
      : Math.min(times.longestPauseMs, times.pauseMs * 2 ** Math.min(this.#failures, 10));
    if (isRefused) this.#refusals += 1;
    else this.#failures += 1;
    this.#log("the page of WhatsApp Web is started anew", cause, { failures: this.#failures, pauseMs });
    if (!this.#isStopped) this.#restart = setTimeout(() => void this.#startAgain(), pauseMs);
    await this.tell("DISCONNECTED", { reason });
    await closed;
  }

  async #startAgain(): Promise<void> {
    this.#restart = undefined;
    if (this.#isStopped) return;
    // Why it cannot start was told; whoever keeps the session tries again.
    await this.start().catch((error: unknown) => this.#log("the page could not be started", error));
  }

  /** Ends what runs; a start waits for it. */
  #close(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    this.#opening = null;
    this.#generation += 1;
    this.#misses = 0;
    this.#readyAt = 0;
    clearTimeout(this.#deadline);
    clearTimeout(this.#restart);
    this.#restart = undefined;
    this.#closing = Promise.all([this.#closing, run?.close()]).then(() => {
      if (this.#run === null) this.options.slots.free(this.options.connectionId);
    });
    return this.#closing;
  }

  async #profile(): Promise<ProfileFolder> {
    return new ProfileFolder(await this.options.host.lastingFolder());
  }

  #log(text: string, cause: unknown, facts: Readonly<Record<string, unknown>> = {}): void {
    this.options.host.log("warn", text, { ...facts, cause: errorText(cause) });
  }
}

function phoneOf(client: WwebClient): string | null {
  const digits = client.info?.wid?.user ?? "";
  return /^\d{1,20}$/.test(digits) ? digits : null;
}
