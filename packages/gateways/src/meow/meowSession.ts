import { setTimeout as pause } from "node:timers/promises";
import type { SessionReason } from "@balcao/domain/connections";
import type { MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messages";
import {
  GatewayError,
  type ConnectionProfile,
  type FetchedMedia,
  type GatewaySession,
  type GroupFacts,
  type HistoryAnchor,
  type SavedContact,
  type SessionReport,
  type StatusCause,
  type TypingState,
} from "../port/index.js";
import { flagAt, listAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import { MEOW_EVENTS, MEOW_HISTORY, MeowAccount } from "./meowAccount.js";
import { deleteMeow, editMeow, reactMeow, rejectMeowCall, setMeowTyping } from "./meowChanges.js";
import { fetchMeowMedia, fetchMeowPicture } from "./meowMedia.js";
import type { MeowParts } from "./meowParts.js";
import { askMeowHistory, checkMeowNumbers, getMeowGroup, listMeowContacts, markMeowRead } from "./meowQuestions.js";
import { sendMeow } from "./meowSend.js";
import { MEOW_NEWER_EVENTS, readEnding, toReport } from "./meowStatus.js";

const PAIRING_PATIENCE_MS = 8_000;
const PAIRING_STEP_MS = 250;

/**
 * The session of one connection in WuzAPI. The session runs in WuzAPI, so nothing runs here between
 * two calls: the lease holder calls `status()` at intervals and after webhooks about the session,
 * and calls `start()` again when a linked session has disconnected.
 */
export class MeowSession implements GatewaySession {
  readonly api = "meow";
  readonly #account: MeowAccount;
  #pairing = false;
  #offered = false;
  #isAway = false;
  #ended: SessionReason | null = null;

  constructor(
    private readonly parts: MeowParts,
    adminToken: string,
    connection: ConnectionProfile,
  ) {
    this.#account = new MeowAccount(parts.client, adminToken, connection, parts.host);
  }

  /**
   * Creates the account when there is none, configures it, connects and reports. Rejects with
   * GatewayError.
   */
  async start(): Promise<void> {
    this.#pairing = false;
    this.#offered = false;
    await this.#account.ensure();
    if (!flagAt(await this.#facts(), "loggedIn")) await this.#findEnd(false);
    this.#ended = null;
    if (await this.#needsPasskey()) await this.parts.host.forgetHint();
    await this.#connect();
    await this.parts.host.report(await this.status());
  }

  /**
   * Does nothing: the phone stays linked and connected, and another process can continue with it.
   */
  stop(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Ends the pairing. When WuzAPI cannot tell the phone, its user is set aside, and can be restored.
   */
  async logout(): Promise<void> {
    this.#pairing = false;
    this.#offered = false;
    try {
      await this.parts.client.ask(this.#account.call("POST", "/session/logout", {}));
    } catch (error) {
      if (!(error instanceof GatewayError) || error.kind === "unreachable") throw error;
      await this.#account.setAside();
    }
    await this.#end("loggedOut");
    await this.parts.host.report({ status: "LOGGEDOUT", qrcode: null, phone: null, battery: null, reason: null });
  }

  remove(): Promise<void> {
    this.#pairing = false;
    this.#offered = false;
    return this.#account.remove();
  }

  async status(cause?: StatusCause): Promise<SessionReport> {
    const data = this.#account.memory.token === "" ? null : await this.#facts();
    const linked = flagAt(data, "connected") && flagAt(data, "loggedIn");
    const jid = textAt(data, "jid");
    if (linked) {
      this.#pairing = false;
      this.#offered = false;
      if (jid !== "" && jid !== this.#account.memory.jid) await this.#account.remember({ jid });
      await this.#goAway(cause);
    } else this.#isAway = false;
    const qrcode = flagAt(data, "connected") && !linked ? await this.#qrcode(data) : "";
    if (!linked) await this.#findEnd(qrcode !== "");
    this.#offered ||= qrcode !== "";
    return toReport({
      connected: flagAt(data, "connected"),
      loggedIn: linked,
      jid,
      qrcode,
      linkedJid: this.#account.memory.jid,
      pairing: this.#pairing,
      offered: this.#offered,
      ended: this.#ended,
      passkey: !linked && (await this.#needsPasskey()),
    });
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return sendMeow(this.parts.client, this.#account, message);
  }

  markRead(refs: readonly MessageRef[]): Promise<void> {
    return markMeowRead(this.parts.client, this.#account, refs);
  }

  /**
   * A code that the owner types on the phone with this number. WuzAPI gives one only while it
   * offers QR codes. Rejects with GatewayError.
   */
  async requestPairingCode(phone: string): Promise<string> {
    const { status } = await this.status();
    if (status === "CONNECTED") throw new GatewayError("invalid", "a number is linked already");
    if (status !== "qrcode" && status !== "OPENING" && status !== "PAIRING") await this.start();
    const deadline = performance.now() + PAIRING_PATIENCE_MS;
    while ((await this.status()).status === "OPENING" && performance.now() < deadline) await pause(PAIRING_STEP_MS);
    const code = textAt(await this.parts.client.askData(this.#account.call("POST", "/session/pairphone", { Phone: phone })), "LinkingCode");
    if (code === "") throw new GatewayError("transient", "WuzAPI gave no pairing code");
    this.#pairing = true;
    await this.parts.host.report(await this.status());
    return code;
  }

  fetchMedia(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia> {
    return fetchMeowMedia(this.parts, this.#account, source);
  }

  fetchPicture(peer: PeerId): Promise<FetchedMedia | null> {
    return fetchMeowPicture(this.parts, this.#account, peer);
  }

  checkNumbers(numbers: readonly string[]): Promise<ReadonlyMap<string, PeerId | null>> {
    return checkMeowNumbers(this.parts.client, this.#account, numbers);
  }

  listSavedContacts(): Promise<readonly SavedContact[]> {
    return listMeowContacts(this.parts.client, this.#account);
  }

  getGroup(group: PeerId): Promise<GroupFacts> {
    return getMeowGroup(this.parts.client, this.#account, group);
  }

  edit(target: MessageRef, text: string): Promise<void> {
    return editMeow(this.parts.client, this.#account, target, text);
  }

  deleteForEveryone(target: MessageRef): Promise<void> {
    return deleteMeow(this.parts.client, this.#account, target);
  }

  react(target: MessageRef, emoji: string | null): Promise<void> {
    return reactMeow(this.parts.client, this.#account, target, emoji);
  }

  setTyping(chat: PeerId, state: TypingState): Promise<void> {
    return setMeowTyping(this.parts.client, this.#account, chat, state);
  }

  async askHistory(before: HistoryAnchor): Promise<void> {
    const subscribed = eventsOf(await this.#facts());
    if (!subscribed.has(MEOW_HISTORY) && !subscribed.has("All")) await this.#account.setWebhook([MEOW_HISTORY]);
    await askMeowHistory(this.parts.client, this.#account, before);
  }

  rejectCall(call: { readonly id: string; readonly from: PeerId }): Promise<void> {
    return rejectMeowCall(this.parts.client, this.#account, call);
  }

  /**
   * Ends the pairing of a number that was linked, when a webhook said so or WuzAPI offers codes of a
   * new device, which a linked one never gets. Its status alone does not tell: it keeps `jid`.
   */
  async #findEnd(offersCodes: boolean): Promise<void> {
    if (this.#account.memory.jid === "") return;
    const told = readEnding(await this.parts.host.hint());
    if (told !== null || offersCodes) await this.#end(told ?? "loggedOut");
  }

  /** Whether a webhook said that WhatsApp demands a passkey of the account that is being linked. */
  async #needsPasskey(): Promise<boolean> {
    return this.#account.memory.jid === "" && (await this.parts.host.hint()) === "passkeyNeeded";
  }

  /**
   * Marks the number as away: WuzAPI marks it as available at each Connected, and then the owner's
   * phone does not ring.
   */
  async #goAway(cause?: StatusCause): Promise<void> {
    if (this.#isAway && cause !== "event" && cause !== "missed") return;
    try {
      await this.parts.client.ask(this.#account.call("POST", "/user/presence", { type: "unavailable" }));
      this.#isAway = true;
    } catch (error) {
      this.#isAway = false;
      if (!(error instanceof GatewayError)) throw error;
      this.parts.host.log("warn", "a number could not be marked as away", { kind: error.kind });
    }
  }

  async #end(reason: SessionReason): Promise<void> {
    this.#ended = reason;
    if (this.#account.memory.jid !== "") await this.#account.remember({ jid: "" });
  }

  /**
   * Connects. `Subscribe` is sent each time, because WuzAPI forgets the subscriptions otherwise.
   */
  async #connect(): Promise<void> {
    try {
      await this.parts.client.ask(
        this.#account.call("POST", "/session/connect", { Subscribe: [...MEOW_EVENTS, ...MEOW_NEWER_EVENTS], Immediate: true }),
      );
    } catch (error) {
      if (!(error instanceof GatewayError && /already connected/i.test(error.message))) throw error;
    }
    const subscribed = eventsOf(await this.#facts());
    if (MEOW_EVENTS.some((event) => !subscribed.has(event) && !subscribed.has("All"))) await this.#account.setWebhook();
  }

  /** WuzAPI's facts about the user; null when it does not accept the token any more. */
  async #facts(): Promise<PlainObject | null> {
    try {
      return await this.parts.client.askData(this.#account.call("GET", "/session/status"));
    } catch (error) {
      if (error instanceof GatewayError && error.providerCode === 401) return null;
      throw error;
    }
  }

  async #qrcode(data: PlainObject | null): Promise<string> {
    try {
      return textAt(await this.parts.client.askData(this.#account.call("GET", "/session/qr")), "QRCode");
    } catch (error) {
      if (error instanceof GatewayError && error.providerCode === 500) return textAt(data, "qrcode");
      throw error;
    }
  }
}

/** The events of a user, which WuzAPI gives as a comma-separated text or as a list. */
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
