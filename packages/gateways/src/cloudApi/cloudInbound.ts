import type { Ack, InboundEvent, MessagePricing } from "@balcao/domain/messages";
import { ignored, receivedAt, unknown } from "../protocol/inboundEvents.js";
import { toHandover } from "./cloudAgent.js";
import { toHistoryEvent, toMarketing, toSavedContact } from "./cloudCoexistence.js";
import { NOTICE_FIELDS, toLock, toNotice } from "./cloudNotices.js";
import { contactOf, toAgentEcho, toEchoEvent, toIdChange, toMessageEvent, toPeer } from "./cloudMessage.js";
import { toProviderError } from "./graphError.js";
import { dateAt, flagAt, idAt, objectAt, objectsAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";

const ACKS: Readonly<Record<string, Ack>> = { sent: 1, delivered: 2, read: 3, played: 4, failed: -1 };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Sent in place of our id for requests that are not in the outbox; statuses with this value are
 * ignored.
 */
export const NO_OUTBOX = "reaction";

/** Changes of an account that say nothing bad, after which the status of its number is requested again. */
const GOOD_NEWS: ReadonlySet<string> = new Set(["VERIFIED_ACCOUNT", "PHONE_NUMBER_ADDED", "PHONE_NUMBER_REMOVED"]);

/** When a change arrived, and when Meta recorded it. */
interface Times {
  readonly now: Date;
  readonly at: Date;
}

/** What reads each field that is subscribed to, besides those of accounts. */
const READERS: Readonly<Record<string, (value: PlainObject | null, times: Times) => InboundEvent>> = {
  messages: (value, { now }) => toMessagesEvent("messages", value, now),
  standby: (value, { now }) => toMessagesEvent("standby", value, now),
  smb_message_echoes: (value, { now }) => {
    const [echo] = objectsAt(value, "message_echoes");
    return echo === undefined ? ignored("no echo") : toEchoEvent(echo, now);
  },
  messaging_handovers: (value, { now }) => toHandover(value, now),
  history: (value, { now, at }) => toHistoryEvent(value, now, at),
  smb_app_state_sync: (value, { now }) => toSavedContact(value, now),
  user_preferences: (value, { now }) => toMarketing(value, now),
  message_template_status_update: (value, { at }) => toTemplateStatus(value, at),
  message_template_components_update: (value, { at }) => toTemplateChange(value, at),
  template_category_update: (value, { at }) => toTemplateCategory(value, at),
  calls: (value, { now }) => toCall(value, now),
};

/** What is read where it comes, and cannot be subscribed to: Meta's changelog of 2026-08-11 takes `user_id_update` back. */
const UNASKED: typeof READERS = {
  user_id_update: (value, { now }) => toIdChange(value, now),
};

/** Every field that is read: the app must be subscribed to all of them. */
export const READ_FIELDS: readonly string[] = [...Object.keys(READERS), ...NOTICE_FIELDS].sort();

/**
 * Turns one stored payload, a change of a webhook reduced to one entry by the intake, into one
 * event. Pure; garbage is `ignored`, and a field that is not read is `unknown`.
 */
export function toInbound(payload: unknown): InboundEvent {
  const change = toObject(payload);
  const field = textAt(change, "field");
  const value = objectAt(change, "value");
  const now = receivedAt(change);
  const at = dateAt(change, "time") ?? now;
  const read = [READERS, UNASKED].find((readers) => Object.hasOwn(readers, field))?.[field];
  if (read) return read(value, { now, at });
  const notice = toNotice(field, value, at);
  if (notice !== null) return notice;
  if (field === "account_update" && GOOD_NEWS.has(textAt(value, "event"))) return { kind: "sessionHint", hint: field };
  if (field === "") return ignored("no field");
  const kept = unknown([field, textAt(value, "event")].filter(Boolean).join(" "), now);
  // What is new about the account may be bad.
  return NOTICE_FIELDS.includes(field) ? { ...kept, asksState: true } : kept;
}

/** What every change of a number has beside its content. */
const ADDRESS: ReadonlySet<string> = new Set(["messaging_product", "metadata", "contacts", "messages", "statuses", "message_echoes"]);

/**
 * A message, else the status of one, else an error of the number. Messages arrive as `standby`
 * while Meta's own agent answers: an answer of ours would take the conversation from it, so those
 * are not live and no automatic answer goes out.
 */
function toMessagesEvent(field: "messages" | "standby", value: PlainObject | null, now: Date): InboundEvent {
  const [message] = objectsAt(value, "messages");
  if (message !== undefined) {
    const event = toMessageEvent(message, contactOf(value, message), now);
    return event.kind === "message" && field === "standby" ? { ...event, live: false, metaAgent: true } : event;
  }
  const [echo] = objectsAt(value, "message_echoes");
  if (echo !== undefined) return toAgentEcho(echo, now);
  const [status] = objectsAt(value, "statuses");
  if (status !== undefined) return toAck(status, now);
  if (objectsAt(value, "errors").length > 0) return toFault(value, now);
  return Object.keys(value ?? {}).some((name) => !ADDRESS.has(name)) ? unknown(field, now) : ignored("nothing but an address");
}

/**
 * An error of the number itself, without a message: it is logged, and the number's status is
 * requested again.
 */
function toFault(value: PlainObject | null, now: Date): InboundEvent {
  const [error] = objectsAt(value, "errors");
  const { code, title, message, details } = toProviderError(error ?? null);
  const lock = toLock(code, now);
  if (lock !== null) return lock;
  const text = [title, details || message].filter(Boolean).join(": ");
  return { kind: "sessionHint", hint: "errors", reason: `metaFault: (${String(code ?? "?")}) ${text}` };
}

/** A status of our message, with our own id. */
function toAck(status: PlainObject, now: Date): InboundEvent {
  const word = textAt(status, "status");
  const ack = Object.hasOwn(ACKS, word) ? ACKS[word] : undefined;
  const chat = toPeer(textAt(status, "recipient_id"), idAt(status, "recipient_user_id"));
  const id = idAt(status, "id");
  const ours = textAt(status, "biz_opaque_callback_data");
  if (ours === NO_OUTBOX) return ignored("the status of a reaction");
  if (ack === undefined && word !== "") return unknown(`messages status ${word}`, now);
  if (ack === undefined || chat === null || id === "") return ignored("the status of nothing");
  return {
    kind: "ack",
    chat,
    externalIds: [id],
    ack,
    error: ack === -1 ? toProviderError(objectsAt(status, "errors")[0] ?? null) : null,
    outboxId: UUID.test(ours) ? ours : null,
    ...toPricing(objectAt(status, "pricing")),
    by: null,
    at: dateAt(status, "timestamp") ?? now,
  };
}

const LONGEST_WORD = 60;

/** What Meta charges for a message; it comes with the first status that bills it. */
function toPricing(pricing: PlainObject | null): { readonly pricing?: MessagePricing } {
  if (pricing === null) return {};
  const word = (name: string): string => textAt(pricing, name).slice(0, LONGEST_WORD);
  return {
    pricing: { billable: flagAt(pricing, "billable"), category: word("category"), type: word("type"), model: word("pricing_model") },
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

/** The texts of a template changed: the whole of it is read again. */
function toTemplateChange(value: PlainObject | null, at: Date): InboundEvent {
  const name = textAt(value, "message_template_name");
  if (name === "") return ignored("a template without a name");
  const language = textAt(value, "message_template_language");
  return { kind: "templateStatus", name, language, status: null, category: null, reason: null, at };
}

/** Meta moved a template to another category by itself, which changes its price. */
function toTemplateCategory(value: PlainObject | null, at: Date): InboundEvent {
  const name = textAt(value, "message_template_name");
  const category = textAt(value, "new_category");
  if (name === "" || category === "") return ignored("a template without a category");
  return { kind: "templateStatus", name, language: textAt(value, "message_template_language"), status: null, category, reason: null, at };
}

/** A call. Calls arrive only for numbers on which calling is switched on. */
function toCall(value: PlainObject | null, receivedAt: Date): InboundEvent {
  const call = objectsAt(value, "calls")[0] ?? null;
  const from = toPeer(textAt(call, "from"), idAt(call, "from_user_id"));
  const id = idAt(call, "id");
  const event = textAt(call, "event");
  if (from === null || id === "" || (event !== "connect" && event !== "terminate"))
    return unknown(["calls", event].filter(Boolean).join(" "), receivedAt);
  const phase = event === "connect" ? "offer" : "ended";
  return { kind: "call", id, from, video: false, group: false, phase, at: dateAt(call, "timestamp") ?? receivedAt };
}
