/** What can be asked, and with what. */
export interface GatewayInputs {
  /** Start the same session again. */
  start: null;
  /** End the pairing and offer a new QR. */
  renew: null;
  /** End the pairing. */
  logout: null;
  /** Remove the account, because the connection is about to be deleted. */
  remove: null;
  qr: null;
  pair: { readonly phone: string };
  checkNumber: { readonly digits: string };
}

export interface GatewayAnswers {
  start: null;
  renew: null;
  logout: null;
  remove: null;
  /** Null while connected. */
  qr: { readonly qrcode: string | null };
  pair: { readonly code: string };
  /** The number as the network writes it; null when it is not on the network. */
  checkNumber: { readonly phone: string | null };
}

export type GatewayCallKind = keyof GatewayInputs;

export const GATEWAY_CALL_KINDS = [
  "start",
  "renew",
  "logout",
  "remove",
  "qr",
  "pair",
  "checkNumber",
] as const satisfies readonly GatewayCallKind[];
