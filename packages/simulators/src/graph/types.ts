import type { GraphClock } from "./clock.js";

/** Options of a stand-in. */
export interface GraphOptions {
  readonly appSecret: string;
  readonly token: string;
  readonly port?: number;
  readonly clock?: GraphClock;
  readonly seed?: number;
  readonly wabaId?: string;
  readonly phoneNumberId?: string;
  readonly display?: string;
  /** The address of the app's webhook; none when empty. */
  readonly webhookUrl?: string;
  readonly policy?: Partial<Policy>;
  /**
   * The first pause between webhook attempts, which are repeated until 200; later pauses are
   * longer.
   */
  readonly retryDelayMs?: number;
}

/** The delays of statuses after a send; null sends none. */
export interface Policy {
  readonly sentAfterMs: number | null;
  readonly deliveredAfterMs: number | null;
  readonly readAfterMs: number | null;
}

export interface Switches {
  /** Refuses a free text outside the window at once, instead of failing it afterwards. */
  readonly windowAtOnce?: boolean;
  /** HTTP status of rate limit errors; the real service varies. */
  readonly throttleStatus?: 400 | 429;
  /** Sends statuses of a message before the answer to its send. */
  readonly statusFirst?: boolean;
  /** Time until new templates are reviewed; only by command when absent. */
  readonly reviewAfterMs?: number;
  readonly accountLocked?: boolean;
  /** Sends downloads with other bytes than announced. */
  readonly spoilMedia?: boolean;
  /** Collects items of up to `size` webhooks into one body, for at most `ms`. */
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

/** A message of the business as the customer's phone shows it. */
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

/** One change of a number or an account, sent by webhook. */
export interface Change {
  readonly wabaId: string;
  readonly field: string;
  readonly value: Json;
}

/** A file that is uploaded as the sample of a template's header. */
export interface SampleUpload {
  readonly mime: string;
  readonly bytes: number;
  /** Null until all bytes have come. */
  handle: string | null;
}
