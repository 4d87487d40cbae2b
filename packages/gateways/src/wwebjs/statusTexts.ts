import type { SessionStatus } from "@balcao/domain/connections";
import { errorText } from "./patience.js";

/** What a state of WhatsApp Web, told while the page goes on, means for the session (gateways.md B.3); null for those that mean nothing. */
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
  readonly reason: string | null;
  /** The pairing is over: its profile is of no use any more. */
  readonly wipe: boolean;
  readonly restart: boolean;
  /** WhatsApp refuses this number or this page, or somebody else uses it: trying soon again changes nothing, and may harm. */
  readonly refused?: true;
}

/** What the end of a session means, by the reason that the library gives. */
export function toEnding(reason: string): Ending {
  if (["LOGOUT", "UNPAIRED", "UNPAIRED_IDLE"].includes(reason))
    return { status: "LOGGEDOUT", reason: "A sessão foi encerrada pelo celular.", wipe: true, restart: false };
  if (/^Max qrcode/.test(reason)) return { status: "TIMEOUT", reason: CODE_UNUSED, wipe: false, restart: false };
  return {
    status: "DISCONNECTED",
    reason: REASONS[reason] ?? `O WhatsApp Web encerrou a sessão (${reason.slice(0, 60)}).`,
    wipe: false,
    restart: true,
    ...(REFUSALS.has(reason) ? { refused: true as const } : {}),
  };
}

export const CODE_UNUSED = "O código não foi usado a tempo.";
export const NOT_READY = "O WhatsApp Web aceitou a sessão, mas não ficou pronto a tempo.";
export const SLOW_PAGE = "O WhatsApp Web está demorando a responder.";
export const LOST_PAGE = "A página do WhatsApp Web parou de responder.";

const REASONS: Readonly<Record<string, string>> = {
  CONFLICT: "O WhatsApp Web foi aberto em outro lugar com esta sessão.",
  DEPRECATED_VERSION: "O WhatsApp recusou esta versão do WhatsApp Web. Atualize o sistema.",
  PROXYBLOCK: "A rede deste servidor bloqueia o WhatsApp.",
  TOS_BLOCK: "O WhatsApp bloqueou este número por violar os termos de uso.",
  SMB_TOS_BLOCK: "O WhatsApp bloqueou este número comercial por violar os termos de uso.",
};

const REFUSALS: ReadonlySet<string> = new Set(["CONFLICT", "DEPRECATED_VERSION", "TOS_BLOCK", "SMB_TOS_BLOCK"]);

/** Why a browser, or the page in it, could not be opened. */
export function toOpeningFault(error: unknown): string {
  const whole = error instanceof Error ? error.message : "";
  if (/no usable sandbox|sandbox.*(?:namespace|setuid)/i.test(whole))
    return "O Chromium não encontrou uma sandbox neste servidor. Habilite os namespaces de usuário ou defina CHROMIUM_ARGS=--no-sandbox.";
  if (/error while loading shared libraries/i.test(whole))
    return "Faltam bibliotecas do sistema para o Chromium neste servidor. Reinstale o pacote chromium.";
  if (/net::ERR_/.test(whole)) return "Este servidor não consegue abrir https://web.whatsapp.com. Verifique a rede.";
  return `O WhatsApp Web não abriu: ${errorText(error)}`;
}
