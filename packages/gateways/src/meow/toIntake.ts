import { randomUUID } from "node:crypto";
import type { InboundEvent } from "@balcao/domain/messages";
import type { IntakeEvent } from "../port/index.js";
import { receivedAt } from "../protocol/inboundEvents.js";
import { digestOf, labelOf } from "../protocol/intakeLabel.js";
import { secretOf, withoutSecrets } from "../protocol/messageSecret.js";
import { dateAt, flagAt, idAt, listAt, objectAt, objectsAt, textAt, toObject, valueAt, type PlainObject } from "../protocol/plainJson.js";
import { isFileMarker } from "../streaming/cleanTree.js";
import { isSessionType, toInbound } from "./meowInbound.js";

/**
 * `HistorySync.HistorySyncType.ON_DEMAND`: the answer to our own request; phones send all other
 * history unasked after linking.
 */
const ON_DEMAND: readonly unknown[] = [6, "6", "ON_DEMAND"];

/**
 * The messages of a requested `HistorySync` webhook, each in the form of the `Message` webhook that
 * was lost; none for any other history. Pure.
 */
function historyMessages(body: PlainObject): PlainObject[] {
  const data = objectAt(objectAt(body, "event"), "Data");
  if (!ON_DEMAND.includes(valueAt(data, "syncType"))) return [];
  return objectsAt(data, "conversations").flatMap((conversation) =>
    objectsAt(conversation, "messages").flatMap((item) => toMessage(conversation, objectAt(item, "message"))),
  );
}

function toMessage(conversation: PlainObject, info: PlainObject | null): PlainObject[] {
  const key = objectAt(info, "key");
  const chat = textAt(key, "remoteJID") || textAt(conversation, "ID");
  const message = objectAt(info, "message");
  if (chat === "" || message === null) return [];
  const facts = {
    ...peopleOf(conversation, info, chat),
    ID: idAt(key, "ID"),
    PushName: textAt(info, "pushName"),
    Timestamp: valueAt(info, "messageTimestamp"),
    Edit: "",
  };
  const messageSecret = textAt(info, "messageSecret");
  return [
    { type: "Message", recovered: true, event: { Info: facts, Message: message, ...(messageSecret === "" ? {} : { messageSecret }) } },
  ];
}

/** Chat and sender, with the other address of whoever the conversation is with. */
function peopleOf(conversation: PlainObject, info: PlainObject | null, chat: string): PlainObject {
  const key = objectAt(info, "key");
  const fromMe = valueAt(key, "fromMe") === true;
  const isGroup = chat.endsWith("@g.us");
  const addresses = ["pnJID", "lidJID", "ID"].map((name) => textAt(conversation, name));
  const other = addresses.find((jid) => jid !== "" && jid !== chat) ?? "";
  const author = textAt(key, "participant") || textAt(info, "participant");
  return {
    Chat: chat,
    Sender: isGroup || fromMe ? author : chat,
    SenderAlt: isGroup || fromMe ? "" : other,
    RecipientAlt: fromMe && !isGroup ? other : "",
    IsFromMe: fromMe,
    IsGroup: isGroup,
  };
}

/**
 * All events of one WuzAPI webhook body: one per id of a receipt, one per message of a requested
 * history, none for ignored types. Never throws. `now` becomes the arrival time in the payloads, so
 * that reading them later is pure.
 */
export function splitMeow(body: unknown, now: Date): IntakeEvent[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [body];
  return entries
    .map(toObject)
    .filter((entry) => entry !== null)
    .flatMap(payloadsOf)
    .flatMap((payload) => toIntake({ ...payload, receivedAt: now.toISOString() }));
}

/**
 * The payloads to keep of a body: one per receipt id, without a second copy of a message and
 * without pairing codes.
 */
function payloadsOf(body: PlainObject): PlainObject[] {
  const type = textAt(body, "type");
  const event = objectAt(body, "event");
  if (isSessionType(type)) return [{ type, event: sessionFacts(event) }];
  switch (type) {
    case "ReadReceipt":
      return receiptsOf(body, event);
    case "HistorySync":
      return historyMessages(body);
    case "Message":
      return [without(body, "event", event === null ? null : without(event, "RawMessage"))];
    default:
      return [body];
  }
}

/** What the reason of a session's end is read from. A pairing code, a QR code or an address is not kept. */
function sessionFacts(event: PlainObject | null): PlainObject {
  const facts = ["Reason", "Code", "Expire"].map((name) => [name, valueAt(event, name)] as const);
  return Object.fromEntries(facts.filter(([, value]) => typeof value === "number" || typeof value === "string"));
}

/** The receipts of one person, one per id. What our own phone has read stays one event. */
function receiptsOf(body: PlainObject, event: PlainObject | null): PlainObject[] {
  if (flagAt(event, "IsFromMe") || textAt(body, "state") === "ReadSelf") return [body];
  const facts = { type: textAt(body, "type"), state: textAt(body, "state") };
  return listAt(event, "MessageIDs").map((id) => ({ ...facts, event: { ...event, MessageIDs: [id] } }));
}

/** A copy of `object` without one field, whatever its case, or with another value for it. */
function without(object: PlainObject, name: string, replacement?: unknown): PlainObject {
  const rest = Object.entries(object).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return Object.fromEntries(replacement === undefined ? rest : [...rest, [name, replacement]]);
}

function toIntake(payload: PlainObject): IntakeEvent[] {
  const event = toInbound(payload);
  const at = dateAt(objectAt(payload, "event"), "Timestamp") ?? receivedAt(payload);
  const label = labelOf(event, { mark: markOf(event, payload), at });
  if (label === null) return [];
  const media = valueAt(payload, "base64");
  const body = objectAt(payload, "event");
  const secret = secretOf(objectAt(body, "Message")) ?? (textAt(body, "messageSecret") || null);
  const kept = withoutSecrets(payload);
  const intake = { ...label, payload: kept, ...(secret === null ? {} : { secret }) };
  if (!isFileMarker(media)) return [{ ...intake, fileIds: [] }];
  const rest = without(payload, "base64");
  const declared = event.kind === "message" && event.content.kind === "media" ? declaredOf(event.content) : {};
  return [{ ...intake, ...declared, fileIds: [media.$file], ...(isFetchable(rest) && { payloadWithoutFile: withoutSecrets(rest) }) }];
}

const declaredOf = ({ mime, fileName }: { readonly mime: string | null; readonly fileName: string | null }) => ({
  declared: { mime: mime ?? "", fileName: fileName ?? "" },
});

/** Whether a payload without a file names one that WuzAPI downloads on request. */
function isFetchable(payload: PlainObject): boolean {
  const event = toInbound(payload);
  return event.kind === "message" && event.content.kind === "media" && event.content.source?.at === "provider";
}

const withoutArrival = (payload: PlainObject): PlainObject => without(payload, "receivedAt");

function markOf(event: InboundEvent, payload: PlainObject): string {
  const body = objectAt(payload, "event");
  const stanza = idAt(objectAt(body, "Info"), "ID");
  switch (event.kind) {
    case "edited":
    case "sealedEdit":
      // One form of an edit has the id of the edited message, so only the time distinguishes two
      // edits.
      return `${stanza}:${event.at.getTime()}`;
    case "reaction":
      return stanza;
    case "ack":
      return idAt(body, "Sender").replace(/:\d+@/, "@");
    case "readOnPhone":
      return String(event.at.getTime());
    case "unknown":
      return digestOf(withoutArrival(payload));
    case "contactChanged":
    case "groupChanged":
      return digestOf(body);
    case "sessionHint":
      return randomUUID();
    default:
      return "";
  }
}
