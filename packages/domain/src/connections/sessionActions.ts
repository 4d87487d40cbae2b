import { CAPABILITIES } from "./capabilities.js";
import type { ConnectorApi, SessionStatus } from "./connectorApi.js";
import type { SessionReason, SessionReasonCode } from "./sessionReasons.js";

/**
 * The buttons of a connection (D-141): `showQr` shows the code, `pairCode` asks for one by phone
 * number, `reconnect` = POST /whatsapp/restart/, `tryAgain` = POST /whatsappsession, `newQr` = PUT
 * /whatsappsession, `disconnect` = DELETE /whatsapp/recreate, `setVersion` opens the setting
 * of the version; `connecting` is disabled.
 */
export type SessionAction = "showQr" | "pairCode" | "reconnect" | "tryAgain" | "newQr" | "disconnect" | "setVersion" | "connecting";

/**
 * The buttons of a connection in this state (CONN-003 to CONN-007, D-290): at least one that is
 * enabled, except where a number works and has no session of its own. A connector without QR codes gets none that concern QR codes.
 */
export function sessionActions(api: ConnectorApi, status: SessionStatus, reason: SessionReasonCode | null): SessionAction[] {
  const first: SessionAction[] = reason === "connectorRefused" ? ["setVersion"] : [];
  return [...first, ...(CAPABILITIES[api].qr === null ? actionsWithoutCode(status, reason) : actionsOf(api, status))];
}

function actionsWithoutCode(status: SessionStatus, reason: SessionReasonCode | null): SessionAction[] {
  if (status === "CONNECTED") return reason === null ? [] : ["tryAgain"];
  return status === "OPENING" ? ["connecting", "tryAgain"] : ["tryAgain"];
}

function actionsOf(api: ConnectorApi, status: SessionStatus): SessionAction[] {
  switch (status) {
    case "qrcode":
    case "LOGGEDOUT":
      return api === "meow" ? ["showQr", "pairCode"] : ["showQr"];
    case "DISCONNECTED":
      return api === "meow" ? ["reconnect", "newQr"] : ["tryAgain", "newQr"];
    case "CONNECTED":
    case "PAIRING":
      return ["disconnect"];
    case "TIMEOUT":
      return ["newQr", "disconnect"];
    case "OPENING":
      return ["connecting", "disconnect"];
  }
}

/** Days for which deleted keys of a session can be restored [D-313]. */
export const KEY_COPY_DAYS = 30;

/** Why keys were deleted, where it was no reason of the network's: a person, another copy, or a secret that was lost. */
export const KEY_COPY_CAUSES = ["disconnected", "replaced", "secretLost"] as const;
export type KeyCopyReason = (typeof KEY_COPY_CAUSES)[number] | SessionReason;

/** The states in which no linked session runs, so that its keys may be replaced. */
export const UNLINKED_STATUSES: readonly SessionStatus[] = ["qrcode", "DISCONNECTED", "TIMEOUT", "LOGGEDOUT"];

const PAIR_PHONE = /^\d{12,13}$/;

/** The sentence for a number that cannot be paired (CONN-027). */
export const PAIR_PHONE_SENTENCE = "Número de telefone inválido";

/** Whether a pairing code can be requested for a number: 12 or 13 digits (CONN-026). */
export function isPairPhone(phone: string): boolean {
  return PAIR_PHONE.test(phone);
}
