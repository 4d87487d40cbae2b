import { setTimeout as pause } from "node:timers/promises";
import type { MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messages";
import {
  GatewayError,
  type ConnectionProfile,
  type FetchedMedia,
  type GatewaySession,
  type GroupFacts,
  type SavedContact,
  type SessionHost,
  type SessionReport,
  type TypingState,
} from "../port/index.js";
import type { BrowserSlots } from "./browserSlots.js";
import { catchUp } from "./catchUp.js";
import { Journal } from "./journal.js";
import type { PlainObject } from "../protocol/plainJson.js";
import type { WwebClient } from "./library.js";
import { WWEBJS_TIMES, type WwebjsConnectorOptions, type WwebjsTimes } from "./options.js";
import { OwnSends } from "./ownSends.js";
import { endPairing } from "./pageCalls.js";
import { readPage } from "./pageEvents.js";
import { errorText, PageTimeout, isFatal, within } from "./pageTimeout.js";
import * as questions from "./questions.js";
import { Supervisor } from "./supervisor.js";
import { sendWwebjs } from "./wwebjsSend.js";

const STEP_MS = 50;
/**
 * How far before the last journalled instant catching up begins: clocks differ, and chats are
 * reported late.
 */
const OVERLAP_MS = 10 * 60_000;
const NEXT_CODE_MS = 180_000;

/** One connection in its own browser. It sends one message at a time. */
export class WwebjsSession implements GatewaySession {
  readonly api = "wwebjs";
  readonly #times: WwebjsTimes;
  readonly #supervisor: Supervisor;
  readonly #journal: Journal;
  readonly #own: OwnSends;
  #sending: Promise<unknown> = Promise.resolve();
  #catchingUp: NodeJS.Timeout | undefined;
  /**
   * The instant up to which everything that the page had is journalled; empty before the number was
   * ever connected here.
   */
  #caughtUpTo: string;

  constructor(
    private readonly connection: ConnectionProfile,
    private readonly host: SessionHost,
    private readonly options: WwebjsConnectorOptions,
    slots: BrowserSlots,
  ) {
    this.#times = { ...WWEBJS_TIMES, ...options.times };
    this.#journal = new Journal(host, () => this.#supervisor.client());
    this.#own = new OwnSends((payload) => void this.#journal.add(payload));
    this.#caughtUpTo = connection.account["caughtUpTo"] ?? "";
    this.#supervisor = new Supervisor({
      connectionId: connection.id,
      host,
      connector: options,
      times: this.#times,
      slots,
      onPage: (client) => this.#listen(client),
      onReady: (client) => {
        void this.#goAway(client);
        void this.#lookBack(client);
      },
    });
  }

  /**
   * Starts the browser; a code or the connection follows as a report. Rejects with GatewayError
   * when no browser can run here.
   */
  async start(asker?: "person"): Promise<void> {
    this.#journal.open();
    await this.#supervisor.start(asker);
  }

  async stop(): Promise<void> {
    this.#journal.close();
    clearTimeout(this.#catchingUp);
    await this.#supervisor.stop();
  }

  /** Logs out at the phone when a page is ready, and deletes the profile in any case; what the phone was not told of can be restored. */
  async logout(): Promise<void> {
    await this.#unlink(() => this.#supervisor.wipe("disconnected"));
    await this.#supervisor.publish("LOGGEDOUT");
  }

  async remove(): Promise<void> {
    await this.#unlink(() => this.#supervisor.wipe(null));
    await this.#supervisor.publish("DISCONNECTED");
  }

  status(): Promise<SessionReport> {
    return this.#supervisor.status();
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    const page = {
      client: () => this.#supervisor.client(),
      ready: (ms: number) => this.#ready(ms),
      lost: (error: unknown) => this.#supervisor.lost(error),
      own: this.#own,
      times: this.#times,
    };
    const outcome = this.#sending.then(() => sendWwebjs(page, message));
    this.#sending = outcome.catch(() => undefined);
    return outcome;
  }

  /** A code that the owner types on the phone with this number. Rejects with GatewayError. */
  async requestPairingCode(phone: string): Promise<string> {
    if (this.#supervisor.client() !== null) throw new GatewayError("invalid", "a number is linked already", { code: "ERR_GATEWAY_LINKED" });
    await this.start();
    for (const end = performance.now() + this.#times.answerMs; this.#supervisor.offering() === null && performance.now() < end;)
      await pause(STEP_MS);
    const client = this.#supervisor.offering();
    if (client === null) throw new GatewayError("transient", "WhatsApp Web offers no code now", { code: "ERR_GATEWAY_NO_CODE" });
    const code = await this.#answer(client, (page) => page.requestPairingCode(phone, true, NEXT_CODE_MS));
    await this.#supervisor.pairing(NEXT_CODE_MS);
    return code;
  }

  markRead(refs: readonly MessageRef[]): Promise<void> {
    return this.#ask((client) => questions.markRead(client, refs));
  }

  fetchMedia(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia> {
    return this.#ask((client) => questions.fetchMedia(client, this.host, source), this.#times.outcomeMs);
  }

  fetchPicture(peer: PeerId): Promise<FetchedMedia | null> {
    return this.#ask((client) => questions.fetchPicture(client, this.host, this.options.fetchPublic, peer));
  }

  checkNumbers(numbers: readonly string[]): Promise<ReadonlyMap<string, PeerId | null>> {
    return this.#ask((client) => questions.checkNumbers(client, numbers));
  }

  listSavedContacts(): Promise<readonly SavedContact[]> {
    return this.#ask((client) => questions.listSavedContacts(client));
  }

  getGroup(group: PeerId): Promise<GroupFacts> {
    return this.#ask((client) => questions.getGroup(client, group));
  }

  edit(target: MessageRef, text: string): Promise<void> {
    return this.#ask((client) => questions.editText(client, target, text));
  }

  deleteForEveryone(target: MessageRef): Promise<void> {
    return this.#ask((client) => questions.deleteForEveryone(client, target));
  }

  react(target: MessageRef, emoji: string | null): Promise<void> {
    return this.#ask((client) => questions.react(client, target, emoji));
  }

  setTyping(chat: PeerId, state: TypingState): Promise<void> {
    return this.#ask((client) => questions.setTyping(client, chat, state));
  }

  rejectCall(call: { readonly id: string; readonly from: PeerId }): Promise<void> {
    return this.#ask((client) => questions.rejectCall(client, call));
  }

  async #unlink(wipe: () => Promise<void>): Promise<void> {
    clearTimeout(this.#catchingUp);
    const client = this.#supervisor.client();
    if (client !== null)
      await within(this.#times.answerMs, endPairing(client)).catch((error: unknown) =>
        this.#logFailure("the phone could not be told", error),
      );
    await wipe();
    this.#caughtUpTo = "";
    await this.host.remember({ caughtUpTo: "" });
  }

  #listen(client: WwebClient): void {
    const isOurs = (): boolean => this.#supervisor.runs(client);
    readPage(client, {
      onMessage: (payload, own) => {
        if (isOurs()) void this.#take(payload, own);
      },
      onOther: (payload) => {
        if (isOurs()) void this.#journal.add(payload);
      },
    });
  }

  #take(payload: PlainObject, own: boolean): Promise<void> | void {
    if (own) this.#own.take(payload);
    else return this.#journal.add(payload);
  }

  /** Marks the number as away: a page marks it as online, and then the owner's phone does not ring. */
  async #goAway(client: WwebClient): Promise<void> {
    await within(this.#times.answerMs, client.sendPresenceUnavailable()).catch((error: unknown) =>
      this.#logFailure("a number could not be marked as away", error),
    );
  }

  /**
   * Catches up when the page is ready, and at intervals afterwards. A newly linked number brings no
   * old messages.
   */
  async #lookBack(client: WwebClient): Promise<void> {
    clearTimeout(this.#catchingUp);
    const begun = new Date();
    try {
      if (this.#caughtUpTo !== "") {
        const since = new Date(new Date(this.#caughtUpTo).getTime() - OVERLAP_MS);
        const found = await catchUp(client, since, (payload, own) => this.#take(payload, own));
        this.host.log("info", "caught up with messages that had no event", { since: since.toISOString(), ...found });
      }
      await this.#journal.settled();
      await this.host.remember({ caughtUpTo: begun.toISOString() });
      this.#caughtUpTo = begun.toISOString();
    } catch (error) {
      if (isFatal(error) && this.#supervisor.runs(client)) this.#supervisor.lost(error);
      else this.#logFailure("catching up did not end", error);
    }
    if (this.#supervisor.runs(client)) this.#catchingUp = setTimeout(() => void this.#lookBack(client), this.#times.catchUpMs);
  }

  async #ready(ms: number): Promise<WwebClient> {
    for (const end = performance.now() + ms; performance.now() < end; await pause(STEP_MS)) {
      const client = this.#supervisor.client();
      if (client !== null) return client;
    }
    throw new PageTimeout("the page did not get ready again in time");
  }

  async #ask<Answer>(question: (client: WwebClient) => Promise<Answer>, ms = this.#times.answerMs): Promise<Answer> {
    const client = this.#supervisor.client();
    if (client === null) throw new GatewayError("notConnected", "WhatsApp Web is not connected");
    return this.#answer(client, question, ms);
  }

  /** The page's answer. Its errors become GatewayErrors, and a lost page is restarted. */
  async #answer<Answer>(client: WwebClient, question: (client: WwebClient) => Promise<Answer>, ms = this.#times.answerMs): Promise<Answer> {
    try {
      return await within(ms, question(client));
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      if (isFatal(error) && this.#supervisor.runs(client)) this.#supervisor.lost(error);
      throw new GatewayError(isFatal(error) ? "notConnected" : "transient", errorText(error));
    }
  }

  #logFailure(text: string, error: unknown): void {
    this.host.log("warn", text, { connection: this.connection.id, cause: errorText(error) });
  }
}
