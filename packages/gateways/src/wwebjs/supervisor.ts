import type { KeyCopyReason, SessionReason, SessionStatus } from "@balcao/domain/connections";
import { restEnd, type SessionHost, type SessionReport } from "../port/index.js";
import { fenceBrowser } from "./browserFence.js";
import type { BrowserSlots } from "./browserSlots.js";
import { findChromium } from "./chromium.js";
import { loadLibrary, type WwebClient } from "./library.js";
import type { WwebjsConnectorOptions, WwebjsTimes } from "./options.js";
import { PageRun } from "./pageRun.js";
import { errorText, PageTimeout, isFatal, within } from "./pageTimeout.js";
import { markLinked, restoreCopy, wipeProfile } from "./profileCopy.js";
import { ProfileFolder } from "./profileFolder.js";
import { toEnding, toOpeningFault, toStatus } from "./statusTexts.js";

const MISSES = 3;
const NOTHING = { qrcode: null, phone: null, battery: null, reason: null };

interface SupervisorOptions {
  readonly connectionId: number;
  readonly host: SessionHost;
  readonly connector: WwebjsConnectorOptions;
  readonly times: WwebjsTimes;
  readonly slots: BrowserSlots;
  /** Called when a page is about to load, so that its events can be listened to. */
  readonly onPage: (client: WwebClient) => void;
  /** Called when the page is ready. */
  readonly onReady: (client: WwebClient) => void;
}

/**
 * Keeps one page running: a page that never gets ready, stops answering, or loses its frame or
 * browser is closed, killed if necessary, and restarted after growing pauses. When the pairing has
 * ended, the profile is deleted.
 */
export class Supervisor {
  #report: SessionReport = { status: "DISCONNECTED", ...NOTHING };
  #run: PageRun | null = null;
  #opening: Promise<void> | null = null;
  #closing: Promise<void> = Promise.resolve();
  #published: Promise<void> = Promise.resolve();
  #isStopped = false;
  #failures = 0;
  #refusals = 0;
  /** Rises with each close, so that an opening can detect that it was superseded. */
  #generation = 0;
  #misses = 0;
  #readyAt = 0;
  /** Ends the page when a newer code or readiness does not arrive in time. */
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

  /** Whether this client's page is the current one. */
  runs(client: WwebClient): boolean {
    return this.#run?.client === client && !this.#isStopped;
  }

  /**
   * Starts the browser unless it runs or waits for a restart, which a person need not wait for.
   * Rejects with GatewayError when it cannot run here.
   */
  async start(asker?: "person"): Promise<void> {
    this.#isStopped = false;
    if (this.#restart !== undefined && asker !== "person") return;
    clearTimeout(this.#restart);
    this.#restart = undefined;
    if (this.#run !== null && this.#readyAt > 0) return this.#check(this.#run);
    if (this.#run === null && this.#opening === null) {
      const opening = this.#open().finally(() => {
        if (this.#opening === opening) this.#opening = null;
      });
      this.#opening = opening;
    }
    await this.#opening;
  }

  /** Ends the browser and every timer; nothing is reported afterwards. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#close();
  }

  /** Ends the browser and deletes the profile with the pairing, of which a sealed copy stays; without a reason, everything. */
  async wipe(reason: KeyCopyReason | null): Promise<void> {
    await this.#close();
    await wipeProfile(await this.#profile(), this.options.host, reason);
  }

  /** The current report; a page that was ready is pinged first. */
  async status(): Promise<SessionReport> {
    if (this.#run !== null && this.#readyAt > 0) await this.#ping(this.#run);
    return this.#report;
  }

  /** Call when a pairing code was given out: the page waits for it to be typed. */
  async pairing(lifeMs: number): Promise<void> {
    const run = this.#run;
    if (run !== null) this.#expect(lifeMs, () => void this.#end(run, "TIMEOUT", "codeUnused"));
    await this.publish("PAIRING");
  }

  /** Reports a new state of the session, unless it was stopped. */
  async publish(status: SessionStatus, more: Partial<Omit<SessionReport, "status">> = {}): Promise<void> {
    const report = { status, ...NOTHING, ...more };
    this.#report = report;
    this.#published = this.#published.then(async () => {
      if (!this.#isStopped) await this.options.host.report(report);
    });
    this.#published = this.#published.catch((error: unknown) => this.#log("a session's state could not be stored", error));
    await this.#published;
  }

  /** Ends a lost page and restarts it after a pause. */
  lost(error: unknown): void {
    const run = this.#run;
    if (run !== null) void this.#fail(run, "pageLost", error);
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
      await restoreCopy(profile, this.options.host);
      const browser = await fenceBrowser(chromium, profile.home);
      if (!browser.isSandboxed)
        this.#log("the browser runs as root without its sandbox: its own account cannot reach the program or the profile", null, {
          chromium,
          profile: profile.home,
        });
      run = new PageRun({ library, browser, profile, connector, times, events: this.#eventHandlers(() => run) });
    } catch (error) {
      await this.publish("DISCONNECTED", { reason: toOpeningFault(error) });
      throw error;
    }
    if (this.#generation !== generation) {
      // Closed before it was open; another opening keeps the slot.
      if (this.#run === null && this.#opening === null) slots.free(connectionId);
      return;
    }
    this.#run = run;
    this.options.onPage(run.client);
    await this.publish("OPENING");
    try {
      await run.open();
      if (this.#run === run && this.#report.status === "OPENING" && this.#readyAt === 0)
        this.#expect(times.readyMs, () => void this.#fail(run, "pageNotReady", "not ready in time"));
    } catch (error) {
      if (this.#run === run) await this.#fail(run, toOpeningFault(error), error);
    }
  }

  #eventHandlers(run: () => PageRun): ConstructorParameters<typeof PageRun>[0]["events"] {
    const { times } = this.options;
    const ifCurrent =
      <Values extends unknown[]>(act: (...values: Values) => void) =>
      (...values: Values): void => {
        if (this.#run === run() && !this.#isStopped) act(...values);
      };
    return {
      onCode: ifCurrent((code: string) => {
        this.#expect(times.qrMs, () => void this.#end(run(), "TIMEOUT", "codeUnused"));
        if (this.#report.status !== "PAIRING") void this.publish("qrcode", { qrcode: code });
      }),
      onAuthenticated: ifCurrent(() => {
        this.#expect(times.readyMs, () => void this.#fail(run(), "pageNotReady", "not ready in time"));
        void this.publish("OPENING");
      }),
      onReady: ifCurrent(() => {
        clearTimeout(this.#deadline);
        this.#misses = 0;
        this.#readyAt = performance.now();
        void this.#profile().then(markLinked);
        void this.publish("CONNECTED", { phone: phoneOf(run().client) });
        this.options.onReady(run().client);
      }),
      onState: ifCurrent((state: string) => this.#stateChanged(run(), state)),
      onEnd: ifCurrent((reason: string) => {
        const ending = toEnding(reason);
        if (ending.restart) void this.#fail(run(), ending.reason, reason, ending.refused);
        else void this.#end(run(), ending.status, ending.reason, ending.wipe);
      }),
      onFault: ifCurrent((text: string) => void this.#fail(run(), "pageLost", text)),
    };
  }

  #stateChanged(run: PageRun, state: string): void {
    const status = toStatus(state);
    if (status === null || this.#readyAt === 0) return;
    void this.publish(status, { phone: phoneOf(run.client) });
  }

  /** Pings a ready page when the lease holder asks to start it again. */
  async #check(run: PageRun): Promise<void> {
    const before = this.#report;
    await this.#ping(run);
    if (this.#run === run && this.#report.status !== before.status) await this.publish(this.#report.status, { phone: this.#report.phone });
  }

  async #ping(run: PageRun): Promise<void> {
    try {
      const state = await within(this.options.times.pingMs, run.client.getState());
      this.#misses = 0;
      const status = toStatus(state);
      if (status !== null) this.#report = { ...this.#report, status, reason: null };
    } catch (error) {
      this.#misses += 1;
      const isGone = isFatal(error) || !(error instanceof PageTimeout);
      if (isGone || this.#misses >= MISSES) await this.#fail(run, "pageLost", error);
      else this.#report = { ...this.#report, reason: "pageSlow" };
    }
  }

  #expect(ms: number, act: () => void): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(act, ms);
  }

  /** Ends the page without an automatic restart. */
  async #end(run: PageRun, status: SessionStatus, reason: SessionReason | null, wipe = false): Promise<void> {
    if (this.#run !== run) return;
    // Reported before the slow work of closing the browser and deleting the profile.
    const closed = this.#close();
    this.#failures = 0;
    await this.publish(status, { reason });
    await closed;
    if (wipe) await wipeProfile(await this.#profile(), this.options.host, reason ?? "loggedOut");
  }

  async #fail(run: PageRun, reason: SessionReason | null, cause: unknown, isRefused = false): Promise<void> {
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
    await this.publish("DISCONNECTED", { reason, until: restEnd(isRefused ? pauseMs : 0) });
    await closed;
  }

  async #startAgain(): Promise<void> {
    this.#restart = undefined;
    if (this.#isStopped) return;
    // The reason was already reported; the lease holder tries again.
    await this.start().catch((error: unknown) => this.#log("the page could not be started", error));
  }

  /** Ends the current page; a start waits for it. */
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
