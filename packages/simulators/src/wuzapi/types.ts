import type { SimulatorClock } from "./clock.js";

/** How webhooks travel: `form` is what WuzAPI does unless WEBHOOK_FORMAT says otherwise. */
export type WebhookFormat = "json" | "form";

/** Where media of incoming messages goes; "" is the unconfigured in-memory record (no base64). */
export type MediaDelivery = "" | "base64" | "s3" | "both";

/** Webhook retries: `attempts` in all, with pauses of `delayMs` · 2^n protocol milliseconds. */
export interface RetryPolicy {
  enabled: boolean;
  attempts: number;
  delayMs: number;
}

/** What simulated customers answer to messages, in real milliseconds; `readAfterMs` null means only by opening the chat. */
export interface ReceiptPolicy {
  deliveredAfterMs: number | null;
  readAfterMs: number | null;
  probability: number;
}

/** Misbehaviour of the gateway that is no plain HTTP fault. Counters go down by one each time they act. */
export interface Switches {
  emptyQrPolls: number;
  connectedTwice: boolean;
  receiptBeforeAnswer: boolean;
  dropMediaMessages: number;
  omitBase64: number;
  failConnects: number;
}

/** Settings of the stand-in; only the admin token is compulsory. */
export interface WuzapiOptions {
  readonly adminToken: string;
  /** Port on 127.0.0.1; 0 or absent takes a free one. */
  readonly port?: number;
  readonly clock?: SimulatorClock;
  /** Folder that keeps `simulator.json` and the media; absent keeps everything in memory. */
  readonly dataDir?: string;
  readonly webhookFormat?: WebhookFormat;
  readonly retry?: Partial<RetryPolicy>;
  /** Real milliseconds a webhook attempt may take, 30,000 as in WuzAPI. */
  readonly webhookTimeoutMs?: number;
  readonly receipts?: Partial<ReceiptPolicy>;
  /** Milliseconds during which WhatsApp accepts an edit, 20 minutes. */
  readonly editWindowMs?: number;
  /** Hosts (name:port) from which media addresses may be fetched despite the guard against private addresses. */
  readonly allowedMediaHosts?: readonly string[];
  /** Seed of the random choices of fault rules. */
  readonly seed?: number;
}

/** The S3 and delivery settings of a user, as the wire writes them. */
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

/** The two settings that the in-memory record lacks after creation until they are set by their own calls. */
interface DeliveryRecord {
  mediaDelivery: MediaDelivery;
  hmacKey: string;
}

/** One WuzAPI user, that is one instance that may hold one linked number. */
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
  /** What the database row says. */
  stored: DeliveryRecord;
  /** What the running server uses; equals `stored` only after a restart or the two configuration calls. */
  live: DeliveryRecord;
  /** Own address with device (`5511…:12@s.whatsapp.net`), empty while not linked. */
  jid: string;
  lid: string;
  pushName: string;
  qrcode: string;
  /** Whether the server connects this user again when it starts. */
  reconnect: boolean;
}

/** The running client of a user; absent means the "no session" answer. */
export interface Session {
  connected: boolean;
  loggedIn: boolean;
  /** The client is dead but its status still says connected. */
  lying: boolean;
  qrIndex: number;
  qrExpiresAt: number;
  pairing: { phone: string; code: string } | null;
  cancel: () => void;
}

/** A simulated telephone of the company that may be linked to a WuzAPI user. */
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
  participants: string[];
}

/** Kinds of content that travel in either direction. */
export type MessageKind =
  "text" | "image" | "audio" | "video" | "document" | "sticker" | "location" | "contact" | "list" | "buttons" | "poll";

/** How far a message got: the customer's view for ours, ours for the customer's. */
export type MessageState = "sent" | "delivered" | "read";

/** One message as the telephones show it; `posts` counts how often it was sent with the same id. */
export interface ChatMessage {
  id: string;
  /** Linked number of the company. */
  number: string;
  /** Customer's phone, or a group's JID. */
  chat: string;
  author: "customer" | "owner";
  via: "api" | "phone" | "customer";
  /** Phone of the customer who wrote, also in a group. */
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

/** What is known of a stored file; base64 fields are those of the wire. */
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

/** A line of the phone page's "what happened". */
export interface Activity {
  at: number;
  kind: "linked" | "loggedOut" | "connected" | "sent" | "received" | "delivered" | "read" | "typing" | "callRejected" | "webhookFailed";
  name: string;
  detail: string;
}

/** What goes wrong on the way of webhooks; an empty object means nothing does. */
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
  /** At most this many attempts at once. */
  concurrency?: number;
}

/** What became of the first attempt: `filtered` without subscription or address, `waiting` until the client is online again. */
export type WebhookOutcome = "accepted" | "failed" | "filtered" | "lost" | "waiting";

/** An event as the wire carries it. */
export type WebhookPayload = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The sender of webhooks: each in its own task, at least once, in no order. */
export interface Webhooks {
  send(user: WuzapiUser, payload: WebhookPayload): Promise<WebhookOutcome>;
  /** Ends when no attempt runs or waits; retries included. */
  idle(): Promise<void>;
}
