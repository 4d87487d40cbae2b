import type { SessionReason } from "@balcao/domain/connections";
import { RecentMap } from "@balcao/platform/recent";
import type { AuthenticationCreds, BinaryNode, CacheStore, ConnectionState, UserFacingSocketConfig } from "@whiskeysockets/baileys";
import type { SessionHost } from "../port/index.js";
import { PASSKEY } from "./disconnects.js";
import { journalBatch, receiptPayloads } from "./events.js";
import { guardFrames } from "./frameGuard.js";
import { GroupCache } from "./groupCache.js";
import { Journal, type RecentKeys } from "./journal.js";
import { createAuthState, credsChange, isLinked } from "./keyStore.js";
import type { Baileys, BaileysSocket } from "./library.js";
import { listenForLinking } from "./linkingNotices.js";
import { insist, oneAtATime } from "./persistence.js";
import { PairingCode } from "./pairingCode.js";
import type { BaileysSettings } from "./settings.js";
import { quietLogger } from "./quietLogger.js";
import { restrictionIn, restrictionOf } from "./restrictions.js";
import { guardReceipts, isHiddenUnread, unreadableMessage } from "./receiptGuard.js";
import { SentStore } from "./sentStore.js";
import { socketEnd, type SocketEnd } from "./socketEnd.js";

/** The server's acknowledgement of one sent message. */
export type SentAck = { readonly at: Date; readonly error: string | null };

export interface SocketParts {
  readonly baileys: Baileys;
  readonly host: SessionHost;
  readonly settings: BaileysSettings;
  readonly creds: AuthenticationCreds;
  /** Shared by all sockets of a session. */
  readonly recent: RecentKeys;
  readonly retries: CacheStore;
  readonly onCode: (qr: string) => void;
  readonly onPaired: () => void;
  readonly onOpen: () => void;
  /**
   * Called when WhatsApp restricts the account without ending the session; null when the
   * restriction is lifted.
   */
  readonly onRestricted: (reason: SessionReason | null) => void;
  readonly onEnd: (end: SocketEnd) => void;
}

const CLOSE_WAIT_MS = 1_000;
const MOST_CALLS = 50;

/**
 * One socket to WhatsApp with its stores, from its opening to its end; a session opens one after
 * the other.
 */
export class SessionSocket {
  readonly sock: BaileysSocket;
  readonly journal: Journal;
  readonly groups: GroupCache;
  readonly sent: SentStore;
  readonly code: PairingCode;
  /** Addresses of callers by call id. */
  readonly callers = new RecentMap<string, string>(MOST_CALLS);
  /** Runs one encryption or decryption at a time, because both advance the same ratchets. */
  readonly alone = oneAtATime();
  readonly #parts: SocketParts;
  readonly #acks = new Map<string, (ack: SentAck) => void>();
  readonly #enders = new Set<() => void>();
  readonly #inOrder = oneAtATime();
  readonly #saveInOrder = oneAtATime();
  #alive = true;
  #closing = false;
  #unsaved = false;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    const { baileys, host, settings, creds } = parts;
    const write = (changes: Parameters<typeof host.keys.write>[0]): Promise<void> => this.#insist(() => host.keys.write(changes));
    const stanzas = new WeakMap<Uint8Array, BinaryNode>();
    const logger = quietLogger(host.log);
    this.sent = new SentStore(host.keys, write);
    this.code = new PairingCode(creds, parts.onCode);
    this.groups = new GroupCache((jid) => this.sock.groupMetadata(jid));
    this.journal = new Journal({
      accept: (events) => this.#insist(() => host.accept(events)),
      recent: parts.recent,
      findPhone: this.findPhone,
      me: () => creds.me?.id ?? "",
    });
    const config: UserFacingSocketConfig = {
      ...settings.socket,
      ...settings.versionNow(),
      auth: createAuthState(baileys, creds, { keys: host.keys, write, logger }),
      logger,
      browser: baileys.Browsers.macOS("Chrome"),
      // The phone stops ringing while another device is online.
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      syncFullHistory: false,
      shouldIgnoreJid: (jid) => jid === "status@broadcast" || jid.endsWith("@newsletter"),
      msgRetryCounterCache: parts.retries,
      cachedGroupMetadata: (jid) => this.groups.get(jid).catch(() => undefined),
      getMessage: async ({ id }) => {
        const bytes = id ? await this.sent.find(id) : null;
        return bytes === null ? undefined : baileys.proto.Message.decode(bytes);
      },
      makeSignalRepository: guardReceipts(baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository, {
        baileys,
        stanzas,
        journal: this.journal,
        me: this.#me,
        alone: this.alone,
      }),
    };
    this.sock = baileys.makeWASocket(config);
    guardFrames(this.sock.ws, (event, error) => {
      const kind = error instanceof Error ? error.name : "unknown";
      host.log("error", "a frame of the network could not be read", { event: event.split(",", 1)[0], kind });
    });
    this.#listen(stanzas);
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  get isLinked(): boolean {
    return isLinked(this.#parts.creds);
  }

  /** Digits of the linked number. */
  get phone(): string | null {
    return this.#parts.creds.me?.id.split(/[:@]/, 1)[0] ?? null;
  }

  readonly #me = (): { id: string; lid: string } => ({ id: this.#parts.creds.me?.id ?? "", lid: this.#parts.creds.me?.lid ?? "" });

  readonly findPhone = async (lid: string): Promise<string | null> => {
    const jid = await this.sock.signalRepository.lidMapping.getPNForLID(lid).catch(() => null);
    return jid ?? null;
  };

  /**
   * Resolves with the server's acknowledgement of a message; call it before sending, and `forget`
   * when it is no longer needed.
   */
  expectAck(id: string): { readonly ack: Promise<SentAck>; readonly forget: () => void } {
    const ack = new Promise<SentAck>((resolve) => this.#acks.set(id, resolve));
    return { ack, forget: () => this.#acks.delete(id) };
  }

  /** Resolves when the socket has ended. */
  ended(): { readonly end: Promise<void>; readonly forget: () => void } {
    let ender: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ender = resolve;
      if (!this.#alive) resolve();
    });
    this.#enders.add(ender);
    return { end, forget: () => this.#enders.delete(ender) };
  }

  /** Whether WhatsApp still answers. */
  async ping(patienceMs: number): Promise<boolean> {
    const question = { tag: "iq", attrs: { to: "s.whatsapp.net", type: "get", xmlns: "w:p" }, content: [{ tag: "ping", attrs: {} }] };
    // The library resolves with undefined, instead of an error, on a timeout.
    return this.#alive && (await this.sock.query(question, patienceMs).catch(() => undefined)) !== undefined;
  }

  /** Waits until changed credentials are written, as far as the database allows. */
  save(): Promise<void> {
    return this.#saveInOrder(async () => {
      if (!this.#unsaved || !this.#alive) return;
      this.#unsaved = false;
      await this.#insist(() => this.#parts.host.keys.write([credsChange(this.#parts.baileys, this.#parts.creds)]));
    });
  }

  /** Ends the socket; nothing is journalled or written after this has resolved. */
  async close(): Promise<void> {
    this.#closing = true;
    const closed = this.sock.end(undefined);
    await Promise.race([Promise.all([closed, this.save()]), new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS).unref())]);
    this.#finish();
  }

  /** Ends a socket that is of no use any more and calls `onEnd`. */
  abandon(end: SocketEnd): void {
    if (!this.#alive) return;
    this.#finish();
    void this.sock.end(undefined);
    this.#parts.onEnd(end);
  }

  #finish(): void {
    this.#alive = false;
    for (const ender of this.#enders) ender();
  }

  #insist<Value>(work: () => Promise<Value>): Promise<Value> {
    const socket = {
      alive: () => this.#alive,
      abandon: (why: string) => {
        this.#parts.host.log("error", `the socket was ended: ${why}`);
        this.abandon({ code: undefined, message: why });
      },
    };
    return insist(socket, this.#parts.settings.databasePatienceMs, work);
  }

  #listen(stanzas: WeakMap<Uint8Array, BinaryNode>): void {
    const { ws, ev } = this.sock;
    ws.on("CB:message", (node: BinaryNode) => {
      for (const part of Array.isArray(node.content) ? node.content : []) {
        if (part.content instanceof Uint8Array) stanzas.set(part.content, node);
      }
      if (isHiddenUnread(node)) this.journal.hide(node.attrs["id"] ?? "");
      const unreadable = unreadableMessage({ baileys: this.#parts.baileys, me: this.#me }, node);
      if (unreadable !== null) this.#inTurn(() => this.journal.takeMessages([unreadable.content], unreadable.live));
    });
    ws.on("CB:receipt", (node: BinaryNode) => {
      this.#inTurn(async () => this.journal.take(await receiptPayloads(node, this.#eventParts())));
    });
    listenForLinking(this.sock, this.#parts.creds, {
      onRetired: () => this.#alive && !this.isLinked && this.code.retire(),
      onPasskey: () => this.isLinked || this.abandon({ code: undefined, message: PASSKEY }),
    });
    ws.on("CB:ack,class:message", (node: BinaryNode) => this.#acknowledged(node));
    ev.process((batch) => {
      if (!this.#alive) return;
      if (batch["creds.update"] !== undefined) {
        Object.assign(this.#parts.creds, batch["creds.update"]);
        this.#unsaved = true;
        void this.save();
      }
      if (batch["connection.update"] !== undefined) this.#connectionChanged(batch["connection.update"]);
      const restriction = restrictionIn(batch);
      if (restriction !== undefined) this.#parts.onRestricted(restriction);
      this.#inTurn(() => journalBatch(this.#eventParts(), batch));
    });
  }

  #eventParts(): Parameters<typeof journalBatch>[0] {
    const { creds } = this.#parts;
    const mine = [creds.me?.id, creds.me?.lid].flatMap((jid) => (jid ? [bare(jid)] : []));
    return {
      journal: this.journal,
      groups: this.groups,
      findPhone: this.findPhone,
      isMe: (jid) => mine.includes(bare(jid)),
      noteCall: (id, from) => void this.callers.set(id, from),
    };
  }

  /**
   * Resolves a pending `expectAck`. An acknowledgement that arrives after its timeout is journalled
   * like a receipt.
   */
  #acknowledged({ attrs }: BinaryNode): void {
    const { id = "", from = "", error, t } = attrs;
    const at = Number(t) > 0 ? new Date(Number(t) * 1000) : new Date();
    const restriction = restrictionOf(error);
    if (restriction !== undefined) this.#parts.onRestricted(restriction);
    const waiting = this.#acks.get(id);
    if (waiting !== undefined) {
      // The first answer is the send's; another that came with it is a receipt.
      this.#acks.delete(id);
      return waiting({ at, error: error ?? null });
    }
    const state = error === undefined ? "sent" : "error";
    const payload = { type: "receipt", jid: from, alt: "", state, code: error ?? "", ids: [id], receivedAt: Date.now() };
    this.#inTurn(() => this.journal.take([payload]));
  }

  #inTurn(work: () => Promise<void>): void {
    void this.#inOrder(work).catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : "unknown";
      this.#parts.host.log("error", "what the network told could not be journalled", { kind });
    });
  }

  #connectionChanged({ connection, qr, isNewLogin, lastDisconnect }: Partial<ConnectionState>): void {
    const { onOpen, onPaired, onEnd } = this.#parts;
    if (qr !== undefined) this.code.offered(qr);
    if (isNewLogin === true) onPaired();
    if (connection === "open") onOpen();
    if (connection !== "close") return;
    void this.save().then(() => {
      if (!this.#alive || this.#closing) return;
      this.#finish();
      onEnd(socketEnd(lastDisconnect?.error));
    });
  }
}

/** An address without its device. */
function bare(jid: string): string {
  return jid.replace(/[:_]\d+@/, "@");
}
