/** Why a webhook's body was not taken, with the HTTP status that says so. */
export class WebhookBodyError extends Error {
  override readonly name = "WebhookBodyError";
  constructor(
    readonly status: 400 | 408 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}
