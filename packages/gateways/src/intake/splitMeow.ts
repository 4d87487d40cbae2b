import { createHash, randomUUID } from "node:crypto";
import { peerKey } from "@balcao/domain/messaging";
import type { InboundEvent, MessageRef } from "@balcao/domain/messaging";
import { idAt, listAt, objectAt, textAt, toObject, valueAt } from "../meow/goJson.js";
import type { GoObject } from "../meow/goJson.js";
import { historyMessages } from "../meow/meowHistory.js";
import { toInbound } from "../meow/meowInbound.js";
import { isFileMarker } from "../streaming/spoolFile.js";
import type { IntakeEvent, IntakeKind } from "./intakeEvent.js";

/**
 * All events of one WuzAPI webhook body: one, one per id for a receipt, one per message of a history that was asked for, none for what is of no use,
 * for unknown types and for garbage. Never throws. `receivedAt` goes into the payload, so that reading it later is pure.
 */
export function splitMeow(body: unknown, receivedAt: Date): IntakeEvent[] {
  return entriesOf(body)
    .flatMap((entry) => payloadsOf(entry))
    .flatMap((payload) => toIntake({ ...payload, receivedAt: receivedAt.toISOString() }));
}

function entriesOf(body: unknown): GoObject[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [body];
  return entries.map(toObject).filter((entry) => entry !== null);
}

/** What is worth keeping of a body: a receipt id by id, no second copy of a message, no pairing codes. */
function payloadsOf(body: GoObject): GoObject[] {
  const type = textAt(body, "type");
  const event = objectAt(body, "event");
  const known = toInbound(body).kind;
  if (known === "ack") {
    return listAt(event, "MessageIDs").map((id) => ({ type, state: textAt(body, "state"), event: { ...event, MessageIDs: [id] } }));
  }
  if (type === "HistorySync") return historyMessages(body);
  if (type === "Message") return [without(body, "event", event === null ? null : without(event, "RawMessage"))];
  if (known === "sessionHint") return [{ type }];
  return [body];
}

/** A copy without one field, whatever its capitals, or with another value for it. */
function without(object: GoObject, name: string, replacement?: unknown): GoObject {
  const rest = Object.entries(object).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return Object.fromEntries(replacement === undefined ? rest : [...rest, [name, replacement]]);
}

function toIntake(payload: GoObject): IntakeEvent[] {
  const event = toInbound(payload);
  const label = labelOf(event, payload);
  if (label === null) return [];
  const media = valueAt(payload, "base64");
  return [{ ...label, payload, fileIds: isFileMarker(media) ? [media.$file] : [] }];
}

type Label = Omit<IntakeEvent, "payload" | "fileIds">;

/** Kind, lane and unique key of an event. Ids are chosen by senders, so no key is an id alone (M-1). */
function labelOf(event: InboundEvent, payload: GoObject): Label | null {
  const stanza = idAt(objectAt(objectAt(payload, "event"), "Info"), "ID");
  switch (event.kind) {
    case "message":
      return label("message", peerKey(event.ref.chat), `m:${refKey(event.ref)}`, event.sentAt);
    case "edited":
      return label("edit", peerKey(event.target.chat), `e:${refKey(event.target)}:${stanza}:${event.at.getTime()}`, event.at);
    case "revoked":
      return label("revoke", peerKey(event.target.chat), `r:${refKey(event.target)}`, event.at);
    case "reaction":
      return label(
        "reaction",
        peerKey(event.target.chat),
        `x:${peerKey(event.target.chat)}:${peerKey(event.by)}:${event.target.externalId}:${stanza}`,
        event.at,
      );
    case "ack": {
      const receipt = objectAt(payload, "event");
      const key = `a:${event.externalIds.join(",")}:${textAt(payload, "state")}:${idAt(receipt, "Sender").replace(/:\d+@/, "@")}`;
      return label("ack", peerKey(event.chat), key, dateOf(receipt, payload));
    }
    case "readOnPhone":
      // Instants have whole seconds: two readings within one differ by what was read.
      return label(
        "readOnPhone",
        peerKey(event.chat),
        `p:${peerKey(event.chat)}:${event.at.getTime()}:${event.externalIds.at(-1) ?? ""}:${event.externalIds.length}`,
        event.at,
      );
    case "call":
      return label("call", peerKey(event.from), `c:${peerKey(event.from)}:${event.id}:${event.phase}`, event.at);
    case "contactChanged":
      return label(
        "contact",
        peerKey(event.peer),
        `n:${peerKey(event.peer)}:${digestOf(payload)}`,
        dateOf(objectAt(payload, "event"), payload),
      );
    case "groupChanged":
      return label("group", peerKey(event.group), `g:${peerKey(event.group)}:${digestOf(payload)}`, event.at);
    case "sessionHint":
      return label("status", "session", `s:${randomUUID()}`, dateOf(null, payload));
    // WuzAPI tells neither.
    case "addressChanged":
    case "templateStatus":
    case "ignored":
      return null;
  }
}

function label(kind: IntakeKind, chat: string, dedupeKey: string, sentAt: Date): Label {
  return { kind, chat, dedupeKey, sentAt };
}

function refKey(ref: MessageRef): string {
  return `${peerKey(ref.chat)}:${peerKey(ref.author)}:${ref.fromMe}:${ref.externalId}`;
}

function digestOf(payload: GoObject): string {
  return createHash("sha256")
    .update(JSON.stringify(objectAt(payload, "event")))
    .digest("hex")
    .slice(0, 32);
}

function dateOf(event: GoObject | null, payload: GoObject): Date {
  const at = new Date(textAt(event, "Timestamp"));
  return Number.isNaN(at.getTime()) ? new Date(textAt(payload, "receivedAt")) : at;
}
