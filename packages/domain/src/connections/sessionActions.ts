import { CAPABILITIES } from "./capabilities.js";
import type { ConnectorApi, SessionStatus } from "./connectorApi.js";

/**
 * The buttons of a connection (D-141): `showQr` shows the code, `pairCode` asks for one by phone
 * number, `reconnect` = POST /whatsapp/restart/, `tryAgain` = POST /whatsappsession, `newQr` = PUT
 * /whatsappsession, `disconnect` = DELETE /whatsapp/recreate, `connecting` is disabled.
 */
export type SessionAction = "showQr" | "pairCode" | "reconnect" | "tryAgain" | "newQr" | "disconnect" | "connecting";

/**
 * The buttons of a connection in this state (CONN-003 to CONN-007). A connector without QR codes
 * gets none that concern QR codes.
 */
export function sessionActions(api: ConnectorApi, status: SessionStatus): SessionAction[] {
  return documentedActions(api, status).filter((action) => CAPABILITIES[api].qr !== null || (action !== "showQr" && action !== "newQr"));
}

function documentedActions(api: ConnectorApi, status: SessionStatus): SessionAction[] {
  switch (status) {
    case "qrcode":
    case "LOGGEDOUT":
      return api === "meow" ? ["showQr", "pairCode"] : ["showQr"];
    case "DISCONNECTED":
      return api === "meow" ? ["reconnect"] : ["tryAgain", "newQr"];
    case "CONNECTED":
    case "PAIRING":
    case "TIMEOUT":
      return api === "meow" || api === "wwebjs" ? ["disconnect"] : [];
    case "OPENING":
      return ["connecting"];
  }
}
