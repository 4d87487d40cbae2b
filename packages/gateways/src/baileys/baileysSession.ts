import { setTimeout as pause } from "node:timers/promises";
import type { CacheStore } from "@whiskeysockets/baileys";
import type { MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messaging";
import type { Gate } from "../intake/gate.js";
import { GatewayError } from "../port/index.js";
import type { FetchedMedia, GatewaySession, GroupFacts, HistoryAnchor, SessionHost, SessionReport, TypingState } from "../port/index.js";
import * as acts from "./baileysActs.js";
import { fetchBaileysMedia } from "./baileysMedia.js";
import { checkBaileysNumber, fetchBaileysPicture, getBaileysGroup } from "./baileysQuestions.js";
import { sendBaileys } from "./baileysSend.js";
import { closingOf } from "./disconnects.js";
import type { Closing } from "./disconnects.js";
import { RecentKeys } from "./journal.js";
import { readCreds } from "./keyStore.js";
import { loadBaileys } from "./library.js";
import { Line } from "./line.js";
import type { LineEnd } from "./line.js";
import type { BaileysSettings } from "./settings.js";

const PAIRING_PATIENCE_MS = 20_000;
const FAREWELL_MS = 10_000;
const STEP_MS = 50;
const NOTHING: SessionReport = { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason: null };

/** How far a socket came: something to show, or its end. */
type Beginning = { readonly closing: Closing | null };

/**
 * One phone's session, carried by this process. Whoever holds its lease calls `start()` again, with growing pauses, while it is down; the session
 * itself only comes back after the restart that WhatsApp orders (515), and tries once more right after a fall from CONNECTED.
 */
export class BaileysSession implements GatewaySession {
  readonly api = "baileys";
  readonly #recent = new RecentKeys();
  readonly #retries = createCache();
  #line: Line | null = null;
  #report: SessionReport = NOTHING;
  #starting: Promise<void> | null = null;
  #wanted = false;
  #tries = 0;
  #restUntil = 0;
  #byCode = false;
  #begun: (beginning: Beginning) => void = () => undefined;

  constructor(
    private readonly host: SessionHost,
    private readonly settings: BaileysSettings,
    private readonly logins: Gate,
    /** Rejects with GatewayError while the library is not known to keep what it receipts (M-3). */
    private readonly verify: () => Promise<void>,
  ) {}

  /** Resolves when there is something to show: connected, a code, or the end of the pairing. Rejects with GatewayError when WhatsApp is out of reach. */
  start(): Promise<void> {
    this.#wanted = true;
    if (this.#line?.isAlive === true || Date.now() < this.#restUntil) return this.#starting ?? Promise.resolve();
    this.#starting ??= this.#connectInTurn().finally(() => (this.#starting = null));
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    await this.#hangUp();
    this.#report = NOTHING;
  }

  /** Where the phone can be reached, it is told; the keys are deleted in any case. */
  async logout(): Promise<void> {
    if ((await this.status()).status !== "CONNECTED") await this.#tryToReachPhone();
    this.#wanted = false;
    const line = this.#line;
    if (line?.isAlive === true && line.isLinked)
      await Promise.race([line.sock.logout().catch(() => undefined), pause(FAREWELL_MS, null, { ref: false })]);
    await this.#hangUp();
    await this.host.keys.clear();
    this.#restUntil = 0;
    await this.#tell({ ...NOTHING, status: "LOGGEDOUT" });
  }

  async remove(): Promise<void> {
    await this.logout();
  }

  /** What the socket knows; a connected one is asked whether it still lives. */
  async status(): Promise<SessionReport> {
    const line = this.#line;
    if (line !== null && this.#report.status === "CONNECTED" && !(await line.ping(this.settings.pingMs)) && line === this.#line) {
      line.abandon({ code: 408, message: "WhatsApp does not answer" });
    }
    return this.#report;
  }

  /** A code to be typed on the phone with this number. */
  async requestPairingCode(phone: string): Promise<string> {
    if (this.#report.status === "CONNECTED") throw new GatewayError("invalid", "a number is linked already");
    if (this.#line?.isAlive !== true) {
      this.#restUntil = 0;
      await this.start();
    }
    const deadline = Date.now() + PAIRING_PATIENCE_MS;
    while (this.#report.qrcode === null && this.#report.status !== "PAIRING" && Date.now() < deadline) await pause(STEP_MS);
    const line = this.#line;
    if (line?.isAlive !== true || line.isLinked) throw new GatewayError("transient", "there is no code to be had at the moment");
    this.#byCode = true;
    const typing = line.code.typed();
    const code = await line.sock.requestPairingCode(phone).catch(() => null);
    if (code === null) {
      this.#byCode = false;
      typing.ended();
      throw new GatewayError("transient", "WhatsApp gave no pairing code");
    }
    await this.#tell({ ...NOTHING, status: "PAIRING" });
    return `${code.slice(0, 4)}-${code.slice(4)}`;
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return sendBaileys(this.#openLine(), this.settings, message);
  }

  async markRead(refs: readonly MessageRef[]): Promise<void> {
    await acts.markRead(this.#demandLine(), refs);
  }

  async edit(target: MessageRef, text: string): Promise<void> {
    await acts.edit(this.#demandLine(), this.settings, target, text);
  }

  async deleteForEveryone(target: MessageRef): Promise<void> {
    await acts.deleteForEveryone(this.#demandLine(), this.settings, target);
  }

  async react(target: MessageRef, emoji: string | null): Promise<void> {
    await acts.react(this.#demandLine(), this.settings, target, emoji);
  }

  async setTyping(chat: PeerId, state: TypingState): Promise<void> {
    await acts.setTyping(this.#demandLine(), chat, state);
  }

  async askHistory(before: HistoryAnchor): Promise<void> {
    await acts.askHistory(this.#demandLine(), before);
  }

  async rejectCall(call: { readonly id: string; readonly from: PeerId }): Promise<void> {
    await acts.rejectCall(this.#demandLine(), call);
  }

  async fetchMedia(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia> {
    return fetchBaileysMedia(this.#demandLine(), this.host, this.settings, source);
  }

  async fetchPicture(peer: PeerId): Promise<FetchedMedia | null> {
    return fetchBaileysPicture(this.#demandLine(), this.host, this.settings, peer);
  }

  async checkNumber(digits: string): Promise<PeerId | null> {
    return checkBaileysNumber(this.#demandLine(), digits);
  }

  async getGroup(group: PeerId): Promise<GroupFacts> {
    return getBaileysGroup(this.#demandLine(), group);
  }

  #openLine(): Line | null {
    return this.#report.status === "CONNECTED" && this.#line?.isAlive === true ? this.#line : null;
  }

  #demandLine(): Line {
    const line = this.#openLine();
    if (line === null) throw new GatewayError("notConnected", "the session is not connected");
    return line;
  }

  /** Many sessions that start together log in a few at a time. */
  async #connectInTurn(): Promise<void> {
    const leave = await this.logins.enter();
    try {
      await this.#connect();
    } finally {
      leave();
    }
  }

  /** Opens one socket and waits until it has come as far as it comes. */
  async #connect(): Promise<void> {
    if (!this.#wanted) return;
    const baileys = await loadBaileys();
    await this.#trust();
    const creds = await readCreds(baileys, this.host.keys);
    if (!this.#wanted) return;
    const beginning = new Promise<Beginning>((resolve) => (this.#begun = resolve));
    await this.#tell({ ...this.#report, status: "OPENING", qrcode: null, reason: null });
    const line: Line = new Line({
      baileys,
      host: this.host,
      settings: this.settings,
      creds,
      recent: this.#recent,
      retries: this.#retries,
      onCode: (qrcode) => this.#offered(line, qrcode),
      onPaired: () => void (line === this.#line && this.#tell({ ...NOTHING, status: "PAIRING" })),
      onOpen: () => this.#opened(line),
      onRestricted: (reason) => {
        if (line === this.#line && this.#report.status === "CONNECTED") void this.#tell({ ...this.#report, reason });
      },
      onEnd: (end) => void this.#ended(line, end),
    });
    this.#line = line;
    const { closing } = await beginning;
    if (closing !== null && closing.act !== "forget") throw new GatewayError(closing.kind, closing.reason ?? "the connection ended");
  }

  async #trust(): Promise<void> {
    try {
      await this.verify();
    } catch (error) {
      await this.#tell({ ...NOTHING, reason: error instanceof GatewayError ? error.message : null });
      throw error;
    }
  }

  #offered(line: Line, qrcode: string): void {
    if (line !== this.#line) return;
    if (!this.#byCode) void this.#tell({ ...NOTHING, status: "qrcode", qrcode });
    this.#begun({ closing: null });
  }

  #opened(line: Line): void {
    if (line !== this.#line) return;
    this.#tries = 0;
    this.#byCode = false;
    void this.#tell({ ...NOTHING, status: "CONNECTED", phone: line.phone });
    this.#begun({ closing: null });
  }

  async #ended(line: Line, end: LineEnd): Promise<void> {
    if (line !== this.#line) return;
    const wasConnected = this.#report.status === "CONNECTED";
    this.#line = null;
    this.#tries += 1;
    const closing = closingOf(end.code, end.message, this.#tries);
    const { act, status, reason, restMs } = closing;
    this.host.log(act === "restart" ? "info" : "warn", "the connection to WhatsApp ended", {
      code: end.code ?? null,
      act,
      cause: end.message,
    });
    this.#restUntil = Date.now() + restMs;
    if (act !== "restart") this.#byCode = false;
    if (act === "forget")
      await this.host.keys.clear().catch(() => this.host.log("error", "the keys of an ended session could not be deleted"));
    await this.#tell({ ...NOTHING, status, reason });
    const unreachable: Closing = { ...closing, kind: "unreachable" };
    this.#begun({ closing: act === "restart" ? null : end.isUnreachable === true ? unreachable : closing });
    if (!this.#wanted) return;
    if (act === "restart") this.#again(0);
    else if (act === "retry" && wasConnected) this.#again(this.settings.reconnectMs * (1 + Math.random()));
  }

  #again(afterMs: number): void {
    const timer = setTimeout(() => {
      if (this.#wanted) void this.start().catch(() => undefined);
    }, afterMs);
    timer.unref();
  }

  async #tryToReachPhone(): Promise<void> {
    const baileys = await loadBaileys();
    const { account } = await readCreds(baileys, this.host.keys);
    if (account === undefined) return;
    await Promise.race([this.start().catch(() => undefined), pause(FAREWELL_MS, null, { ref: false })]);
  }

  async #hangUp(): Promise<void> {
    const line = this.#line;
    this.#line = null;
    this.#begun({ closing: null });
    await line?.close();
  }

  async #tell(report: SessionReport): Promise<void> {
    this.#report = report;
    await this.host.report(report).catch(() => this.host.log("warn", "a session's news could not be stored"));
  }
}

/** A small memory that outlives a socket: how often which message was asked for again. */
function createCache(): CacheStore {
  const entries = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => entries.get(key) as Value | undefined,
    set: (key, value) => {
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > 1_000 && oldest !== undefined) entries.delete(oldest);
    },
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  };
}
