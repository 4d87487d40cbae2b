import type { GraphClock } from "./clock.js";

/** How a stand-in is started. */
export interface GraphOptions {
  readonly appSecret: string;
  readonly token: string;
  readonly port?: number;
  readonly clock?: GraphClock;
  readonly seed?: number;
  readonly wabaId?: string;
  readonly phoneNumberId?: string;
  readonly display?: string;
  /** Where the app's webhook is; empty: nowhere. */
  readonly webhookUrl?: string;
  readonly policy?: Partial<Policy>;
  /** Webhooks are repeated until 200, after gaps that grow from this. */
  readonly retryDelayMs?: number;
}

/** When statuses follow a send; null: never. */
export interface Policy {
  readonly sentAfterMs: number | null;
  readonly deliveredAfterMs: number | null;
  readonly readAfterMs: number | null;
}

export interface Switches {
  /** A free text outside the window is refused at once instead of failing afterwards. */
  readonly windowAtOnce?: boolean;
  /** HTTP status that goes with throttling; the real service varies. */
  readonly throttleStatus?: 400 | 429;
  /** Statuses of one message come before the answer to its send. */
  readonly statusFirst?: boolean;
  /** New templates are judged after so long; absent: only by command. */
  readonly reviewAfterMs?: number;
  readonly accountLocked?: boolean;
  /** The bytes of downloads differ from what was announced. */
  readonly spoilMedia?: boolean;
  /** So many webhooks' items are gathered into one body, for at most `batchMs`. */
  readonly batch?: { readonly size: number; readonly ms: number };
}

export interface WebhookFaults {
  readonly duplicate?: number;
  readonly reorder?: { readonly window: number };
  readonly delay?: readonly [number, number];
  readonly drop?: number;
  readonly unsigned?: boolean;
  readonly badsignature?: boolean;
}

export interface PhoneNumber {
  readonly id: string;
  readonly wabaId: string;
  readonly display: string;
  readonly name: string;
  registered: boolean;
  pin: string;
  status: string;
  quality: string;
}

export interface GraphTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  category: string;
  readonly components: readonly Json[];
  status: string;
  reason: string;
}

export interface Waba {
  readonly id: string;
  subscribed: boolean;
  templates: GraphTemplate[];
}

export interface MediaFile {
  readonly id: string;
  readonly bytes: Buffer;
  readonly mime: string;
  readonly fileName: string;
  readonly expires: number;
}

/** A message that the business sent, as the customer's phone shows it. */
export interface SentMessage {
  readonly wamid: string;
  readonly numberId: string;
  /** Digits, or the BSUID of a customer who hides the number. */
  readonly to: string;
  readonly type: string;
  readonly body: Json;
  readonly callbackData: string;
  readonly quotedId: string;
  readonly statuses: string[];
}

export type Json = Readonly<Record<string, unknown>>;

/** One thing to tell: a change of a number or an account. */
export interface Change {
  readonly wabaId: string;
  readonly field: string;
  readonly value: Json;
}
