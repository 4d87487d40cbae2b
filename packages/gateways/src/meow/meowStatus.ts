import type { SessionReason, SessionStatus } from "@balcao/domain/connections";
import type { SessionReport } from "../port/index.js";
import { toPeer } from "../addresses/jid.js";

/** Events that an older WuzAPI does not know; it leaves them out of a subscription. */
export const MEOW_NEWER_EVENTS = ["PairPasskeyRequest", "PairPasskeyConfirmation", "PairPasskeyError"] as const;

/** WuzAPI's facts about a session, and what this process has stored about it. */
export interface MeowFacts {
  readonly connected: boolean;
  readonly loggedIn: boolean;
  /** The session's own address; WuzAPI keeps it after the pairing has ended, so it proves nothing. */
  readonly jid: string;
  /** The QR code as a picture; empty while there is none. */
  readonly qrcode: string;
  /** The own address when the session was last connected; empty when it never was. */
  readonly linkedJid: string;
  /** Whether a pairing code was given out and not used yet. */
  readonly pairing: boolean;
  /** Whether a code to link a number was offered since the last start. */
  readonly offered: boolean;
  /** Why the pairing ended; null since the last start. */
  readonly ended: SessionReason | null;
  /** Whether WhatsApp demands a passkey of the account, so that no code links it. */
  readonly passkey: boolean;
}

/** Reasons of `LoggedOut` that WhatsApp gives, by its codes. */
const ENDINGS: Readonly<Record<number, SessionReason>> = { 401: "loggedOut", 403: "accountBlocked", 406: "numberBanned" };

/** Why a pairing ended, by the code of `LoggedOut`. */
export const endingOf = (code: number | null): SessionReason => ENDINGS[code ?? 401] ?? "loggedOut";

/** Why WhatsApp refused a login, by the code of `ConnectFailure`; null when WuzAPI did not reach it. */
export function failureOf(code: number | null): SessionReason {
  if (code === null) return "gatewayFailed";
  if (code === 405) return "gatewayOutdated";
  return code === 500 || code === 503 ? "whatsappDown" : `connectionRefused: ${code}`;
}

/** The reason in a hint that the pairing has ended; null for any other hint. */
export const readEnding = (hint: string | null): SessionReason | null => Object.values(ENDINGS).find((reason) => reason === hint) ?? null;

/** The state of the session in Balcão's terms. */
export function toReport(facts: MeowFacts): SessionReport {
  const [status, reason] = statusOf(facts);
  return {
    status,
    qrcode: status === "qrcode" ? facts.qrcode : null,
    phone: status === "CONNECTED" ? (toPeer(facts.jid)?.phone ?? null) : null,
    battery: null,
    reason,
  };
}

function statusOf(facts: MeowFacts): [SessionStatus, SessionReason | null] {
  if (facts.connected && facts.loggedIn) return ["CONNECTED", null];
  if (facts.passkey) return ["TIMEOUT", "passkeyNeeded"];
  if (facts.ended !== null) return ["LOGGEDOUT", facts.ended];
  if (facts.connected) return [unlinkedStatus(facts), null];
  if (facts.linkedJid !== "") return ["DISCONNECTED", "gatewayReconnects"];
  return facts.offered || facts.pairing ? ["TIMEOUT", "codeUnused"] : ["DISCONNECTED", null];
}

/** The status while the gateway itself is connected to WhatsApp, and not logged in. */
function unlinkedStatus(facts: MeowFacts): SessionStatus {
  if (facts.linkedJid !== "") return "OPENING";
  if (facts.pairing) return "PAIRING";
  return facts.qrcode === "" ? "OPENING" : "qrcode";
}
