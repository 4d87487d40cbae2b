import type { Ack } from "../messaging/index.js";
import type { ConnectorApi } from "./connectorApi.js";

/** What a connector can do and how it wants to be driven. The web draws by it, the worker paces by it. */
export interface Capabilities {
  /** How it shows a QR code: text to draw, a finished picture, or not at all (D-153). */
  readonly qr: "text" | "picture" | null;
  readonly pairCode: boolean;
  /** Whether we choose the id of a message, so that a repeat is safe (M-5). */
  readonly chosenId: boolean;
  readonly edit: boolean;
  readonly deleteForEveryone: boolean;
  readonly react: boolean;
  readonly forward: "native" | "resend";
  readonly mentions: boolean;
  readonly groups: boolean;
  /** Several contact cards in one message. */
  readonly severalCards: boolean;
  /** Interactive lists that arrive reliably (D-147). */
  readonly lists: boolean;
  readonly templates: boolean;
  /** Whether free texts are bound to the 24 hours after the customer's last message. */
  readonly window24h: boolean;
  readonly numberCheck: boolean;
  readonly picture: boolean;
  readonly rejectCalls: boolean;
  /** Whether what was missed can be asked for (P-10). Elsewhere the network brings it by itself, or the connector finds it in its own store. */
  readonly askHistory: boolean;
  readonly typingOut: boolean;
  /** Sum of the files of one request, in bytes (CONV-022). */
  readonly uploadLimitBytes: number;
  /** Hand-offs at the same time on one connection, one per conversation (ARCHITECTURE 6). */
  readonly inFlight: number;
  /** Of them with a media upload. */
  readonly mediaInFlight: number;
  /** Token bucket of hand-offs: refill per second and size. */
  readonly rate: { readonly perSecond: number; readonly burst: number };
  /** The longest that the connector itself waits for the outcome of a hand-off, in milliseconds. */
  readonly sendTimeoutMs: number;
  /** What a good answer to a hand-off says of the message: sent, or, where the network only accepts it then, that it waits (gateways.md E.4). */
  readonly ackAtAnswer: Extract<Ack, 0 | 1>;
  /** The most that it ever tells of a delivery (D-070). */
  readonly highestAck: Ack;
}

const MB = 1024 * 1024;

/** The table of E.1 as data. */
// prettier-ignore
export const CAPABILITIES: Readonly<Record<ConnectorApi, Capabilities>> = {
  baileys: {
    qr: "text", pairCode: true, chosenId: true, edit: true, deleteForEveryone: true, react: true, forward: "native", mentions: true, groups: true, severalCards: true,
    lists: false, templates: false, window24h: false, numberCheck: true, picture: true, rejectCalls: true, askHistory: true, typingOut: true,
    uploadLimitBytes: 20 * MB, inFlight: 4, mediaInFlight: 1, rate: { perSecond: 2, burst: 20 }, sendTimeoutMs: 60_000, ackAtAnswer: 1, highestAck: 4,
  },
  wwebjs: {
    qr: "text", pairCode: true, chosenId: false, edit: true, deleteForEveryone: true, react: true, forward: "native", mentions: true, groups: true, severalCards: true,
    lists: false, templates: false, window24h: false, numberCheck: true, picture: true, rejectCalls: true, askHistory: false, typingOut: true,
    uploadLimitBytes: 20 * MB, inFlight: 1, mediaInFlight: 1, rate: { perSecond: 1, burst: 10 }, sendTimeoutMs: 60_000, ackAtAnswer: 1, highestAck: 4,
  },
  meow: {
    qr: "picture", pairCode: true, chosenId: true, edit: true, deleteForEveryone: true, react: true, forward: "resend", mentions: true, groups: true, severalCards: false,
    lists: false, templates: false, window24h: false, numberCheck: true, picture: true, rejectCalls: true, askHistory: true, typingOut: true,
    uploadLimitBytes: 100 * MB, inFlight: 8, mediaInFlight: 8, rate: { perSecond: 2, burst: 20 }, sendTimeoutMs: 130_000, ackAtAnswer: 1, highestAck: 3,
  },
  cloud_api: {
    qr: null, pairCode: false, chosenId: false, edit: false, deleteForEveryone: false, react: true, forward: "resend", mentions: false, groups: false, severalCards: true,
    lists: true, templates: true, window24h: true, numberCheck: false, picture: false, rejectCalls: false, askHistory: false, typingOut: true,
    uploadLimitBytes: 20 * MB, inFlight: 32, mediaInFlight: 32, rate: { perSecond: 80, burst: 80 }, sendTimeoutMs: 120_000, ackAtAnswer: 0, highestAck: 4,
  },
};

/** What a message may add to every limit of its send for each megabyte of its file: a slow line uploads about one in a second. */
const MS_PER_MB = 1_000;
const ANSWER_MS = 25_000;
/** A doubtful send without an id of ours is not repeated: the one try may use the whole time. */
const LONE_ANSWER_MS = 50_000;
const KNOWN_AFTER_MS = 60_000;

/** How long one hand-off may take before its outcome counts as unknown, in milliseconds (P-13). */
export function answerLimitMs(api: ConnectorApi, fileBytes: number): number {
  return (CAPABILITIES[api].chosenId ? ANSWER_MS : LONE_ANSWER_MS) + Math.ceil(fileBytes / MB) * MS_PER_MB;
}

/** How long after its first hand-off a doubtful send is sent or unknown at the latest: 60 s, and 2 s for each megabyte (P-13). */
export function doubtLimitMs(fileBytes: number): number {
  return KNOWN_AFTER_MS + Math.ceil(fileBytes / MB) * 2 * MS_PER_MB;
}

/** The connector of a new connection when none is chosen (CONN-011). */
export const DEFAULT_CONNECTOR: ConnectorApi = "meow";

/** The sentence for files over the limit of a connector (CONV-023). */
export function uploadLimitSentence(api: ConnectorApi): string {
  return `Os arquivos selecionados excedem o limite total de ${String(CAPABILITIES[api].uploadLimitBytes / MB)} MB.`;
}
