import { toSeconds } from "./clock.js";
import type { SentMessage } from "./types.js";
import type { GraphWebhooks } from "./webhooks.js";
import type { GraphWorld } from "./world.js";

export type MessageStatus = "sent" | "delivered" | "read" | "played" | "failed";

export interface StatusError {
  readonly code: number;
  readonly title: string;
  readonly message: string;
  readonly details?: string;
}

/** Sends a status of a business message by webhook; resolves when the first attempt is over. */
export function sendStatus(
  world: GraphWorld,
  webhooks: GraphWebhooks,
  message: SentMessage,
  status: MessageStatus,
  error?: StatusError,
): Promise<boolean> {
  const number = world.numbers.get(message.numberId);
  if (number === undefined) return Promise.resolve(false);
  message.statuses.push(status);
  const isHidden = /^[A-Z]{2}\./.test(message.to);
  const { details = "", ...named } = error ?? { code: 0, title: "", message: "" };
  return webhooks.deliver({
    wabaId: number.wabaId,
    field: "messages",
    value: {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: number.display.replace(/\D/g, ""), phone_number_id: number.id },
      statuses: [
        {
          id: message.wamid,
          status,
          timestamp: toSeconds(world.clock.now()),
          recipient_type: "individual",
          ...(isHidden ? { recipient_user_id: message.to } : { recipient_id: message.to }),
          ...(message.callbackData === "" ? {} : { biz_opaque_callback_data: message.callbackData }),
          ...(status === "sent" || status === "delivered"
            ? { pricing: { billable: false, pricing_model: "PMP", type: "free_customer_service", category: "service" } }
            : {}),
          ...(error === undefined ? {} : { errors: [{ ...named, error_data: { details: details || named.message } }] }),
        },
      ],
    },
  });
}
