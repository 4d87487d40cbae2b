import type { InboundEvent, PeerId } from "@balcao/domain/messaging";
import { dateAt, flagAt, idAt, listAt, objectAt, textAt, toObject, valueAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { toPeer, toPeerWith } from "../addresses/jid.js";
import { ignored, receivedAt } from "../protocol/inboundEvents.js";
import { toMessageEvent, toUndecryptableEvent } from "./meowMessage.js";

/** Webhooks that say only that the session may have changed: the gateway is asked, and believed, afterwards (S-55). */
const SESSION_TYPES: ReadonlySet<string> = new Set([
  "Connected",
  "Disconnected",
  "LoggedOut",
  "QR",
  "QRTimeout",
  "QRScannedWithoutMultidevice",
  "PairSuccess",
  "PairError",
  "ConnectFailure",
  "StreamError",
  "StreamReplaced",
  "TemporaryBan",
  "ClientOutdated",
  "KeepAliveTimeout",
  "KeepAliveRestored",
  "CATRefreshError",
]);

/** What WuzAPI tells once and does not know afterwards when it is asked. */
const REASONS: Readonly<Record<string, string>> = {
  TemporaryBan: "O WhatsApp suspendeu este número por um tempo. Espere e não envie mensagens em massa.",
  ClientOutdated: "O WhatsApp recusou a versão do WuzAPI. Atualize o WuzAPI.",
};

/** Whether a webhook only says that the session may have changed. */
export function isSessionType(type: string): boolean {
  return SESSION_TYPES.has(type);
}

function toHint(type: string): InboundEvent {
  const reason = REASONS[type];
  return { kind: "sessionHint", hint: type, ...(reason === undefined ? {} : { reason }) };
}

/** One stored WuzAPI payload as one event. Pure; garbage and unknown types are `ignored`. */
export function toInbound(payload: unknown): InboundEvent {
  const body = toObject(payload);
  const type = textAt(body, "type");
  if (body === null) return ignored("not an object");
  if (SESSION_TYPES.has(type)) return toHint(type);
  switch (type) {
    case "Message":
      return toMessageEvent(body);
    case "UndecryptableMessage":
      return toUndecryptableEvent(body);
    case "ReadReceipt":
      return toReceipt(body);
    case "CallOffer":
    case "CallOfferNotice":
      return toCall(body, "offer");
    case "CallTerminate":
      return toCall(body, "ended");
    case "Picture":
      return toContactChange(body, null);
    case "PushName":
      return toContactChange(body, textAt(objectAt(body, "event"), "NewPushName") || null);
    case "GroupInfo":
    case "JoinedGroup":
      return toGroupChange(body);
    default:
      return ignored(type === "" ? "no type" : `type ${type.slice(0, 60)}`);
  }
}

/** Receipts of customers raise the ack; what our own phone has read is a fact about the chat. */
function toReceipt(body: PlainObject): InboundEvent {
  const event = objectAt(body, "event");
  const state = textAt(body, "state");
  const fromMe = flagAt(event, "IsFromMe");
  const chat = toPeerWith(textAt(event, "Chat"), textAt(event, fromMe ? "RecipientAlt" : "SenderAlt"));
  const externalIds = listAt(event, "MessageIDs")
    .map((id) => idAt({ id }, "id"))
    .filter((id) => id !== "");
  if (chat === null || externalIds.length === 0) return ignored("a receipt for nothing");
  if (state === "ReadSelf" || (state === "Read" && fromMe))
    return { kind: "readOnPhone", chat, externalIds, at: dateAt(event, "Timestamp") ?? receivedAt(body) };
  if (fromMe) return ignored("a receipt between own devices");
  if (state === "Delivered") return { kind: "ack", chat, externalIds, ack: 2, error: null, outboxId: null };
  if (state === "Read") return { kind: "ack", chat, externalIds, ack: 3, error: null, outboxId: null };
  return ignored("another receipt");
}

function toCall(body: PlainObject, phase: "offer" | "ended"): InboundEvent {
  const event = objectAt(body, "event");
  const from = callerOf(event);
  const id = idAt(event, "CallID");
  if (from === null || id === "") return ignored("a call from nobody");
  const video =
    textAt(event, "Media") === "video" ||
    listAt(objectAt(event, "Data"), "Content").some((node) => textAt(toObject(node), "Tag") === "video");
  const group = textAt(event, "GroupJID") !== "" || textAt(event, "Type") === "group";
  return { kind: "call", id, from, video, group, phase, at: dateAt(event, "Timestamp") ?? receivedAt(body) };
}

function callerOf(event: PlainObject | null): PeerId | null {
  const from = textAt(event, "From");
  const creator = textAt(event, "CallCreator");
  return toPeerWith(creator || from, textAt(event, "CallCreatorAlt")) ?? toPeer(from);
}

function toContactChange(body: PlainObject, name: string | null): InboundEvent {
  const peer = toPeer(textAt(objectAt(body, "event"), "JID"));
  if (peer === null) return ignored("a change of nobody");
  return { kind: "contactChanged", peer, name, pictureChanged: textAt(body, "type") === "Picture" };
}

/** `Name` is an object in GroupInfo and a text in JoinedGroup. */
function toGroupChange(body: PlainObject): InboundEvent {
  const event = objectAt(body, "event");
  const group = toPeer(textAt(event, "JID"));
  if (group?.group === undefined) return ignored("a change of no group");
  const name = valueAt(event, "Name");
  const subject = typeof name === "string" ? name : textAt(toObject(name), "Name");
  return { kind: "groupChanged", group, subject: subject || null, at: dateAt(event, "Timestamp") ?? receivedAt(body) };
}
