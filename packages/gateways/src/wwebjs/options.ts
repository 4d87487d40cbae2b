import type { GuardedFetch } from "@balcao/platform/http";

/** How patient the connector is with the page, in milliseconds (gateways.md B.7). */
export interface WwebjsTimes {
  /** For the browser to run and the page to load. */
  readonly openMs: number;
  /** From "authenticated" to "ready"; the page is started anew afterwards. */
  readonly readyMs: number;
  /** A QR code that no newer one followed has run out. */
  readonly qrMs: number;
  /** For the page to answer a question. */
  readonly answerMs: number;
  /** For the page to answer a sign of life; after three misses it is started anew. */
  readonly pingMs: number;
  /** For the page to say what became of a message. */
  readonly sendMs: number;
  /** All of a send, reading back included; below the capability's `sendTimeoutMs`. */
  readonly outcomeMs: number;
  /** For the browser to close by itself before it is killed. */
  readonly closeMs: number;
  /** The pause before the first restart; it doubles up to `longestPauseMs`, and starts over once a session has been ready for that long. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** The first pause after WhatsApp refused the number or its page; it doubles up to `longestRefusedMs`. */
  readonly refusedMs: number;
  readonly longestRefusedMs: number;
  /** How often messages that no event told of are looked for. */
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
  /** A Chromium to run; undefined looks where distributions and Playwright put theirs. */
  readonly chromiumPath?: string | undefined;
  /** Further arguments for Chromium: a proxy, for instance. */
  readonly chromiumArgs?: readonly string[];
  /** Browsers that this process runs at most. */
  readonly sessionsMax: number;
  /** A saved page to open instead of the newest: `<folder>/<version>.html`. */
  readonly savedPage?: { readonly folder: string; readonly version: string } | undefined;
  /** Fetches pictures from the addresses that WhatsApp gives (S-58). */
  readonly fetchPublic: GuardedFetch;
  readonly times?: Partial<WwebjsTimes>;
}
