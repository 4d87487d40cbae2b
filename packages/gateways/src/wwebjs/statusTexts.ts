import type { SessionReason, SessionStatus } from "@balcao/domain/connections";
import { UnopenedSession } from "../port/index.js";
import { errorText } from "./pageTimeout.js";

/**
 * The session status for a state of WhatsApp Web that is reported while the page runs; null for
 * states without a meaning.
 */
export function toStatus(state: string): SessionStatus | null {
  switch (state) {
    case "OPENING":
    case "PAIRING":
    case "TIMEOUT":
    case "CONNECTED":
      return state;
    default:
      return null;
  }
}

interface Ending {
  readonly status: SessionStatus;
  readonly reason: SessionReason | null;
  /** Whether the pairing is over, so that its profile is deleted. */
  readonly wipe: boolean;
  readonly restart: boolean;
  /**
   * WhatsApp refuses this number or this page, or another program uses it: an early restart changes
   * nothing and may harm.
   */
  readonly refused?: true;
}

/** The meaning of a session's end, by the reason that the library gives. */
export function toEnding(reason: string): Ending {
  if (["LOGOUT", "UNPAIRED", "UNPAIRED_IDLE"].includes(reason))
    return { status: "LOGGEDOUT", reason: "loggedOut", wipe: true, restart: false };
  if (/^Max qrcode/.test(reason)) return { status: "TIMEOUT", reason: "codeUnused", wipe: false, restart: false };
  return {
    status: "DISCONNECTED",
    reason: REASONS[reason] ?? `pageEnded: ${reason.slice(0, 60)}`,
    wipe: false,
    restart: true,
    ...(REFUSALS.has(reason) ? { refused: true as const } : {}),
  };
}

const REASONS: Readonly<Record<string, SessionReason>> = {
  CONFLICT: "pageConflict",
  DEPRECATED_VERSION: "pageOutdated",
  PROXYBLOCK: "networkBlocked",
  TOS_BLOCK: "termsViolated",
  SMB_TOS_BLOCK: "businessTermsViolated",
};

const REFUSALS: ReadonlySet<string> = new Set(["CONFLICT", "DEPRECATED_VERSION", "TOS_BLOCK", "SMB_TOS_BLOCK"]);

/** Why a browser, or the page in it, could not be opened. */
export function toOpeningFault(error: unknown): SessionReason {
  if (error instanceof UnopenedSession) return error.reason;
  const whole = error instanceof Error ? error.message : "";
  if (/no usable sandbox|sandbox.*(?:namespace|setuid)/i.test(whole)) return "browserSandbox";
  if (/error while loading shared libraries/i.test(whole)) return "browserLibraries";
  // The library says so whenever the browser cannot lock its profile; what used it has been ended before.
  if (/browser is already running/i.test(whole)) return "browserUnwritable";
  if (/net::ERR_/.test(whole)) return "pageUnreachable";
  return `pageUnopened: ${errorText(error)}`;
}
