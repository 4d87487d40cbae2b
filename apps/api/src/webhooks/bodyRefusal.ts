import type { Request } from "express";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { WebhookBodyError } from "@balcao/gateways/intake";

/**
 * Converts an error of a webhook's body into our answer; returns any other error as it is. The rest of the body is discarded, because an
 * unread one would block the connection and the sender's next delivery.
 */
export function toBodyRefusal(request: Request, error: unknown): unknown {
  if (!(error instanceof WebhookBodyError)) return error;
  request.resume();
  if (error.status === 413) return new AppError("ERR_PAYLOAD_TOO_LARGE");
  if (error.status === 415) return new AppError("ERR_UNSUPPORTED_MEDIA_TYPE");
  return invalidField("body", error.status === 408 ? "timeout" : "json");
}
