import { AppError, invalidField } from "@balcao/contracts/errors";
import { WebhookBodyError } from "@balcao/gateways/intake";

/** Why a webhook's body was not taken, as an answer of ours; any other error as it is. */
export function toBodyRefusal(error: unknown): unknown {
  if (!(error instanceof WebhookBodyError)) return error;
  if (error.status === 413) return new AppError("ERR_PAYLOAD_TOO_LARGE");
  if (error.status === 415) return new AppError("ERR_UNSUPPORTED_MEDIA_TYPE");
  return invalidField("body", error.status === 408 ? "timeout" : "json");
}
