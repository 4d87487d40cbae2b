import { setTimeout as pause } from "node:timers/promises";
import type { MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messages";
import type { Gate } from "../intake/gate.js";
import { GatewayError, restEnd, toSessionReason, UnopenedSession } from "../port/index.js";
import type { FetchedMedia, GatewaySession, GroupFacts, HistoryAnchor, SessionHost, SessionReport, TypingState } from "../port/index.js";
import * as actions from "./baileysActions.js";
import { fetchBaileysMedia } from "./baileysMedia.js";
import { checkBaileysNumbers, fetchBaileysPicture, getBaileysGroup } from "./baileysQuestions.js";
import { sendBaileys } from "./baileysSend.js";
import { closingOf, type Closing } from "./disconnects.js";
import { RecentKeys } from "./journal.js";
import { readCreds } from "./keyStore.js";
import { loadBaileys } from "./library.js";
import { createRetryCache } from "./retryCache.js";
import { SessionSocket } from "./sessionSocket.js";
import type { BaileysSettings } from "./settings.js";
import type { SocketEnd } from "./socketEnd.js";

const PAIRING_PATIENCE_MS = 20_000;
const LOGOUT_WAIT_MS = 10_000;
const STEP_MS = 50;
const NOTHING: SessionReport = { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason: null };

/**
 * The session of one phone, run by this process: while it is down, the holder of the lease calls
 * `start()` again with growing pauses. The session itself reconnects only after the restart that
 * WhatsApp orders (515), and once right after it was CONNECTED.
 */
export class BaileysSession implements GatewaySession {
  readonly api = "baileys";
  readonly #recent = new RecentKeys();
  readonly #retries = createRetryCache();
  #socket: SessionSocket | null = null;
  #report: SessionReport = NOTHING;
  #starting: Promise<void> | null = null;
  #wanted = false;
  #tries = 0;
  #restUntil = 0;
  #byCode = false;
  /** Called with null when there is a code or a connection to show, else with how the socket ended. */
  #resolveStart: (closing: Closing | null) => void = () => undefined;

  constructor(
    private readonly host: SessionHost,
    private readonly settings: BaileysSettings,
    private readonly logins: Gate,
    /**
     * Rejects with GatewayError until the library was verified to receipt a message only after it
     * was journalled.
     */
    private readonly verify: () => Promise<void>,
  ) {}

  /**
   * Resolves when the session is connected, offers a code, or its pairing has ended. Rejects with
   * GatewayError when WhatsApp cannot be reached.
   */
  start(asker?: "person"): Promise<void> {
    this.#wanted = true;
    if (asker === "person") this.#restUntil = 0;
    if (this.#socket?.isAlive === true || performance.now() < this.#restUntil) return this.#starting ?? Promise.resolve();
    this.#starting ??= this.#connectInTurn().finally(() => (this.#starting = null));
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    await this.#closeSocket();
    this.#report = NOTHING;
  }

  /** Logs out at the phone when it can be reached; deletes the keys in any case. */
  async logout(): Promise<void> {
    if ((await this.status()).status !== "CONNECTED") await this.#tryToReachPhone();
    this.#wanted = false;
    const socket = this.#socket;
    if (socket?.isAlive === true && socket.isLinked)
      await Promise.race([socket.sock.logout().catch(() => undefined), pause(LOGOUT_WAIT_MS, null, { ref: false })]);
    await this.#closeSocket();
    await this.host.keys.clear("disconnected");
    this.#restUntil = 0;
    await this.#publish({ ...NOTHING, status: "LOGGEDOUT" });
  }

  async remove(): Promise<void> {
    await this.logout();
  }

  /** The current state; a connected socket is pinged first. */
  async status(): Promise<SessionReport> {
    const socket = this.#socket;
    if (socket !== null && this.#report.status === "CONNECTED" && !(await socket.ping(this.settings.pingMs)) && socket === this.#socket) {
      socket.abandon({ code: 408, message: "WhatsApp does not answer" });
    }
    return this.#report;
  }

  /** A code that the owner types on the phone with this number. */
  async requestPairingCode(phone: string): Promise<string> {
    if (this.#report.status === "CONNECTED") throw new GatewayError("invalid", "a number is linked already");
    if (this.#socket?.isAlive !== true) {
      this.#restUntil = 0;
      await this.start();
    }
    const deadline = performance.now() + PAIRING_PATIENCE_MS;
    while (this.#report.qrcode === null && this.#report.status !== "PAIRING" && performance.now() < deadline) await pause(STEP_MS);
    const socket = this.#socket;
    if (socket?.isAlive !== true || socket.isLinked) throw new GatewayError("transient", "there is no code to be had at the moment");
    this.#byCode = true;
    const typing = socket.code.typed();
    const code = await socket.sock.requestPairingCode(phone).catch(() => null);
    if (code === null) {
      this.#byCode = false;
      typing.ended();
      throw new GatewayError("transient", "WhatsApp gave no pairing code");
    }
    await this.#publish({ ...NOTHING, status: "PAIRING" });
    return `${code.slice(0, 4)}-${code.slice(4)}`;
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return sendBaileys(this.#connectedSocket(), this.settings, message);
  }

  async markRead(refs: readonly MessageRef[]): Promise<void> {
    await actions.markRead(this.#requireSocket(), refs);
  }

  async edit(target: MessageRef, text: string): Promise<void> {
    await actions.edit(this.#requireSocket(), this.settings, target, text);
  }

  async deleteForEveryone(target: MessageRef): Promise<void> {
    await actions.deleteForEveryone(this.#requireSocket(), this.settings, target);
  }

  async react(target: MessageRef, emoji: string | null): Promise<void> {
    await actions.react(this.#requireSocket(), this.settings, target, emoji);
  }

  async setTyping(chat: PeerId, state: TypingState): Promise<void> {
    await actions.setTyping(this.#requireSocket(), chat, state);
  }

  async askHistory(before: HistoryAnchor): Promise<void> {
    await actions.askHistory(this.#requireSocket(), before);
  }

  async rejectCall(call: { readonly id: string; readonly from: PeerId }): Promise<void> {
    await actions.rejectCall(this.#requireSocket(), call);
  }

  async fetchMedia(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia> {
    return fetchBaileysMedia(this.#requireSocket(), this.host, this.settings, source);
  }

  async fetchPicture(peer: PeerId): Promise<FetchedMedia | null> {
    return fetchBaileysPicture(this.#requireSocket(), this.host, this.settings, peer);
  }

  async checkNumbers(numbers: readonly string[]): Promise<ReadonlyMap<string, PeerId | null>> {
    return checkBaileysNumbers(this.#requireSocket(), numbers);
  }

  async getGroup(group: PeerId): Promise<GroupFacts> {
    return getBaileysGroup(this.#requireSocket(), group);
  }

  #connectedSocket(): SessionSocket | null {
    return this.#report.status === "CONNECTED" && this.#socket?.isAlive === true ? this.#socket : null;
  }

  #requireSocket(): SessionSocket {
    const socket = this.#connectedSocket();
    if (socket === null) throw new GatewayError("notConnected", "the session is not connected");
    return socket;
  }

  /** Limits how many sessions log in at the same time. */
  async #connectInTurn(): Promise<void> {
    const leave = await this.logins.enter();
    try {
      await this.#connect();
    } finally {
      leave();
    }
  }

  /** Opens one socket and waits until it is connected, offers a code, or has ended. */
  async #connect(): Promise<void> {
    if (!this.#wanted) return;
    const baileys = await loadBaileys();
    await this.#verifyLibrary();
    const creds = await readCreds(baileys, this.host.keys);
    if (!this.#wanted) return;
    const started = new Promise<Closing | null>((resolve) => (this.#resolveStart = resolve));
    await this.#publish({ ...this.#report, status: "OPENING", qrcode: null, reason: null });
    // A stop in the meantime found no socket to close.
    if (!this.#wanted) return;
    const socket: SessionSocket = new SessionSocket({
      baileys,
      host: this.host,
      settings: this.settings,
      creds,
      recent: this.#recent,
      retries: this.#retries,
      onCode: (qrcode) => this.#offered(socket, qrcode),
      onPaired: () => void (socket === this.#socket && this.#publish({ ...NOTHING, status: "PAIRING" })),
      onOpen: () => this.#opened(socket),
      onRestricted: (reason) => {
        if (socket === this.#socket && this.#report.status === "CONNECTED") void this.#publish({ ...this.#report, reason });
      },
      onEnd: (end) => void this.#ended(socket, end),
    });
    this.#socket = socket;
    const closing = await started;
    if (closing === null || closing.act === "forget") return;
    const { kind, reason } = closing;
    if (kind === "unreachable" || reason === null) throw new GatewayError(kind, reason ?? "the connection ended");
    throw new UnopenedSession(kind, reason, reason, this.#report.until ?? null);
  }

  async #verifyLibrary(): Promise<void> {
    try {
      await this.verify();
    } catch (error) {
      await this.#publish({ ...NOTHING, reason: toSessionReason(error) });
      throw error;
    }
  }

  #offered(socket: SessionSocket, qrcode: string): void {
    if (socket !== this.#socket) return;
    if (!this.#byCode) void this.#publish({ ...NOTHING, status: "qrcode", qrcode });
    this.#resolveStart(null);
  }

  #opened(socket: SessionSocket): void {
    if (socket !== this.#socket) return;
    this.#tries = 0;
    this.#byCode = false;
    void this.#publish({ ...NOTHING, status: "CONNECTED", phone: socket.phone });
    this.#resolveStart(null);
  }

  async #ended(socket: SessionSocket, end: SocketEnd): Promise<void> {
    if (socket !== this.#socket) return;
    const wasConnected = this.#report.status === "CONNECTED";
    this.#socket = null;
    this.#tries += 1;
    const closing = closingOf(end.code, end.message, this.#tries, end.banMs);
    const { act, status, reason, restMs } = closing;
    this.host.log(act === "restart" ? "info" : "warn", "the connection to WhatsApp ended", {
      code: end.code ?? null,
      act,
      cause: end.message,
    });
    this.#restUntil = performance.now() + restMs;
    if (act !== "restart") this.#byCode = false;
    if (act === "forget") await this.#forget(reason);
    await this.#publish({ ...NOTHING, status, reason, until: restEnd(restMs) });
    const unreachable: Closing = { ...closing, kind: "unreachable" };
    this.#resolveStart(act === "restart" ? null : end.isUnreachable === true ? unreachable : closing);
    if (!this.#wanted) return;
    if (act === "restart") this.#startAgainAfter(0);
    else if (act === "retry" && wasConnected) this.#startAgainAfter(this.settings.reconnectMs * (1 + Math.random()));
  }

  async #forget(reason: Closing["reason"]): Promise<void> {
    await this.host.keys
      .clear(reason ?? "loggedOut")
      .catch(() => this.host.log("error", "the keys of an ended session could not be deleted"));
  }

  #startAgainAfter(afterMs: number): void {
    const timer = setTimeout(() => {
      if (this.#wanted) void this.start().catch(() => undefined);
    }, afterMs);
    timer.unref();
  }

  async #tryToReachPhone(): Promise<void> {
    const baileys = await loadBaileys();
    const { account } = await readCreds(baileys, this.host.keys);
    if (account === undefined) return;
    await Promise.race([this.start().catch(() => undefined), pause(LOGOUT_WAIT_MS, null, { ref: false })]);
  }

  async #closeSocket(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    this.#resolveStart(null);
    await socket?.close();
  }

  async #publish(report: SessionReport): Promise<void> {
    this.#report = report;
    await this.host.report(report).catch(() => this.host.log("warn", "a session's news could not be stored"));
  }
}
