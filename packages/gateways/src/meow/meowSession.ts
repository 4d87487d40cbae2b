import { setTimeout as pause } from "node:timers/promises";
import type { MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messaging";
import type { GuardedFetch } from "@balcao/platform/http";
import { GatewayError } from "../port/index.js";
import type {
  ConnectionProfile,
  FetchedMedia,
  GatewaySession,
  GroupFacts,
  HistoryAnchor,
  SessionHost,
  SessionReport,
  TypingState,
} from "../port/index.js";
import { flagAt, listAt, textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { MEOW_EVENTS, MEOW_HISTORY, MeowAccount } from "./meowAccount.js";
import type { MeowClient } from "./meowClient.js";
import { deleteMeow, editMeow, reactMeow, rejectMeowCall, setMeowTyping } from "./meowChanges.js";
import { fetchMeowMedia, fetchMeowPicture } from "./meowMedia.js";
import { askMeowHistory, checkMeowNumber, getMeowGroup, markMeowRead } from "./meowQuestions.js";
import { sendMeow } from "./meowSend.js";
import { toReport } from "./meowStatus.js";

const PAIRING_PATIENCE_MS = 8_000;
const PAIRING_STEP_MS = 250;

/**
 * One connection at WuzAPI. The phone's session lives in WuzAPI, so nothing runs here between two calls: the holder of the
 * lease asks `status()` at intervals and whenever a webhook hints at a change, and calls `start()` again when a linked session fell.
 */
export class MeowSession implements GatewaySession {
  readonly api = "meow";
  readonly #account: MeowAccount;
  #pairing = false;
  #offered = false;

  constructor(
    private readonly client: MeowClient,
    private readonly host: SessionHost,
    private readonly fetchPublic: GuardedFetch,
    adminToken: string,
    connection: ConnectionProfile,
  ) {
    this.#account = new MeowAccount(client, adminToken, connection, host);
  }

  /** Creates the account if there is none, configures it, connects and reports. Rejects with GatewayError. */
  async start(): Promise<void> {
    this.#pairing = false;
    this.#offered = false;
    await this.#account.ensure();
    const before = await this.#facts();
    if (textAt(before, "jid") === "" && this.#account.memory.jid !== "") await this.#account.remember({ jid: "" });
    await this.#connect();
    await this.host.report(await this.status());
  }

  /** The phone stays linked and connected: another process, or this one later, goes on with it. */
  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** Ends the pairing. Where WuzAPI cannot tell the phone, the whole user is deleted, so that nothing of the session is left. */
  async logout(): Promise<void> {
    this.#pairing = false;
    this.#offered = false;
    try {
      await this.client.ask(this.#account.call("POST", "/session/logout", {}));
    } catch (error) {
      if (!(error instanceof GatewayError) || error.kind === "unreachable") throw error;
      await this.#account.remove();
      await this.#account.remember({ userId: "", token: "" });
    }
    await this.host.report({ status: "LOGGEDOUT", qrcode: null, phone: null, battery: null, reason: null });
  }

  remove(): Promise<void> {
    this.#pairing = false;
    this.#offered = false;
    return this.#account.remove();
  }

  async status(): Promise<SessionReport> {
    const data = this.#account.memory.token === "" ? null : await this.#facts();
    const linked = flagAt(data, "connected") && flagAt(data, "loggedIn");
    const jid = textAt(data, "jid");
    if (linked) {
      this.#pairing = false;
      this.#offered = false;
      if (jid !== "" && jid !== this.#account.memory.jid) await this.#account.remember({ jid });
    }
    const open = flagAt(data, "connected") && !linked && jid === "";
    const qrcode = open ? await this.#qrcode(data) : "";
    this.#offered ||= qrcode !== "";
    return toReport({
      connected: flagAt(data, "connected"),
      loggedIn: linked,
      jid,
      qrcode,
      linkedJid: this.#account.memory.jid,
      pairing: this.#pairing,
      offered: this.#offered,
    });
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return sendMeow(this.client, this.#account, message);
  }

  markRead(refs: readonly MessageRef[]): Promise<void> {
    return markMeowRead(this.client, this.#account, refs);
  }

  /** A code to be typed on the phone with this number. WuzAPI gives one only once it is offering QR codes. Rejects with GatewayError. */
  async requestPairingCode(phone: string): Promise<string> {
    const { status } = await this.status();
    if (status === "CONNECTED") throw new GatewayError("invalid", "a number is linked already");
    if (status !== "qrcode" && status !== "OPENING" && status !== "PAIRING") await this.start();
    const deadline = Date.now() + PAIRING_PATIENCE_MS;
    while ((await this.status()).status === "OPENING" && Date.now() < deadline) await pause(PAIRING_STEP_MS);
    const code = textAt(await this.client.askData(this.#account.call("POST", "/session/pairphone", { Phone: phone })), "LinkingCode");
    if (code === "") throw new GatewayError("transient", "WuzAPI gave no pairing code");
    this.#pairing = true;
    await this.host.report(await this.status());
    return code;
  }

  fetchMedia(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia> {
    return fetchMeowMedia(this.client, this.#account, this.host, source);
  }

  fetchPicture(peer: PeerId): Promise<FetchedMedia | null> {
    return fetchMeowPicture(this.client, this.#account, this.host, this.fetchPublic, peer);
  }

  checkNumber(digits: string): Promise<PeerId | null> {
    return checkMeowNumber(this.client, this.#account, digits);
  }

  getGroup(group: PeerId): Promise<GroupFacts> {
    return getMeowGroup(this.client, this.#account, group);
  }

  edit(target: MessageRef, text: string): Promise<void> {
    return editMeow(this.client, this.#account, target, text);
  }

  deleteForEveryone(target: MessageRef): Promise<void> {
    return deleteMeow(this.client, this.#account, target);
  }

  react(target: MessageRef, emoji: string | null): Promise<void> {
    return reactMeow(this.client, this.#account, target, emoji);
  }

  setTyping(chat: PeerId, state: TypingState): Promise<void> {
    return setMeowTyping(this.client, this.#account, chat, state);
  }

  async askHistory(before: HistoryAnchor): Promise<void> {
    const subscribed = eventsOf(await this.#facts());
    if (!subscribed.has(MEOW_HISTORY) && !subscribed.has("All")) await this.#account.setWebhook([MEOW_HISTORY]);
    await askMeowHistory(this.client, this.#account, before);
  }

  rejectCall(call: { readonly id: string; readonly from: PeerId }): Promise<void> {
    return rejectMeowCall(this.client, this.#account, call);
  }

  /** Subscribe is sent each time, because WuzAPI forgets the subscriptions otherwise. */
  async #connect(): Promise<void> {
    try {
      await this.client.ask(this.#account.call("POST", "/session/connect", { Subscribe: MEOW_EVENTS, Immediate: true }));
    } catch (error) {
      if (!(error instanceof GatewayError && /already connected/i.test(error.message))) throw error;
    }
    const subscribed = eventsOf(await this.#facts());
    if (MEOW_EVENTS.some((event) => !subscribed.has(event) && !subscribed.has("All"))) await this.#account.setWebhook();
  }

  /** What WuzAPI says of the user; null when it does not know the token any more. */
  async #facts(): Promise<PlainObject | null> {
    try {
      return await this.client.askData(this.#account.call("GET", "/session/status"));
    } catch (error) {
      if (error instanceof GatewayError && error.providerCode === 401) return null;
      throw error;
    }
  }

  async #qrcode(data: PlainObject | null): Promise<string> {
    try {
      return textAt(await this.client.askData(this.#account.call("GET", "/session/qr")), "QRCode");
    } catch (error) {
      if (error instanceof GatewayError && error.providerCode === 500) return textAt(data, "qrcode");
      throw error;
    }
  }
}

/** The events of a user: one text with commas, or a list. */
function eventsOf(data: PlainObject | null): ReadonlySet<string> {
  const listed = listAt(data, "events").map(String);
  return new Set(
    listed.length > 0
      ? listed
      : textAt(data, "events")
          .split(",")
          .map((event) => event.trim()),
  );
}
