import { MARKETING_STOP } from "@balcao/domain/sends";
import type { InboundEvent } from "@balcao/domain/messages";
import { deleteOptOutOf, insertOptOut } from "@balcao/database/contacts";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { resolveContact } from "./resolveContact.js";

/**
 * Records that a customer stopped marketing messages in WhatsApp, like an own word of the company (D-271); resuming them there undoes that
 * alone, because Meta would refuse them until then.
 */
export async function applyMarketing(
  step: LaneStep,
  { chat, stops, at }: Extract<InboundEvent, { kind: "marketing" }>,
  changes: LaneChanges,
): Promise<"done"> {
  const { tx } = step;
  const { contact, change } = await resolveContact(step, chat, null);
  const isNew = stops
    ? await insertOptOut(tx, contact.id, { at, reason: "word", word: MARKETING_STOP })
    : await deleteOptOutOf(tx, contact.id, MARKETING_STOP);
  if (isNew)
    await recordSystemAudit(tx, stops ? "contact.optOut" : "contact.optIn", { contactId: contact.id, description: MARKETING_STOP });
  if (isNew || change) changes.addContact(contact.id, change ?? "update");
  return "done";
}
