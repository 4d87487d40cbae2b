import type { SessionStatus } from "@balcao/domain/connections";
import type { GatewayErrorKind } from "../port/index.js";

/** What a closed connection means for the session (gateways.md A.6). */
export interface Closing {
  /**
   * `restart`: at once, with the same keys. `retry`: whoever keeps the session tries again, with growing pauses. `rest`: not before `restMs` have
   * passed, because trying harms. `idle`: not until somebody asks. `forget`: the pairing is over, the keys are deleted.
   */
  readonly act: "restart" | "retry" | "rest" | "idle" | "forget";
  readonly status: SessionStatus;
  /** For administrators. */
  readonly reason: string | null;
  readonly kind: GatewayErrorKind;
  readonly restMs: number;
}

const MINUTE_MS = 60_000;
/** Fruitless tries after which a broken session is given up, or left alone for a while. */
const MOST_TRIES = 3;
const QR_ENDED = /QR refs attempts ended/i;

const retry = (reason: string): Closing => ({ act: "retry", status: "DISCONNECTED", reason, kind: "transient", restMs: 0 });
const rest = (reason: string, restMs: number): Closing => ({ act: "rest", status: "DISCONNECTED", reason, kind: "notConnected", restMs });
const forget = (reason: string): Closing => ({ act: "forget", status: "LOGGEDOUT", reason, kind: "auth", restMs: 0 });

const LOST = retry("A conexão com o WhatsApp caiu.");
const CLOSINGS: Readonly<Record<number, Closing>> = {
  401: forget("O aparelho encerrou a conexão. Leia o código novamente."),
  402: rest("O WhatsApp suspendeu este número por um tempo. Espere e não envie mensagens em massa.", 5 * MINUTE_MS),
  403: forget("O WhatsApp bloqueou esta conta."),
  405: rest("O WhatsApp recusou a versão do conector. Ajuste WHATSAPP_VERSION ou atualize o sistema.", 5 * MINUTE_MS),
  406: rest("O WhatsApp baniu este número.", 5 * MINUTE_MS),
  408: LOST,
  411: forget("O aparelho não aceita vários dispositivos. Leia o código novamente."),
  428: LOST,
  503: retry("O WhatsApp está indisponível no momento."),
  515: { act: "restart", status: "PAIRING", reason: null, kind: "transient", restMs: 0 },
};

/** What to do after a close with this code; `tries` counts the closes since the session was last connected, this one included. */
export function closingOf(code: number | undefined, message: string, tries: number): Closing {
  if (code === 408 && QR_ENDED.test(message))
    return { act: "idle", status: "TIMEOUT", reason: "Ninguém usou o código a tempo.", kind: "notConnected", restMs: 0 };
  if (code === 440) {
    return rest(
      "Outro programa usa a sessão deste número. Verifique se o sistema não está aberto em dois lugares.",
      tries > MOST_TRIES ? 5 * MINUTE_MS : 20_000,
    );
  }
  const known = code === undefined ? LOST : CLOSINGS[code];
  if (known !== undefined) return known;
  if (code === 500) {
    return tries >= MOST_TRIES ? forget("A sessão se corrompeu. Leia o código novamente.") : retry("O WhatsApp recusou a sessão.");
  }
  const reason = `O WhatsApp recusou a conexão (código ${String(code)}).`;
  return tries >= MOST_TRIES ? rest(reason, 5 * MINUTE_MS) : retry(reason);
}
