import type { Ack } from "../messages/delivery.js";
import type { ConnectorApi } from "./connectorApi.js";

/**
 * What a connector can do, and the limits under which it may be driven. The browser shows controls
 * by it; the worker paces sends by it.
 */
export interface Capabilities {
  /**
   * How the connector provides a QR code: text to draw, a finished picture, or not at all (D-153).
   */
  readonly qr: "text" | "picture" | null;
  readonly pairCode: boolean;
  /** Whether we choose the id of a message, so that a repeated send is the same message (M-5). */
  readonly chosenId: boolean;
  readonly edit: boolean;
  readonly deleteForEveryone: boolean;
  readonly react: boolean;
  readonly forward: "native" | "resend";
  readonly mentions: boolean;
  readonly groups: boolean;
  /** Whether it reports who of a group received and read a message. */
  readonly groupReceipts: boolean;
  /** Whether one message may hold several contact cards. */
  readonly severalCards: boolean;
  /** Whether interactive lists arrive reliably (D-147). */
  readonly lists: boolean;
  readonly templates: boolean;
  /** Whether free texts are accepted only in the 24 hours after the customer's last message. */
  readonly window24h: boolean;
  /** About how many numbers one question asks whether they have an account; 0 where nothing can be asked. */
  readonly numberCheck: number;
  /** Whether it lists the people who are saved on the phone (D-252). */
  readonly addressBook: boolean;
  readonly picture: boolean;
  readonly rejectCalls: boolean;
  /**
   * Whether we can ask for missed messages (P-10). Other networks deliver them by themselves, or
   * the connector finds them in its own store.
   */
  readonly askHistory: boolean;
  readonly typingOut: boolean;
  /** The most bytes that the files of one request may have together (CONV-022). */
  readonly uploadLimitBytes: number;
  /**
   * How many hand-offs may run at the same time on one connection, at most one per conversation
   * (ADR 4).
   */
  readonly inFlight: number;
  /** How many of these may upload media. */
  readonly mediaInFlight: number;
  /** Token bucket of hand-offs: tokens per second and the size of the bucket. */
  readonly rate: { readonly perSecond: number; readonly burst: number };
  /**
   * The longest time that the connector itself waits for the outcome of a hand-off, in
   * milliseconds.
   */
  readonly sendTimeoutMs: number;
  /**
   * The ack of a message after a successful hand-off: 1 when the network has sent it, 0 when it has
   * only accepted it and reports `sent` later.
   */
  readonly ackAtAnswer: Extract<Ack, 0 | 1>;
  /** The highest ack that the network ever reports (D-070). */
  readonly highestAck: Ack;
}

const MB = 1024 * 1024;

/** The capabilities of every connector. */
// prettier-ignore
export const CAPABILITIES: Readonly<Record<ConnectorApi, Capabilities>> = {
  baileys: {
    qr: "text", pairCode: true, chosenId: true, edit: true, deleteForEveryone: true, react: true, forward: "native", mentions: true, groups: true, groupReceipts: true, severalCards: true,
    lists: false, templates: false, window24h: false, numberCheck: 20, addressBook: false, picture: true, rejectCalls: true, askHistory: true, typingOut: true,
    uploadLimitBytes: 20 * MB, inFlight: 4, mediaInFlight: 1, rate: { perSecond: 2, burst: 20 }, sendTimeoutMs: 60_000, ackAtAnswer: 1, highestAck: 4,
  },
  wwebjs: {
    qr: "text", pairCode: true, chosenId: false, edit: true, deleteForEveryone: true, react: true, forward: "native", mentions: true, groups: true, groupReceipts: false, severalCards: true,
    lists: false, templates: false, window24h: false, numberCheck: 1, addressBook: true, picture: true, rejectCalls: true, askHistory: false, typingOut: true,
    uploadLimitBytes: 20 * MB, inFlight: 1, mediaInFlight: 1, rate: { perSecond: 1, burst: 10 }, sendTimeoutMs: 60_000, ackAtAnswer: 1, highestAck: 4,
  },
  meow: {
    qr: "picture", pairCode: true, chosenId: true, edit: true, deleteForEveryone: true, react: true, forward: "resend", mentions: true, groups: true, groupReceipts: true, severalCards: false,
    lists: false, templates: false, window24h: false, numberCheck: 20, addressBook: true, picture: true, rejectCalls: true, askHistory: true, typingOut: true,
    uploadLimitBytes: 100 * MB, inFlight: 8, mediaInFlight: 8, rate: { perSecond: 2, burst: 20 }, sendTimeoutMs: 130_000, ackAtAnswer: 1, highestAck: 3,
  },
  cloud_api: {
    qr: null, pairCode: false, chosenId: false, edit: false, deleteForEveryone: false, react: true, forward: "resend", mentions: false, groups: false, groupReceipts: false, severalCards: true,
    lists: true, templates: true, window24h: true, numberCheck: 0, addressBook: false, picture: false, rejectCalls: false, askHistory: false, typingOut: true,
    uploadLimitBytes: 20 * MB, inFlight: 32, mediaInFlight: 32, rate: { perSecond: 80, burst: 80 }, sendTimeoutMs: 120_000, ackAtAnswer: 0, highestAck: 4,
  },
};

/**
 * What each megabyte of a file adds to every time limit of its send: a slow uplink needs about a
 * second for it.
 */
const MS_PER_MB = 1_000;
const ANSWER_MS = 25_000;
/**
 * A send in doubt without an id of ours is never repeated, so its only attempt may use the whole
 * time.
 */
const LONE_ANSWER_MS = 50_000;
const KNOWN_AFTER_MS = 60_000;

/** How long one hand-off may take before its outcome counts as unknown, in milliseconds (P-13). */
export function answerLimitMs(api: ConnectorApi, fileBytes: number): number {
  return (CAPABILITIES[api].chosenId ? ANSWER_MS : LONE_ANSWER_MS) + Math.ceil(fileBytes / MB) * MS_PER_MB;
}

/**
 * The time from the first hand-off until a send in doubt must be `sent` or `unknown`: 60 s, and 2 s
 * per megabyte, in milliseconds.
 */
export function doubtLimitMs(fileBytes: number): number {
  return KNOWN_AFTER_MS + Math.ceil(fileBytes / MB) * 2 * MS_PER_MB;
}

/** The connector of a new connection when none is chosen (CONN-011). */
export const DEFAULT_CONNECTOR: ConnectorApi = "meow";

/** The sentence for files over the limit of a connector (CONV-023). */
export function uploadLimitSentence(api: ConnectorApi): string {
  return `Os arquivos selecionados excedem o limite total de ${String(CAPABILITIES[api].uploadLimitBytes / MB)} MB.`;
}
