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

/** A question to a gateway that did not end well. `message` is for logs, never with tokens or contents in it. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  constructor(
    readonly kind: GatewayErrorKind,
    message: string,
    readonly providerCode: string | number | null = null,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}
