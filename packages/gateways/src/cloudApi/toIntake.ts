import type { InboundEvent } from "@balcao/domain/messages";
import type { IntakeEvent } from "../port/index.js";
import { receivedAt } from "../protocol/inboundEvents.js";
import { digestOf, labelOf } from "../protocol/intakeLabel.js";
import { dateAt, idAt, numberAt, objectAt, objectsAt, textAt, toObject, valueAt, type PlainObject } from "../protocol/plainJson.js";
import { toInbound } from "./cloudInbound.js";
import { contactOf } from "./cloudMessage.js";

/** Events of one number, or of a whole business account when Meta names no number. */
export interface MetaDelivery {
  readonly to: { readonly phoneNumberId: string } | { readonly wabaId: string };
  readonly events: readonly IntakeEvent[];
}

/**
 * All events of one webhook body: all entries, changes, messages and statuses, grouped by number or
 * account. Never throws; an unknown field gives one `unknown` event with all of it, an unknown type
 * of message `unsupported`, garbage nothing.
 * `now` becomes the arrival time in the payloads.
 */
export function splitMeta(body: unknown, now: Date): MetaDelivery[] {
  const deliveries = new Map<string, { to: MetaDelivery["to"]; events: IntakeEvent[] }>();
  for (const entry of objectsAt(toObject(body), "entry"))
    for (const change of objectsAt(entry, "changes")) {
      const to = addressOf(entry, change);
      if (to === null) continue;
      const key = JSON.stringify(to);
      const delivery = deliveries.get(key) ?? { to, events: [] };
      const facts = { receivedAt: now.toISOString(), ...timeOf(entry) };
      delivery.events.push(...payloadsOf(change).flatMap((payload) => toIntake({ ...payload, ...facts })));
      deliveries.set(key, delivery);
    }
  return [...deliveries.values()].filter(({ events }) => events.length > 0);
}

/** A handover names the number as its recipient. */
function addressOf(entry: PlainObject, change: PlainObject): MetaDelivery["to"] | null {
  const value = objectAt(change, "value");
  const [phoneNumberId = ""] = ["metadata", "recipient"].map((name) => idAt(objectAt(value, name), "phone_number_id")).filter(Boolean);
  if (phoneNumberId !== "") return { phoneNumberId };
  const wabaId = idAt(entry, "id");
  return wabaId === "" ? null : { wabaId };
}

/**
 * When Meta recorded the change, in Unix seconds: equal in each repeat, and the only difference
 * between two equal reviews.
 */
function timeOf(entry: PlainObject): { readonly time?: number } {
  const time = numberAt(entry, "time");
  return time === null ? {} : { time };
}

/** Lists of a change whose entries become separate events. */
const LISTS = ["messages", "statuses", "message_echoes", "calls", "history", "state_sync", "user_preferences", "user_id_update"] as const;

/** Fields with such lists; of all others the whole change is one event. */
const SPLIT_FIELDS: ReadonlySet<string> = new Set([
  "messages",
  "standby",
  "smb_message_echoes",
  "calls",
  "history",
  "smb_app_state_sync",
  "user_preferences",
  "user_id_update",
]);

/** Meta puts what happens beside its agent one level deeper than other messages. */
function withoutFrame(field: string, value: PlainObject | null): PlainObject | null {
  const inner = field === "standby" ? objectAt(value, "standby") : null;
  if (value === null || inner === null) return value;
  const { standby: _frame, ...rest } = value;
  return { ...rest, ...inner };
}

/** One payload per event: each is a change in Meta's form, with one entry. */
function payloadsOf(change: PlainObject): PlainObject[] {
  const field = textAt(change, "field");
  const value = withoutFrame(field, objectAt(change, "value"));
  if (value === null || !SPLIT_FIELDS.has(field)) return [{ field, value: valueAt(change, "value") }];
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== "contacts" && !LISTS.some((list) => list === name)));
  const single = LISTS.flatMap((list) =>
    entriesOf(value, list).map((entry) => {
      const contact = list === "messages" || list === "user_preferences" ? contactOf(value, entry) : null;
      return { field, value: { ...rest, ...(contact === null ? {} : { contacts: [contact] }), [list]: [entry] } };
    }),
  );
  return single.length > 0 || LISTS.some((list) => Object.hasOwn(value, list)) ? single : [{ field, value }];
}

/** The entries of a list; a chunk of history is one entry per message, after one that says how far it has come. */
function entriesOf(value: PlainObject, list: (typeof LISTS)[number]): PlainObject[] {
  const entries = objectsAt(value, list);
  if (list !== "history") return entries;
  return entries.flatMap(({ threads: _all, ...chunk }, place) => [
    chunk,
    ...objectsAt(entries[place] ?? null, "threads").flatMap((thread) =>
      objectsAt(thread, "messages").map((message) => ({ ...chunk, threads: [{ id: thread["id"], messages: [message] }] })),
    ),
  ]);
}

function toIntake(payload: PlainObject): IntakeEvent[] {
  const event = toInbound(payload);
  const status = objectsAt(objectAt(payload, "value"), "statuses")[0] ?? null;
  const at = dateAt(status, "timestamp") ?? receivedAt(payload);
  const label = labelOf(event, { mark: markOf(event, payload), at });
  return label === null ? [] : [{ ...label, payload, fileIds: [] }];
}

function markOf(event: InboundEvent, payload: PlainObject): string {
  const value = objectAt(payload, "value");
  switch (event.kind) {
    case "edited":
    case "reaction":
    case "addressChanged":
      return idAt(objectsAt(value, "messages")[0] ?? null, "id") || digestOf(value);
    case "savedContact":
    case "accountNotice":
    case "templateStatus":
      return `${digestOf(value)}:${textAt(payload, "time")}`;
    case "sessionHint":
      return `${digestOf(value)}:${receivedAt(payload).getTime()}`;
    case "unknown":
      return `${digestOf(valueAt(payload, "value"))}:${textAt(payload, "time")}`;
    default:
      return "";
  }
}
