import type { Ack, InboundEvent } from "@balcao/domain/messages";
import { toMessageEvent } from "./baileysMessage.js";
import { toPeer, toPeerWith } from "../addresses/jid.js";
import { ignored, receivedAt } from "../protocol/inboundEvents.js";
import { dateAt, flagAt, listAt, toObject, textAt, type PlainObject } from "../protocol/plainJson.js";

/**
 * The receipt types that change an ack, with the ack that each means. `inactive` is a
 * delivery to a phone that is not in use.
 */
const RECEIPTS: Readonly<Record<string, Ack>> = { "": 2, inactive: 2, sent: 1, read: 3, played: 4, error: -1 };
const ENDED: ReadonlySet<string> = new Set(["accept", "reject", "timeout", "terminate"]);

/**
 * Pure: turns one payload of this connector into one event. Unknown payloads are ignored; never
 * throws.
 */
export function toInbound(payload: unknown): InboundEvent {
  const body = toObject(payload);
  if (body === null) return ignored("not an object");
  switch (textAt(body, "type")) {
    case "message":
      return toMessageEvent(body);
    case "receipt":
      return toReceipt(body);
    case "call":
      return toCall(body);
    case "contact":
      return toContact(body);
    case "group":
      return toGroup(body);
    default:
      return ignored("an unknown payload");
  }
}

function toReceipt(body: PlainObject): InboundEvent {
  const chat = toPeerWith(textAt(body, "jid"), textAt(body, "alt"));
  if (chat === null) return ignored("a receipt from nowhere");
  const state = textAt(body, "state");
  const externalIds = listAt(body, "ids").filter((id) => typeof id === "string");
  if (state === "read-self") return { kind: "readOnPhone", chat, externalIds, at: dateAt(body, "at") ?? receivedAt(body) };
  const ack = RECEIPTS[state];
  if (ack === undefined || externalIds.length === 0) return ignored("a receipt of no use");
  const code = textAt(body, "code");
  const error = ack === -1 ? { code, title: "Not sent", message: `WhatsApp refused the message (${code})`, details: "" } : null;
  const by = chat.group === undefined ? null : toPeer(textAt(body, "participant"));
  return { kind: "ack", chat, externalIds, ack, error, outboxId: null, by, at: dateAt(body, "at") ?? receivedAt(body) };
}

function toCall(body: PlainObject): InboundEvent {
  const from = toPeerWith(textAt(body, "jid"), textAt(body, "alt"));
  const id = textAt(body, "id");
  const status = textAt(body, "status");
  if (from === null || id === "") return ignored("a call from nobody");
  if (status !== "offer" && !ENDED.has(status)) return ignored("a step of a call");
  const phase = status === "offer" ? "offer" : "ended";
  return {
    kind: "call",
    id,
    from,
    video: flagAt(body, "video"),
    group: flagAt(body, "group"),
    phase,
    at: dateAt(body, "at") ?? receivedAt(body),
  };
}

function toContact(body: PlainObject): InboundEvent {
  const peer = toPeerWith(textAt(body, "jid"), textAt(body, "alt"));
  if (peer === null || peer.group !== undefined) return ignored("a change of nobody");
  return { kind: "contactChanged", peer, name: textAt(body, "name").trim() || null, pictureChanged: flagAt(body, "picture") };
}

function toGroup(body: PlainObject): InboundEvent {
  const group = toPeerWith(textAt(body, "jid"), "");
  if (group?.group === undefined) return ignored("a change of no group");
  return { kind: "groupChanged", group, subject: textAt(body, "subject") || null, at: receivedAt(body) };
}
