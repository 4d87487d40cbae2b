import { type PlainObject, flagAt, numberAt, objectAt, textAt, toObject, valueAt } from "../protocol/plainJson.js";
import { widAt } from "./wids.js";
import type { WwebClient } from "./library.js";
import { rawOf, toKeyPayload, toMessagePayload } from "./payload.js";

/** Receives the page's events as payloads. */
export interface PageEventReader {
  /** A message of anybody; `own` means that this account sent it, from here or from the phone. */
  readonly onMessage: (payload: PlainObject, own: boolean) => void;
  /** Any other event. */
  readonly onOther: (payload: PlainObject) => void;
}

/** Turns the library's events into payloads, only from the page's own raw data. */
export function readPage(client: WwebClient, reader: PageEventReader): void {
  readMessages(client, reader);
  readChanges(client, reader);
  readCalls(client, reader);
  readChats(client, reader);
}

function readMessages(client: WwebClient, reader: PageEventReader): void {
  const message = (value: unknown): void => {
    const payload = toMessagePayload(rawOf(value));
    if (payload !== null) reader.onMessage({ event: "message", message: payload }, flagAt(objectAt(payload, "id"), "fromMe"));
  };
  client.on("message_create", message);
  // The message cannot be decrypted yet; the page reports it again with its content once it can.
  client.on("message_ciphertext", message);
}

/** Edits, deletions, acknowledgements and reactions. */
function readChanges(client: WwebClient, reader: PageEventReader): void {
  const onTarget = (value: unknown, more: PlainObject): void => {
    const raw = rawOf(value);
    // A revocation that is its own message names the revoked message.
    const target = toKeyPayload(objectAt(raw, "protocolMessageKey") ?? objectAt(raw, "id"));
    if (target !== null) reader.onOther({ ...more, target, author: widAt(raw, "author") });
  };
  client.on("message_edit", (value, text) => {
    const edition = valueAt(rawOf(value), "latestEditSenderTimestampMs");
    onTarget(value, { event: "edit", text: String(text), edition: typeof edition === "number" ? String(edition) : "" });
  });
  client.on("message_revoke_everyone", (value) => onTarget(value, { event: "revoke" }));
  client.on("message_ack", (value, ack) => {
    if (flagAt(objectAt(rawOf(value), "id"), "fromMe")) onTarget(value, { event: "ack", ack });
  });
  client.on("message_reaction", (value) => {
    const reaction = toObject(value);
    const target = toKeyPayload(objectAt(reaction, "msgId"));
    const key = toKeyPayload(objectAt(reaction, "id"));
    if (target === null) return;
    reader.onOther({
      event: "reaction",
      target,
      ...(key === null ? {} : { key }),
      by: widAt(reaction, "senderId"),
      emoji: textAt(reaction, "reaction"),
      t: numberAt(reaction, "timestamp"),
    });
  });
}

function readCalls(client: WwebClient, reader: PageEventReader): void {
  client.on("call", (value) => {
    const call = toObject(value);
    if (flagAt(call, "fromMe")) return;
    reader.onOther({
      event: "call",
      id: textAt(call, "id"),
      from: widAt(call, "from"),
      video: flagAt(call, "isVideo"),
      group: flagAt(call, "isGroup"),
      t: numberAt(call, "timestamp"),
    });
  });
}

/** Reading, new numbers and changes of groups. */
function readChats(client: WwebClient, reader: PageEventReader): void {
  client.on("unread_count", (value) => {
    const chat = toObject(value);
    const last = toKeyPayload(objectAt(rawOf(valueAt(chat, "lastMessage")), "id"));
    if (numberAt(chat, "unreadCount") === 0 && last !== null) reader.onOther({ event: "read", chat: widAt(chat, "id"), last });
  });
  client.on("contact_changed", (_message, from, to) => reader.onOther({ event: "number", from, to }));
  client.on("group_update", (value) => {
    const notice = toObject(value);
    const key = objectAt(notice, "id");
    reader.onOther({
      event: "group",
      chat: widAt(notice, "chatId"),
      notice: textAt(key, "id"),
      ...(textAt(notice, "type") === "subject" ? { subject: textAt(notice, "body") } : {}),
    });
  });
}
