import type { SessionReason, SessionStatus } from "@balcao/domain/connections";
import type { GatewayErrorKind } from "../port/index.js";

/** What a closed connection means for the session. */
export interface Closing {
  /**
   * `restart`: reconnect at once with the same keys. `retry`: the lease holder reconnects with
   * growing pauses. `rest`: no reconnect before `restMs`, because trying harms. `idle`: no
   * reconnect until a person asks. `forget`: the pairing is over and the keys are deleted.
   */
  readonly act: "restart" | "retry" | "rest" | "idle" | "forget";
  readonly status: SessionStatus;
  /** For administrators. */
  readonly reason: SessionReason | null;
  readonly kind: GatewayErrorKind;
  readonly restMs: number;
}

const MINUTE_MS = 60_000;
/** Failed tries after which a refused session is paused. */
const MOST_TRIES = 3;
const QR_ENDED = /QR refs attempts ended/i;
/** The end of a socket whose account needs a passkey to link a device. */
export const PASSKEY = "WhatsApp demands a passkey";

const retry = (reason: SessionReason): Closing => ({ act: "retry", status: "DISCONNECTED", reason, kind: "transient", restMs: 0 });
const rest = (reason: SessionReason, restMs: number): Closing => ({
  act: "rest",
  status: "DISCONNECTED",
  reason,
  kind: "notConnected",
  restMs,
});
const forget = (reason: SessionReason): Closing => ({ act: "forget", status: "LOGGEDOUT", reason, kind: "auth", restMs: 0 });

const LOST = retry("connectionLost");
/** Only 401, 403 and 406 prove that the pairing is over; every other code costs no key. */
const CLOSINGS: Readonly<Record<number, Closing>> = {
  401: forget("loggedOut"),
  402: rest("temporaryBan", 5 * MINUTE_MS),
  403: forget("accountBlocked"),
  405: rest("connectorRefused", 5 * MINUTE_MS),
  406: forget("numberBanned"),
  408: LOST,
  411: rest("noMultiDevice", 5 * MINUTE_MS),
  428: LOST,
  // WhatsApp's own fault, which passes; the library says it also for a failure without a reason.
  500: retry("sessionRefused"),
  503: retry("whatsappDown"),
  515: { act: "restart", status: "PAIRING", reason: null, kind: "transient", restMs: 0 },
};

/**
 * What to do after a close with this code. `tries` counts the closes since the session was last
 * connected, including this one; `banMs` is what WhatsApp says is left of a ban.
 */
export function closingOf(code: number | undefined, message: string, tries: number, banMs = 0): Closing {
  if (code === 402 && banMs > 0) return rest("temporaryBan", banMs);
  if (code === 408 && QR_ENDED.test(message))
    return { act: "idle", status: "TIMEOUT", reason: "codeUnused", kind: "notConnected", restMs: 0 };
  if (message === PASSKEY) return { act: "idle", status: "TIMEOUT", reason: "passkeyNeeded", kind: "notConnected", restMs: 0 };
  if (code === 440) {
    return rest("usedElsewhere", tries > MOST_TRIES ? 5 * MINUTE_MS : 20_000);
  }
  const known = code === undefined ? LOST : CLOSINGS[code];
  if (known !== undefined) return known;
  const reason = `connectionRefused: ${String(code)}` as const;
  return tries >= MOST_TRIES ? rest(reason, 5 * MINUTE_MS) : retry(reason);
}
