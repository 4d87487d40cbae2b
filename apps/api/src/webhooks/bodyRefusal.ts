import type { Request } from "express";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { WebhookBodyError } from "@balcao/gateways/intake";

/**
 * Why a webhook's body was not taken, as an answer of ours; any other error as it is. What is left of the body is let run out unread: otherwise the
 * connection would stand still, and with it the sender's next delivery.
 */
export function toBodyRefusal(request: Request, error: unknown): unknown {
  if (!(error instanceof WebhookBodyError)) return error;
  request.resume();
  if (error.status === 413) return new AppError("ERR_PAYLOAD_TOO_LARGE");
  if (error.status === 415) return new AppError("ERR_UNSUPPORTED_MEDIA_TYPE");
  return invalidField("body", error.status === 408 ? "timeout" : "json");
}
