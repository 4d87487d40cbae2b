import { phoneForms } from "@balcao/domain/contacts";
import type { InboundEvent, PeerId } from "@balcao/domain/messages";
import { ignored, unknown } from "../protocol/inboundEvents.js";
import { dateAt, flagAt, idAt, numberAt, objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import { toEchoEvent, toMessageEvent, toPeer } from "./cloudMessage.js";
import { notice } from "./cloudNotices.js";

const DAY_MS = 86_400_000;
/** Meta's code for an owner who does not share the history. */
const DECLINED = 2_593_109;

/**
 * One message of the history that the WhatsApp Business app shares after a number was connected, the file of one, or how far the
 * history has come.
 */
export function toHistoryEvent(value: PlainObject | null, now: Date, at: Date): InboundEvent {
  const own = textAt(objectAt(value, "metadata"), "display_phone_number").replace(/\D/g, "");
  // A file that the history had a placeholder for comes by itself, under the placeholder's id.
  const [file] = objectsAt(value, "messages");
  if (file !== undefined) return toPastEvent(file, "", { own, now });
  const [chunk] = objectsAt(value, "history");
  const [thread] = objectsAt(chunk ?? null, "threads");
  const [message] = objectsAt(thread ?? null, "messages");
  if (thread !== undefined && message !== undefined) return toPastEvent(message, idAt(thread, "id"), { own, now });
  return chunk === undefined ? unknown("history", now) : toProgress(chunk, at);
}

function toPastEvent(message: PlainObject, thread: string, { own, now }: { readonly own: string; readonly now: Date }): InboundEvent {
  const from = textAt(message, "from").replace(/\D/g, "");
  const fromMe = flagAt(objectAt(message, "history_context"), "from_me") || (own !== "" && phoneForms(own).includes(from));
  if (textAt(message, "type") === "system") return ignored("a notice of the past");
  const event = fromMe
    ? toEchoEvent({ ...message, to: thread || textAt(message, "to") }, now)
    : toMessageEvent({ ...message, from: thread || from }, null, now);
  if (event.kind !== "message") return event;
  const content = textAt(message, "type") === "media_placeholder" ? ({ kind: "unreadable" } as const) : event.content;
  return { ...event, content, live: false, history: true };
}

/** How far the history of the phone has come, or that its owner does not share it; shown until it is complete. */
function toProgress(chunk: PlainObject, at: Date): InboundEvent {
  const base = { kind: "accountNotice", field: "history", subjects: [{ subject: "history" }], number: null, at } as const;
  const declined = objectsAt(chunk, "errors").find((error) => numberAt(error, "code") === DECLINED);
  const until = new Date(at.getTime() + (declined ? 7 : 1) * DAY_MS);
  if (declined) return { ...base, notices: [notice("history", "DECLINED", { until })] };
  const progress = numberAt(objectAt(chunk, "metadata"), "progress");
  if (progress === null) return unknown("history", at);
  return { ...base, notices: progress >= 100 ? [] : [notice("history", `${Math.max(0, Math.round(progress))} %`, { until })] };
}

/** A person whom the owner saved or renamed in the app; who was removed there stays a contact here. */
export function toSavedContact(value: PlainObject | null, now: Date): InboundEvent {
  const [entry] = objectsAt(value, "state_sync");
  const contact = objectAt(entry ?? null, "contact");
  const peer = toPeer(textAt(contact, "phone_number"), idAt(contact, "user_id"));
  const name = textAt(contact, "full_name").trim() || textAt(contact, "first_name").trim();
  if (entry !== undefined && textAt(entry, "type") !== "contact") return unknown(`smb_app_state_sync ${textAt(entry, "type")}`, now);
  if (peer === null || name === "" || textAt(entry ?? null, "action") === "remove") return ignored("nobody was saved");
  return { kind: "savedContact", peer, name, at: dateAt(objectAt(entry ?? null, "metadata"), "timestamp") ?? now };
}

/** The person of an entry, by what it says itself or by the contact beside it. */
const personOf = (entry: PlainObject | null, contact: PlainObject | null): PeerId | null =>
  toPeer(textAt(entry, "wa_id") || textAt(contact, "wa_id"), idAt(entry, "user_id") || idAt(contact, "user_id"));

/** A customer stops or resumes marketing messages of the number in WhatsApp. */
export function toMarketing(value: PlainObject | null, now: Date): InboundEvent {
  const [preference] = objectsAt(value, "user_preferences");
  const chat = personOf(preference ?? null, objectsAt(value, "contacts")[0] ?? null);
  const said = textAt(preference ?? null, "value");
  const isMarketing = textAt(preference ?? null, "category").startsWith("marketing");
  if (chat === null || !isMarketing || (said !== "stop" && said !== "resume")) return unknown("user_preferences", now);
  return { kind: "marketing", chat, stops: said === "stop", at: dateAt(preference ?? null, "timestamp") ?? now };
}
