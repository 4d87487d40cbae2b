import type { ConnectorApi } from "@balcao/domain/connections";
import type {
  EditKey,
  InboundEvent,
  MediaSource,
  MessageRef,
  OutboundMessage,
  PeerId,
  SealedEdit,
  SendOutcome,
} from "@balcao/domain/messaging";
import type { SessionHost } from "./sessionHost.js";
import type { SessionReport } from "./sessionReport.js";
import type { TemplateDesk } from "./templateDesk.js";

/** What a connector needs to know of a connection. `account` is the connector's own sealed memory, opened: tokens, keys, ids. */
export interface ConnectionProfile {
  readonly id: number;
  readonly name: string;
  readonly api: ConnectorApi;
  readonly account: Readonly<Record<string, string>>;
  /** Where this connection's webhooks are to arrive. */
  readonly webhookUrl: string;
}

/** What is wrong with an account that an administrator entered. */
export interface AccountFault {
  /** The part of the account. */
  readonly field: "phoneNumberId" | "wabaId" | "token";
  /** What the network says of it: one sentence for administrators, in Portuguese, without the token in it. */
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

/** A message that the phone has as well, and when it was sent. */
export interface HistoryAnchor {
  readonly ref: MessageRef;
  readonly sentAt: Date;
}

/** What one question for history brings at most, as WhatsApp has it. */
export const HISTORY_PORTION = 50;

export type TypingState = "composing" | "recording" | "paused";

/**
 * One connection, being driven by the process that holds its lease. What a network cannot do its session does not have; the table of capabilities
 * in domain says so beforehand, and a conformance test keeps both equal. Questions reject with GatewayError, whose message is for logs.
 */
export interface GatewaySession {
  readonly api: ConnectorApi;
  /** Makes the session exist and go on: creates the account if there is none, connects, is safe to call again. */
  start(): Promise<void>;
  /** Lets go of everything in this process, the socket first; the pairing stays. Nothing is written or accepted afterwards (M-8). */
  stop(): Promise<void>;
  /** Ends the pairing and forgets the stored session. */
  logout(): Promise<void>;
  /** Removes the account at the gateway, when the connection is deleted. */
  remove(): Promise<void>;
  /**
   * How the session is: asked of the gateway where it runs elsewhere, of the socket where it runs here. `afterNews`: the gateway told that something
   * changed, so that a good answer of a while ago holds no more.
   */
  status(afterNews?: boolean): Promise<SessionReport>;
  /** Never throws: every fault is an outcome. */
  send(message: OutboundMessage): Promise<SendOutcome>;
  markRead?(refs: readonly MessageRef[]): Promise<void>;
  requestPairingCode?(phone: string): Promise<string>;
  fetchMedia?(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia>;
  fetchPicture?(peer: PeerId): Promise<FetchedMedia | null>;
  checkNumber?(digits: string): Promise<PeerId | null>;
  getGroup?(group: PeerId): Promise<GroupFacts>;
  /** Changes the text of one of our own messages. `invalid` when the network says that it is too late. */
  edit?(target: MessageRef, text: string): Promise<void>;
  deleteForEveryone?(target: MessageRef): Promise<void>;
  /** Null takes the reaction back. */
  react?(target: MessageRef, emoji: string | null): Promise<void>;
  /** Tells the customer that somebody writes. `last` is their newest message, which some networks name. */
  setTyping?(chat: PeerId, state: TypingState, last: MessageRef | null): Promise<void>;
  /**
   * Asks the network, or the phone, for what was said in a conversation right before a message that it has, `HISTORY_PORTION` messages at most. What
   * comes, comes as news do, later or never, with `recovered`. Rejects with GatewayError.
   */
  askHistory?(before: HistoryAnchor): Promise<void>;
  rejectCall?(call: { readonly id: string; readonly from: PeerId }): Promise<void>;
  readonly templates?: TemplateDesk;
}

/** A kind of gateway: opens sessions and explains stored payloads. Its library is loaded when the first session starts. */
export interface GatewayConnector {
  readonly api: ConnectorApi;
  /** How many sessions one process can carry; as many as come when absent. */
  readonly mostSessions?: number;
  /** Why a connection stays without a process when every one carries that many; a sentence for administrators, in Portuguese. */
  readonly fullReason?: string;
  open(connection: ConnectionProfile, host: SessionHost): GatewaySession;
  /**
   * Asks the network whether an account works, before it is stored: the first fault, or null. Rejects with GatewayError when the network gives
   * no answer of its own. Absent where an account is linked afterwards.
   */
  checkAccount?(account: Readonly<Record<string, string>>): Promise<AccountFault | null>;
  /** Pure: one stored intake payload into one event; anything unknown becomes `ignored` or `unsupported`, never an exception. */
  toInbound(kind: string, payload: unknown): InboundEvent;
  /**
   * Pure: the new text of a sealed edit, or null where the key does not open it. Absent where edits
   * come open.
   */
  openEdit?(sealed: SealedEdit, key: EditKey): string | null;
}
