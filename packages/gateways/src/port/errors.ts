import type { GatewayErrorCode } from "@balcao/domain/connections";

export const GATEWAY_ERROR_KINDS = [
  "notConnected",
  "auth",
  "rateLimited",
  "recipient",
  "unsupported",
  "invalid",
  "media",
  "unknownOutcome",
  "transient",
  "unreachable",
] as const;
export type GatewayErrorKind = (typeof GATEWAY_ERROR_KINDS)[number];

/** What a person reads of each kind where nothing more exact is known. */
const CODE_OF: Readonly<Record<GatewayErrorKind, GatewayErrorCode>> = {
  notConnected: "ERR_GATEWAY_NOT_CONNECTED",
  auth: "ERR_GATEWAY_AUTH",
  rateLimited: "ERR_GATEWAY_BUSY",
  recipient: "ERR_GATEWAY_RECIPIENT",
  unsupported: "ERR_GATEWAY_UNSUPPORTED",
  invalid: "ERR_GATEWAY_INVALID",
  media: "ERR_WAPP_DOWNLOAD_MEDIA",
  unknownOutcome: "ERR_GATEWAY_UNKNOWN",
  transient: "ERR_GATEWAY",
  unreachable: "ERR_GATEWAY_UNREACHABLE",
};

/**
 * A question to a gateway that did not end well. `message` is for logs, in English, never with tokens or contents in it;
 * `code` is for people: the browser has a sentence for it in each language.
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  constructor(
    readonly kind: GatewayErrorKind,
    message: string,
    readonly providerCode: string | number | null = null,
    readonly retryAfterMs: number | null = null,
    readonly code: GatewayErrorCode = CODE_OF[kind],
  ) {
    super(message);
  }
}
