import type { Ack, InboundEvent } from "@balcao/domain/messaging";
import { ignored, receivedAt } from "../protocol/inboundEvents.js";
import { contactOf, toEchoEvent, toMessageEvent, toPeer } from "./cloudMessage.js";
import { toProviderError } from "./graphError.js";
import { dateAt, idAt, objectAt, objectsAt, textAt, toObject } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

const ACKS: Readonly<Record<string, Ack>> = { sent: 1, delivered: 2, read: 3, played: 4, failed: -1 };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What we write where our id would stand, for what is no message of the outbox: nothing is to be made of its statuses. */
export const NO_OUTBOX = "reaction";

/** Changes of an account after which its number is asked how it is. */
const ACCOUNT_FIELDS: ReadonlySet<string> = new Set([
  "account_update",
  "account_alerts",
  "account_review_update",
  "phone_number_quality_update",
  "phone_number_name_update",
  "security",
]);

/**
 * One stored payload as one event: a change of a webhook, cut down to one entry by the intake. Pure; garbage and unknown fields are `ignored`.
 */
export function toInbound(payload: unknown): InboundEvent {
  const change = toObject(payload);
  const field = textAt(change, "field");
  const value = objectAt(change, "value");
  const now = receivedAt(change);
  switch (field) {
    case "messages": {
      const [message] = objectsAt(value, "messages");
      if (message !== undefined) return toMessageEvent(message, contactOf(value, message), now);
      const [status] = objectsAt(value, "statuses");
      return status === undefined ? toFault(value) : toAck(status);
    }
    case "smb_message_echoes": {
      const [echo] = objectsAt(value, "message_echoes");
      return echo === undefined ? ignored("no echo") : toEchoEvent(echo, now);
    }
    case "message_template_status_update":
      return toTemplateStatus(value, dateAt(change, "time") ?? now);
    case "template_category_update":
      return toTemplateCategory(value, dateAt(change, "time") ?? now);
    case "calls":
      return toCall(value, now);
    default:
      if (ACCOUNT_FIELDS.has(field)) return { kind: "sessionHint", hint: field };
      return ignored(field === "" ? "no field" : `field ${field.slice(0, 60)}`);
  }
}

/** An error of the number itself, about no message: it is logged, and the number is asked anew. */
function toFault(value: PlainObject | null): InboundEvent {
  const [error] = objectsAt(value, "errors");
  if (error === undefined) return ignored("neither a message nor a status");
  const { code, title, message, details } = toProviderError(error);
  const text = [title, details || message].filter(Boolean).join(": ");
  return { kind: "sessionHint", hint: "errors", reason: `A Meta informou um erro neste número (${String(code ?? "?")}): ${text}` };
}

/** What became of a message of ours; our own id comes back with it (M-5). */
function toAck(status: PlainObject): InboundEvent {
  const word = textAt(status, "status");
  const ack = Object.hasOwn(ACKS, word) ? ACKS[word] : undefined;
  const chat = toPeer(textAt(status, "recipient_id"), idAt(status, "recipient_user_id"));
  const id = idAt(status, "id");
  const ours = textAt(status, "biz_opaque_callback_data");
  if (ours === NO_OUTBOX) return ignored("the status of a reaction");
  if (ack === undefined || chat === null || id === "") return ignored(`a status ${word.slice(0, 60)}`);
  return {
    kind: "ack",
    chat,
    externalIds: [id],
    ack,
    error: ack === -1 ? toProviderError(objectsAt(status, "errors")[0] ?? null) : null,
    outboxId: UUID.test(ours) ? ours : null,
  };
}

function toTemplateStatus(value: PlainObject | null, at: Date): InboundEvent {
  const name = textAt(value, "message_template_name");
  const status = textAt(value, "event");
  if (name === "" || status === "") return ignored("a template without a name");
  const reason = textAt(value, "reason");
  return {
    kind: "templateStatus",
    name,
    language: textAt(value, "message_template_language"),
    status,
    category: null,
    reason: reason === "" || reason === "NONE" ? null : reason,
    at,
  };
}

/** Meta puts a template into another category by itself, which changes what it costs. */
function toTemplateCategory(value: PlainObject | null, at: Date): InboundEvent {
  const name = textAt(value, "message_template_name");
  const category = textAt(value, "new_category");
  if (name === "" || category === "") return ignored("a template without a category");
  return { kind: "templateStatus", name, language: textAt(value, "message_template_language"), status: null, category, reason: null, at };
}

/** Calls come only where calling is switched on for the number. */
function toCall(value: PlainObject | null, receivedAt: Date): InboundEvent {
  const [call] = objectsAt(value, "calls");
  const from = toPeer(textAt(call ?? null, "from"), idAt(call ?? null, "from_user_id"));
  const id = idAt(call ?? null, "id");
  const event = textAt(call ?? null, "event");
  if (call === undefined || from === null || id === "" || (event !== "connect" && event !== "terminate"))
    return ignored("a call of nobody");
  const phase = event === "connect" ? "offer" : "ended";
  return { kind: "call", id, from, video: false, group: false, phase, at: dateAt(call, "timestamp") ?? receivedAt };
}
