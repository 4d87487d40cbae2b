/** Why a webhook's body was refused, with its HTTP status. */
export class WebhookBodyError extends Error {
  override readonly name = "WebhookBodyError";
  constructor(
    readonly status: 400 | 408 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}
