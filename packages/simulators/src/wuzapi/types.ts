import type { SimulatorClock } from "./clock.js";

/** The format of webhooks: `form` is WuzAPI's default, which WEBHOOK_FORMAT overrides. */
export type WebhookFormat = "json" | "form";

/** The delivery of incoming media; "" is the unconfigured in-memory record (no base64). */
export type MediaDelivery = "" | "base64" | "s3" | "both";

/** Webhook retries: `attempts` in all, with pauses of `delayMs` · 2^n protocol milliseconds. */
export interface RetryPolicy {
  enabled: boolean;
  attempts: number;
  delayMs: number;
}

/**
 * When simulated customers send receipts, in real milliseconds; with `readAfterMs` null only
 * opening the chat reads it.
 */
export interface ReceiptPolicy {
  deliveredAfterMs: number | null;
  readAfterMs: number | null;
  probability: number;
}

/** Faults of the gateway beyond HTTP faults. Each counter goes down by one when it acts. */
export interface Switches {
  emptyQrPolls: number;
  connectedTwice: boolean;
  receiptBeforeAnswer: boolean;
  dropMediaMessages: number;
  omitBase64: number;
  failConnects: number;
}

/** Settings of the stand-in; only the admin token is required. */
export interface WuzapiOptions {
  readonly adminToken: string;
  /** Port on 127.0.0.1; 0 or absent selects a free one. */
  readonly port?: number;
  readonly clock?: SimulatorClock;
  /** Folder for `simulator.json` and the media; absent keeps everything in memory. */
  readonly dataDir?: string;
  readonly webhookFormat?: WebhookFormat;
  readonly retry?: Partial<RetryPolicy>;
  /** Timeout of a webhook attempt in real milliseconds; 30,000 as in WuzAPI. */
  readonly webhookTimeoutMs?: number;
  readonly receipts?: Partial<ReceiptPolicy>;
  /** Milliseconds during which WhatsApp accepts an edit; 20 minutes by default. */
  readonly editWindowMs?: number;
  /**
   * Hosts (name:port) from which media may be fetched despite the guard against private addresses.
   */
  readonly allowedMediaHosts?: readonly string[];
  /** Seed for the random choices of fault rules. */
  readonly seed?: number;
}

/** The S3 and delivery settings of a user, as on the wire. */
export interface S3Config {
  enabled: boolean;
  endpoint: string;
  region: string;
  bucket: string;
  access_key: string;
  secret_key: string;
  path_style: boolean;
  public_url: string;
  media_delivery: MediaDelivery;
  retention_days: number;
}

/**
 * The two settings that the in-memory record lacks after creation until their own calls set them.
 */
interface DeliveryRecord {
  mediaDelivery: MediaDelivery;
  hmacKey: string;
}

/** One WuzAPI user, which can have one linked number. */
export interface WuzapiUser {
  id: string;
  name: string;
  token: string;
  webhook: string;
  events: string[];
  expiration: number;
  history: number;
  proxyUrl: string;
  s3: S3Config;
  /** The settings in the database row. */
  stored: DeliveryRecord;
  /**
   * The settings that the running server uses; equal to `stored` only after a restart or the two
   * configuration calls.
   */
  live: DeliveryRecord;
  /** Own address with device (`5511…:12@s.whatsapp.net`), empty until the first link. */
  jid: string;
  /** Whether a number is linked; `jid` stays after a logout. */
  linked: boolean;
  lid: string;
  pushName: string;
  qrcode: string;
  /** The people whom the phone's owner saved: address → name. */
  saved?: Record<string, string>;
  /** Until when WhatsApp refuses the logins of this number, in protocol time; absent without a ban. */
  bannedUntil?: number;
  /** Whether the account needs a passkey to link a device. */
  passkey?: true;
  /** The code with which WhatsApp refuses every login; absent when it does not. */
  refusal?: number;
  /** Whether the server reconnects this user when it starts. */
  reconnect: boolean;
}

/** The running client of a user; without one the answer is "no session". */
export interface Session {
  /** Whether the number is shown as online, as WuzAPI does at each Connected (#350). */
  available: boolean;
  connected: boolean;
  loggedIn: boolean;
  /** The client is disconnected but its status still says connected. */
  lying: boolean;
  qrIndex: number;
  qrExpiresAt: number;
  pairing: { phone: string; code: string } | null;
  cancel: () => void;
}

/** A simulated phone of the company, which can be linked to a WuzAPI user. */
export interface Phone {
  number: string;
  name: string;
}

/** A simulated customer. */
export interface Customer {
  phone: string;
  lid: string;
  name: string;
  online: boolean;
  readReceipts: boolean;
  onWhatsapp: boolean;
}

/** A simulated group. */
export interface Group {
  jid: string;
  name: string;
  /** The description; absent without one. */
  topic?: string;
  participants: string[];
}

/** Kinds of content in both directions. */
export type MessageKind =
  "text" | "image" | "audio" | "video" | "document" | "sticker" | "location" | "contact" | "list" | "buttons" | "poll";

/** The state of a message: at the customer for ours, at our side for the customer's. */
export type MessageState = "sent" | "delivered" | "read";

/** One message as the phones show it; `posts` counts how often it was sent with the same id. */
export interface ChatMessage {
  id: string;
  /** The company's linked number. */
  number: string;
  /** The customer's phone, or a group's JID. */
  chat: string;
  author: "customer" | "owner";
  via: "api" | "phone" | "customer";
  /** The phone of the customer who wrote, also in a group. */
  sender: string;
  kind: MessageKind;
  text: string;
  fileKey: string;
  ptt: boolean;
  seconds: number;
  location: { latitude: number; longitude: number; name: string } | null;
  contact: { name: string; vcard: string } | null;
  options: string[];
  quotedId: string;
  forwarded: boolean;
  mentions: string[];
  at: number;
  state: MessageState;
  edited: boolean;
  revoked: boolean;
  reactions: { by: string; emoji: string }[];
  posts: number;
}

/** The facts about a stored file; base64 fields are those of the wire. */
export interface StoredFile {
  key: string;
  mime: string;
  fileName: string;
  size: number;
  sha256: string;
  encSha256: string;
  mediaKey: string;
  directPath: string;
  url: string;
  expired: boolean;
}

/** One entry of the phone page's activity list. */
export interface Activity {
  at: number;
  kind: "linked" | "loggedOut" | "connected" | "sent" | "received" | "delivered" | "read" | "typing" | "callRejected" | "webhookFailed";
  name: string;
  detail: string;
}

/** Faults in the delivery of webhooks; an empty object means none. */
export interface WebhookFaults {
  /** Sends every webhook this many extra times. */
  duplicate?: number;
  /** Collects `window` webhooks and sends them in random order. */
  reorder?: { window: number };
  /** Random real milliseconds before each first attempt. */
  delay?: [number, number];
  /** Probability of losing a webhook altogether. */
  drop?: number;
  unsigned?: boolean;
  badsignature?: boolean;
  /** Makes the event's own time this many milliseconds older. */
  stale?: number;
  format?: WebhookFormat;
  /** Limit of simultaneous attempts. */
  concurrency?: number;
}

/**
 * The outcome of the first attempt: `filtered` without subscription or address, `waiting` until the
 * client is online again.
 */
export type WebhookOutcome = "accepted" | "failed" | "filtered" | "lost" | "waiting";

/** An event as on the wire. */
export type WebhookPayload = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Sends webhooks: each independently, at least once, in no order. */
export interface Webhooks {
  send(user: WuzapiUser, payload: WebhookPayload): Promise<WebhookOutcome>;
  /** Resolves when no attempt is running or waiting; retries included. */
  idle(): Promise<void>;
}
