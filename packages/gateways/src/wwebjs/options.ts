import type { GuardedFetch } from "@balcao/platform/http";

/** Timeouts and pauses of the connector, in milliseconds. */
export interface WwebjsTimes {
  /** For starting the browser and loading the page. */
  readonly openMs: number;
  /** From "authenticated" to "ready"; then the page is restarted. */
  readonly readyMs: number;
  /** After a QR code without a newer one, which has then expired. */
  readonly qrMs: number;
  /** For an answer of the page. */
  readonly answerMs: number;
  /** For the page's answer to a ping; after three missing answers the page is restarted. */
  readonly pingMs: number;
  /** For the page's result of a send. */
  readonly sendMs: number;
  /** For a whole send, including reading back; shorter than the capability's `sendTimeoutMs`. */
  readonly outcomeMs: number;
  /** For the browser to close by itself before it is killed. */
  readonly closeMs: number;
  /**
   * The pause before the first restart; it doubles up to `longestPauseMs`, and is reset once a
   * session has been ready for that long.
   */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /**
   * The first pause after WhatsApp refused the number or its page; it doubles up to
   * `longestRefusedMs`.
   */
  readonly refusedMs: number;
  readonly longestRefusedMs: number;
  /** The interval between searches for messages without an event. */
  readonly catchUpMs: number;
}

export const WWEBJS_TIMES: WwebjsTimes = {
  openMs: 60_000,
  readyMs: 120_000,
  qrMs: 90_000,
  answerMs: 20_000,
  pingMs: 10_000,
  sendMs: 35_000,
  outcomeMs: 55_000,
  closeMs: 8_000,
  pauseMs: 2_000,
  longestPauseMs: 60_000,
  refusedMs: 300_000,
  longestRefusedMs: 6 * 3_600_000,
  catchUpMs: 600_000,
};

export interface WwebjsConnectorOptions {
  /** The Chromium to run; undefined searches the paths of distributions and Playwright. */
  readonly chromiumPath?: string | undefined;
  /** Further arguments for Chromium, for instance a proxy. */
  readonly chromiumArgs?: readonly string[];
  /** The largest number of browsers of this process. */
  readonly sessionsMax: number;
  /** A saved page to open in place of the newest one: `<folder>/<version>.html`. */
  readonly savedPage?: { readonly folder: string; readonly version: string } | undefined;
  /** Fetches pictures from the addresses that WhatsApp gives. */
  readonly fetchPublic: GuardedFetch;
  readonly times?: Partial<WwebjsTimes>;
}
