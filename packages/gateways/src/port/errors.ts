import type { GatewayErrorCode, SessionReason } from "@balcao/domain/connections";

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

/** The error code for people of each kind, when no more specific code is given. */
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

/** Details of a failed request, where the network gives them. */
interface GatewayErrorDetails {
  readonly providerCode?: string | number | null;
  readonly retryAfterMs?: number | null;
  /** A more specific code for people than that of the kind. */
  readonly code?: GatewayErrorCode;
}

/**
 * A request to a gateway that failed. `message` is for logs, in English, without tokens and
 * contents; `code` is for people: the browser has a sentence for it in each language.
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly providerCode: string | number | null;
  readonly retryAfterMs: number | null;
  readonly code: GatewayErrorCode;

  constructor(
    readonly kind: GatewayErrorKind,
    message: string,
    { providerCode = null, retryAfterMs = null, code = CODE_OF[kind] }: GatewayErrorDetails = {},
  ) {
    super(message);
    this.providerCode = providerCode;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
  }
}

/** A session that cannot be opened, with the reason that administrators read. */
export class UnopenedSession extends GatewayError {
  constructor(
    kind: GatewayErrorKind,
    message: string,
    readonly reason: SessionReason,
    /** Until when the session rests; null when it may be tried again soon. */
    readonly until: Date | null = null,
  ) {
    super(kind, message);
  }
}

/** What administrators read of a session that ended with this error. */
export function toSessionReason(error: unknown): SessionReason {
  if (error instanceof UnopenedSession) return error.reason;
  return error instanceof GatewayError ? error.code : "ERR_GATEWAY";
}
