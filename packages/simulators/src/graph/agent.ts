import { toSeconds } from "./clock.js";
import type { Change, Json, PhoneNumber } from "./types.js";
import type { GraphWebhooks } from "./webhooks.js";
import { firstNumber, type GraphWorld } from "./world.js";

/** What webhooks of a number have beside their content. */
export const metadataOf = (number: PhoneNumber): Json => ({
  messaging_product: "whatsapp",
  metadata: { display_phone_number: number.display.replace(/\D/g, ""), phone_number_id: number.id },
});

/**
 * A change as an app gets it that does not answer the conversation: under `standby`, one level deeper (Meta's reference of the webhook
 * `standby`).
 */
export function toStandby({ wabaId, value }: Change): Change {
  const { messaging_product, metadata, ...event } = value;
  return { wabaId, field: "standby", value: { messaging_product, metadata, standby: event } };
}

/** A handover has no `metadata`: the number is its `recipient`, the customer its `sender` (Meta's reference of `messaging_handovers`). */
export function sendHandover(
  world: GraphWorld,
  webhooks: GraphWebhooks,
  customer: string,
  to: "ai_agent" | "escalation",
): Promise<boolean> {
  const number = firstNumber(world);
  const { metadata: recipient } = metadataOf(number);
  const before = to === "ai_agent" ? "escalation" : "ai_agent";
  const value = {
    messaging_product: "whatsapp",
    recipient,
    sender: { phone_number: customer },
    timestamp: toSeconds(world.clock.now()),
    type: "control_passed",
    control_passed: {
      metadata: "",
      previous_owner_app_role: to === "ai_agent" ? "business_app" : "meta_business_agent",
      previous_owner_role: before,
      new_owner_role: to,
    },
  };
  return webhooks.deliver({ wabaId: number.wabaId, field: "messaging_handovers", value });
}

/** Meta's agent on a number as calls. */
export function createAgentControl(world: GraphWorld, webhooks: GraphWebhooks) {
  return {
    /** Meta's agent answers a customer from now on: what the customer writes comes as `standby`. */
    agentAnswers: ({ from }: { from: string }): Promise<boolean> => {
      world.agentOf.add(from);
      return sendHandover(world, webhooks, from, "ai_agent");
    },
    /** The agent leaves a customer to people. */
    agentLeaves: ({ from }: { from: string }): Promise<boolean> => {
      world.agentOf.delete(from);
      return sendHandover(world, webhooks, from, "escalation");
    },
    /** A text of the agent: an echo with the body of the request that sent it. */
    agentSays: ({ to, text }: { to: string; text: string }): { readonly id: string; readonly attempt: Promise<boolean> } => {
      const number = firstNumber(world);
      const id = world.nextWamid();
      const message = { messaging_product: "whatsapp", recipient_type: "individual", to, type: "text", text: { body: text } };
      const echo = { id, timestamp: toSeconds(world.clock.now()), message };
      const value = { ...metadataOf(number), message_echoes: [echo] };
      return { id, attempt: webhooks.deliver(toStandby({ wabaId: number.wabaId, field: "standby", value })) };
    },
  };
}
