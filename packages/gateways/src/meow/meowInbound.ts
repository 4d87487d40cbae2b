import type { SessionReason } from "@balcao/domain/connections";
import type { Ack, InboundEvent, PeerId } from "@balcao/domain/messages";
import { dateAt, flagAt, idAt, listAt, numberAt, objectAt, textAt, toObject, valueAt, type PlainObject } from "../protocol/plainJson.js";
import { toPeer, toPeerWith } from "../addresses/jid.js";
import { ignored, receivedAt, unknown } from "../protocol/inboundEvents.js";
import { endingOf, failureOf, MEOW_NEWER_EVENTS } from "./meowStatus.js";
import { toMessageEvent, toUndecryptableEvent } from "./meowMessage.js";

/**
 * Webhooks that only indicate that the session may have changed: the status is then requested from
 * the gateway.
 */
const SESSION_TYPES: ReadonlySet<string> = new Set([
  "Connected",
  "Disconnected",
  "LoggedOut",
  "QR",
  "QRTimeout",
  "QRScannedWithoutMultidevice",
  "PairSuccess",
  "PairError",
  ...MEOW_NEWER_EVENTS,
  "ConnectFailure",
  "StreamError",
  "StreamReplaced",
  "TemporaryBan",
  "ClientOutdated",
  "KeepAliveTimeout",
  "KeepAliveRestored",
  "CATRefreshError",
]);

/** Types of WuzAPI that say nothing about a conversation or a session. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  "Receipt",
  "MediaRetry",
  "Blocklist",
  "BlocklistChange",
  "PrivacySettings",
  "PushNameSetting",
  "UserAbout",
  "AppState",
  "AppStateSyncComplete",
  "HistorySync",
  "OfflineSyncCompleted",
  "OfflineSyncPreview",
  "CallAccept",
  "CallRelayLatency",
  "Presence",
  "ChatPresence",
  "IdentityChange",
  "NewsletterJoin",
  "NewsletterLeave",
  "NewsletterMuteChange",
  "NewsletterLiveUpdate",
]);

const NANOSECONDS_IN_MS = 1e6;

/** Why a session is about to close, which WuzAPI says once in a webhook and not in its status. */
const REASONS: Readonly<Record<string, (event: PlainObject | null) => SessionReason>> = {
  ...Object.fromEntries(MEOW_NEWER_EVENTS.map((type) => [type, (): SessionReason => "passkeyNeeded"])),
  TemporaryBan: () => "temporaryBan",
  ClientOutdated: () => "gatewayOutdated",
  LoggedOut: (event) => endingOf(numberAt(event, "Reason")),
  ConnectFailure: (event) => failureOf(numberAt(event, "Reason")),
  StreamError: (event) => `streamEnded: ${textAt(event, "Code").slice(0, MOST_CODE)}`,
};
const MOST_CODE = 20;
const LONGEST_BAN_MS = 366 * 24 * 60 * 60_000;

/** Whether a webhook only indicates that the session may have changed. */
export function isSessionType(type: string): boolean {
  return SESSION_TYPES.has(type);
}

function toHint(type: string, body: PlainObject): InboundEvent {
  const event = objectAt(body, "event");
  const reason = REASONS[type]?.(event);
  if (reason === undefined) return { kind: "sessionHint", hint: type };
  const restMs = type === "TemporaryBan" ? (numberAt(event, "Expire") ?? 0) / NANOSECONDS_IN_MS : 0;
  const until = restMs > 0 ? { until: new Date(receivedAt(body).getTime() + Math.min(restMs, LONGEST_BAN_MS)) } : {};
  return { kind: "sessionHint", hint: type, reason, ...until };
}

/**
 * Turns one stored WuzAPI payload into one event. Pure; garbage and types with nothing to show are
 * `ignored`, all other types that are not read are `unknown`.
 */
export function toInbound(payload: unknown): InboundEvent {
  const body = toObject(payload);
  const type = textAt(body, "type");
  if (body === null) return ignored("not an object");
  if (SESSION_TYPES.has(type)) return toHint(type, body);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read) return read(body);
  return type === "" || SILENT_TYPES.has(type) ? ignored(`type ${type}`) : unknown(type, receivedAt(body));
}

/** What reads each type of WuzAPI's events. */
const READERS: Readonly<Record<string, (body: PlainObject) => InboundEvent>> = {
  Message: toMessageEvent,
  UndecryptableMessage: toUndecryptableEvent,
  ReadReceipt: toReceipt,
  CallOffer: (body) => toCall(body, "offer"),
  CallOfferNotice: (body) => toCall(body, "offer"),
  CallTerminate: (body) => toCall(body, "ended"),
  Picture: (body) => toContactChange(body, null),
  PushName: (body) => toContactChange(body, textAt(objectAt(body, "event"), "NewPushName") || null),
  GroupInfo: toGroupChange,
  JoinedGroup: toGroupChange,
};

/** The receipts of customers, with the ack that each means. */
const ACKS: Readonly<Record<string, Ack>> = { Delivered: 2, Read: 3 };

/** A receipt of a customer raises the ack; a receipt of our own phone marks the chat as read. */
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
  return toAck(body, chat, externalIds);
}

/** A receipt of a customer; in a group, of one participant. */
function toAck(body: PlainObject, chat: PeerId, externalIds: readonly string[]): InboundEvent {
  const event = objectAt(body, "event");
  const state = textAt(body, "state");
  const ack = Object.hasOwn(ACKS, state) ? ACKS[state] : undefined;
  if (ack === undefined) return ignored("another receipt");
  const by = chat.group === undefined ? null : toPeerWith(textAt(event, "Sender"), textAt(event, "SenderAlt"));
  const at = dateAt(event, "Timestamp") ?? receivedAt(body);
  return { kind: "ack", chat, externalIds, ack, error: null, outboxId: null, by, at };
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
