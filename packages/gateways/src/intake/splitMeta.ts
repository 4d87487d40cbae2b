import { createHash } from "node:crypto";
import { peerKey } from "@balcao/domain/messaging";
import type { InboundEvent } from "@balcao/domain/messaging";
import { toInbound } from "../cloudApi/cloudInbound.js";
import { contactOf } from "../cloudApi/cloudMessage.js";
import { dateAt, idAt, objectAt, objectsAt, textAt, toObject } from "../cloudApi/graphJson.js";
import type { GraphObject } from "../cloudApi/graphJson.js";
import type { IntakeEvent, IntakeKind } from "./intakeEvent.js";

/** Events of one number, or of a whole business account where Meta names no number. */
export interface MetaDelivery {
  readonly to: { readonly phoneNumberId: string } | { readonly wabaId: string };
  readonly events: readonly IntakeEvent[];
}

/**
 * Everything that one body of Meta tells: all entries, all changes, all messages and statuses, gathered by the number or the account that they
 * are for. Never throws; unknown fields, unknown types and garbage give nothing or `unsupported`. `receivedAt` goes into the payloads.
 */
export function splitMeta(body: unknown, receivedAt: Date): MetaDelivery[] {
  const deliveries = new Map<string, { to: MetaDelivery["to"]; events: IntakeEvent[] }>();
  for (const entry of objectsAt(toObject(body), "entry"))
    for (const change of objectsAt(entry, "changes")) {
      const to = addressOf(entry, change);
      if (to === null) continue;
      const key = JSON.stringify(to);
      const delivery = deliveries.get(key) ?? { to, events: [] };
      delivery.events.push(...payloadsOf(change).flatMap((payload) => toIntake({ ...payload, receivedAt: receivedAt.toISOString() })));
      deliveries.set(key, delivery);
    }
  return [...deliveries.values()].filter(({ events }) => events.length > 0);
}

function addressOf(entry: GraphObject, change: GraphObject): MetaDelivery["to"] | null {
  const phoneNumberId = idAt(objectAt(objectAt(change, "value"), "metadata"), "phone_number_id");
  if (phoneNumberId !== "") return { phoneNumberId };
  const wabaId = idAt(entry, "id");
  return wabaId === "" ? null : { wabaId };
}

/** Lists of a change whose entries are events of their own. */
const LISTS = ["messages", "statuses", "message_echoes", "calls"] as const;

/** One payload per event, each a change of Meta's own form with one entry in it. */
function payloadsOf(change: GraphObject): GraphObject[] {
  const field = textAt(change, "field");
  const value = objectAt(change, "value");
  if (value === null) return [];
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== "contacts" && !LISTS.some((list) => list === name)));
  const single = LISTS.flatMap((list) =>
    objectsAt(value, list).map((entry) => {
      const contact = list === "messages" ? contactOf(value, entry) : null;
      return { field, value: { ...rest, ...(contact === null ? {} : { contacts: [contact] }), [list]: [entry] } };
    }),
  );
  return single.length > 0 || LISTS.some((list) => Object.hasOwn(value, list)) ? single : [{ field, value }];
}

function toIntake(payload: GraphObject): IntakeEvent[] {
  const label = labelOf(toInbound(payload), payload);
  return label === null ? [] : [{ ...label, payload, fileIds: [] }];
}

type Label = Omit<IntakeEvent, "payload" | "fileIds">;

/** Kind, lane and unique key of an event. A message is known by its own id; a status by id, word and recipient (D.1). */
function labelOf(event: InboundEvent, payload: GraphObject): Label | null {
  const value = objectAt(payload, "value");
  const own = idAt(objectsAt(value, "messages")[0] ?? null, "id");
  switch (event.kind) {
    case "message": {
      const { chat, externalId, fromMe } = event.ref;
      return label("message", peerKey(chat), `m:${fromMe}:${externalId}`, event.sentAt);
    }
    case "ack": {
      const status = objectsAt(value, "statuses")[0] ?? null;
      const key = `a:${event.externalIds.join(",")}:${textAt(status, "status")}:${peerKey(event.chat)}`;
      return label("ack", peerKey(event.chat), key, dateAt(status, "timestamp") ?? dateOf(payload));
    }
    case "edited":
      return label("edit", peerKey(event.target.chat), `e:${own}:${event.target.externalId}`, event.at);
    case "revoked":
      return label("revoke", peerKey(event.target.chat), `r:${own}:${event.target.externalId}`, event.at);
    case "reaction":
      return label("reaction", peerKey(event.target.chat), `x:${own}:${event.target.externalId}`, event.at);
    case "addressChanged":
      return label("contact", peerKey(event.from), `n:${own}`, event.at);
    case "call":
      return label("call", peerKey(event.from), `c:${event.id}:${event.phase}`, event.at);
    case "templateStatus":
      return label("template", "templates", `t:${digestOf(value)}`, event.at);
    case "sessionHint":
      return label("status", "session", `s:${event.hint}:${digestOf(value)}:${dateOf(payload).getTime()}`, dateOf(payload));
    // Meta tells none of these.
    case "readOnPhone":
    case "contactChanged":
    case "groupChanged":
    case "ignored":
      return null;
  }
}

function label(kind: IntakeKind, chat: string, dedupeKey: string, sentAt: Date): Label {
  return { kind, chat, dedupeKey, sentAt };
}

function dateOf(payload: GraphObject): Date {
  return new Date(textAt(payload, "receivedAt"));
}

function digestOf(value: GraphObject | null): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
