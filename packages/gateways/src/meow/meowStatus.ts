import type { SessionStatus } from "@balcao/domain/connections";
import type { SessionReport } from "../port/index.js";
import { toPeer } from "../addresses/jid.js";

/** What WuzAPI says of a session, and what this process remembers of it. */
export interface MeowFacts {
  readonly connected: boolean;
  readonly loggedIn: boolean;
  /** Own address; empty while no number is linked. */
  readonly jid: string;
  /** The QR code as a picture; empty while there is none. */
  readonly qrcode: string;
  /** Own address when the session was last connected; empty when it never was. */
  readonly linkedJid: string;
  /** A pairing code was given out and not used yet. */
  readonly pairing: boolean;
  /** A code to link a number was offered since the last start. */
  readonly offered: boolean;
}

/** The session's state as the house calls it (CONN-022). */
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

function statusOf(facts: MeowFacts): [SessionStatus, string | null] {
  if (facts.connected && facts.loggedIn) return ["CONNECTED", null];
  if (facts.connected) {
    if (facts.jid !== "") return ["OPENING", null];
    if (facts.pairing) return ["PAIRING", null];
    return [facts.qrcode === "" ? "OPENING" : "qrcode", null];
  }
  if (facts.jid === "" && facts.linkedJid !== "") return ["LOGGEDOUT", "O celular encerrou a sessão. Leia o QR code de novo."];
  if (facts.jid === "" && (facts.offered || facts.pairing)) return ["TIMEOUT", "O código não foi usado a tempo."];
  return ["DISCONNECTED", facts.jid === "" ? null : "O gateway perdeu a conexão com o WhatsApp e tenta voltar sozinho."];
}
