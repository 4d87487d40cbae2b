import type { ConnectorApi, SessionReason } from "@balcao/domain/connections";
import type {
  EditKey,
  InboundEvent,
  MediaSource,
  MessageRef,
  OutboundFile,
  OutboundMessage,
  PeerId,
  SealedEdit,
  SendOutcome,
} from "@balcao/domain/messages";
import type { TemplateDraft, TemplateFacts } from "@balcao/domain/templates";
import type { SessionHost, SessionReport } from "./sessionHost.js";

/**
 * What a connector needs about a connection. `account` holds the connector's own stored settings,
 * opened: tokens, keys, ids.
 */
export interface ConnectionProfile {
  readonly id: number;
  readonly name: string;
  readonly api: ConnectorApi;
  readonly account: Readonly<Record<string, string>>;
  /** The address for this connection's webhooks. */
  readonly webhookUrl: string;
}

/** The fault of an account that an administrator entered. */
export interface AccountFault {
  /** The part of the account. */
  readonly field: "phoneNumberId" | "wabaId" | "token";
  /** What is wrong with it; the browser has a sentence for each part and fault. */
  readonly rule: "unknown" | "foreign" | "expired" | "rejected";
  /** The network's reason: one sentence for administrators, in Portuguese, without the token. */
  readonly reason: string;
}

export interface FetchedMedia {
  readonly path: string;
  readonly mime: string | null;
  readonly fileName: string | null;
}

export interface GroupFacts {
  readonly subject: string;
  readonly description: string;
  readonly participants: readonly { readonly peer: PeerId; readonly name: string | null; readonly admin: boolean }[];
}

/** A person in the address book of the phone. */
export interface SavedContact {
  readonly peer: PeerId;
  /** The name under which the owner saved the person. */
  readonly name: string;
}

/** A message that the phone also has, and when it was sent. */
export interface HistoryAnchor {
  readonly ref: MessageRef;
  readonly sentAt: Date;
}

/** The largest number of messages that one history request returns; WhatsApp sets it. */
export const HISTORY_PORTION = 50;

export type TypingState = "composing" | "recording" | "paused";

/**
 * Why the state is requested out of turn: the gateway reported a change, a send found that the
 * gateway or the session was not there, or either may have been missed.
 */
export type StatusCause = "event" | "send" | "missed";

/**
 * Message templates of a connection's business account (group TMPL). Every call rejects with
 * GatewayError.
 */
export interface TemplateCatalog {
  /** All templates, with every status, over all pages. */
  list(): Promise<readonly TemplateFacts[]>;
  /** Submits for review; a header that is a file has a sample. */
  create(draft: TemplateDraft, sample?: OutboundFile | null): Promise<TemplateFacts>;
  /** Removes all languages of the name. */
  remove(name: string): Promise<void>;
}

/**
 * One connection, driven by the process that holds its lease; requests reject with GatewayError,
 * whose message is for logs. A session lacks the methods that its network cannot do; the capabilities
 * table in domain lists them, and a conformance test keeps both equal.
 */
export interface GatewaySession {
  readonly api: ConnectorApi;
  /**
   * Creates the account when there is none, and connects; safe to call again. A person who asks does
   * not wait for the end of a rest.
   */
  start(asker?: "person"): Promise<void>;
  /**
   * Releases everything in this process, the socket first; the pairing stays. Nothing is written or
   * accepted afterwards.
   */
  stop(): Promise<void>;
  /** Ends the pairing and deletes the stored session. */
  logout(): Promise<void>;
  /** Removes the account at the gateway when the connection is deleted. */
  remove(): Promise<void>;
  /**
   * The state of the session, from the gateway or from the socket in this process. With a cause,
   * cached good answers are not used.
   */
  status(cause?: StatusCause): Promise<SessionReport>;
  /** Sends one message. Never throws: every fault is an outcome. */
  send(message: OutboundMessage): Promise<SendOutcome>;
  markRead?(refs: readonly MessageRef[]): Promise<void>;
  requestPairingCode?(phone: string): Promise<string>;
  fetchMedia?(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia>;
  fetchPicture?(peer: PeerId): Promise<FetchedMedia | null>;
  /**
   * Asks the network which of these numbers have an account, at most as many as the capabilities say: the peer that it has for each
   * (with or without Brazil's ninth digit), or null. A number about which it says nothing is absent.
   */
  checkNumbers?(numbers: readonly string[]): Promise<ReadonlyMap<string, PeerId | null>>;
  /**
   * The people whom the owner saved on the phone, without groups, strangers and the own number. One
   * who is stored under an opaque address alone has no phone.
   */
  listSavedContacts?(): Promise<readonly SavedContact[]>;
  getGroup?(group: PeerId): Promise<GroupFacts>;
  /**
   * Edits one of our own messages. Rejects as `invalid` when the network says that it is too late.
   */
  edit?(target: MessageRef, text: string): Promise<void>;
  deleteForEveryone?(target: MessageRef): Promise<void>;
  /** Reacts to a message; `emoji` null removes the reaction. */
  react?(target: MessageRef, emoji: string | null): Promise<void>;
  /**
   * Shows the customer that somebody types. `last` is their newest message, which some networks
   * require.
   */
  setTyping?(chat: PeerId, state: TypingState, last: MessageRef | null): Promise<void>;
  /**
   * Asks the network, or the phone, for the messages right before a message that it has, at most
   * `HISTORY_PORTION`. They arrive as ordinary events with `recovered`, later or never. Rejects
   * with GatewayError.
   */
  askHistory?(before: HistoryAnchor): Promise<void>;
  rejectCall?(call: { readonly id: string; readonly from: PeerId }): Promise<void>;
  readonly templates?: TemplateCatalog;
}

/**
 * A kind of gateway: opens sessions and reads stored payloads. Its library is loaded when the first
 * session starts.
 */
export interface GatewayConnector {
  readonly api: ConnectorApi;
  /** How many sessions one process can run; without a limit when absent. */
  readonly mostSessions?: number;
  /**
   * Why a connection has no process when every process has reached that limit, for
   * administrators.
   */
  readonly fullReason?: SessionReason;
  open(connection: ConnectionProfile, host: SessionHost): GatewaySession;
  /**
   * Checks at the network whether an account works, before it is stored: the first fault, or null.
   * Rejects with GatewayError when the network gives no answer of its own. Absent where an account
   * is linked afterwards.
   */
  checkAccount?(account: Readonly<Record<string, string>>): Promise<AccountFault | null>;
  /**
   * Pure: turns one stored payload into one event; unknown payloads become `ignored` or
   * `unsupported`, never an exception.
   */
  toInbound(kind: string, payload: unknown): InboundEvent;
  /**
   * The payload of a content that could not be read as the installed library reads it now. Absent where a payload is what the network
   * sent.
   */
  readAgain?(payload: unknown): Promise<unknown>;
  /**
   * Pure: the new text of a sealed edit, or null when the key does not open it. Absent where edits
   * arrive unencrypted.
   */
  openEdit?(sealed: SealedEdit, key: EditKey): string | null;
}
