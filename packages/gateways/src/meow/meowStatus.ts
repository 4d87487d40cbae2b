import type { SessionReason, SessionStatus } from "@balcao/domain/connections";
import type { SessionReport } from "../port/index.js";
import { toPeer } from "../addresses/jid.js";

/** WuzAPI's facts about a session, and what this process has stored about it. */
export interface MeowFacts {
  readonly connected: boolean;
  readonly loggedIn: boolean;
  /** The session's own address; empty while no number is linked. */
  readonly jid: string;
  /** The QR code as a picture; empty while there is none. */
  readonly qrcode: string;
  /** The own address when the session was last connected; empty when it never was. */
  readonly linkedJid: string;
  /** Whether a pairing code was given out and not used yet. */
  readonly pairing: boolean;
  /** Whether a code to link a number was offered since the last start. */
  readonly offered: boolean;
}

/** The state of the session in Balcão's terms (CONN-022). */
export function toReport(facts: MeowFacts): SessionReport {
  const [status, reason] = statusOf(facts);
  return {
    status,
    qrcode: status === "qrcode" ? facts.qrcode : null,
    phone: toPeer(facts.jid)?.phone ?? null,
    battery: null,
    reason,
  };
}

function statusOf(facts: MeowFacts): [SessionStatus, SessionReason | null] {
  if (facts.connected) return [connectedStatus(facts), null];
  if (facts.jid === "" && facts.linkedJid !== "") return ["LOGGEDOUT", "loggedOut"];
  if (facts.jid === "" && (facts.offered || facts.pairing)) return ["TIMEOUT", "codeUnused"];
  return ["DISCONNECTED", facts.jid === "" ? null : "gatewayReconnects"];
}

/** The status while the gateway itself is connected to WhatsApp. */
function connectedStatus(facts: MeowFacts): SessionStatus {
  if (facts.loggedIn) return "CONNECTED";
  if (facts.jid !== "") return "OPENING";
  if (facts.pairing) return "PAIRING";
  return facts.qrcode === "" ? "OPENING" : "qrcode";
}
