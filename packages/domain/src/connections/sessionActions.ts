import { CAPABILITIES } from "./capabilities.js";
import type { ConnectorApi, SessionStatus } from "./connectorApi.js";
import type { SessionReasonCode } from "./sessionReasons.js";

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
