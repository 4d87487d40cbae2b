import type { InboundEvent } from "@balcao/domain/messages";
import { ignored, unknown } from "../protocol/inboundEvents.js";
import { dateAt, idAt, objectAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import { toPeer } from "./cloudMessage.js";

const AGENT = /agent/i;

/**
 * A change of who answers a conversation: Meta's agent or we. `new_owner_role` says it; where Meta leaves it out, the agent's
 * leaving is said by the role of the owner before. What says neither is `unknown`.
 */
export function toHandover(value: PlainObject | null, now: Date): InboundEvent {
  const sender = objectAt(value, "sender");
  const chat = toPeer(textAt(sender, "phone_number") || textAt(sender, "wa_id"), idAt(sender, "user_id"));
  const passed = objectAt(value, "control_passed");
  if (chat === null || passed === null) return value === null ? ignored("no handover") : unknown("messaging_handovers", now);
  const before = [textAt(passed, "previous_owner_role"), textAt(passed, "previous_owner_app_role")].join(" ");
  const after = textAt(passed, "new_owner_role");
  if (after === "" && !AGENT.test(before)) return unknown("messaging_handovers", now);
  return { kind: "handover", chat, to: AGENT.test(after) ? "metaAgent" : "us", at: dateAt(value, "timestamp") ?? now };
}
