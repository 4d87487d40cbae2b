import { createHash } from "node:crypto";
import { peerKey } from "@balcao/domain/messaging";
import type { InboundEvent, MessageRef, ReactionTarget } from "@balcao/domain/messaging";
import type { IntakeEvent, IntakeKind } from "../port/index.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { cleanTree } from "../streaming/cleanTree.js";
import { objectAt, textAt, toObject } from "../protocol/plainJson.js";
import { toInbound } from "./wwebjsInbound.js";

/** A payload as it is journalled, or null when it is of no use. Ids are chosen by senders, so no key is an id alone (M-1). */
export function toIntake(told: PlainObject): IntakeEvent | null {
  const payload = toObject(cleanTree(told, new Set())) ?? {};
  const event = toInbound(payload);
  const label = labelOf(event, payload);
  return label === null ? null : { ...label, payload, fileIds: [] };
}

type Label = Omit<IntakeEvent, "payload" | "fileIds">;

function labelOf(event: InboundEvent, payload: PlainObject): Label | null {
  switch (event.kind) {
    case "message":
      return label("message", peerKey(event.ref.chat), `m:${refKey(event.ref)}`, event.sentAt);
    case "edited":
      return label(
        "edit",
        peerKey(event.target.chat),
        `e:${refKey(event.target)}:${textAt(payload, "edition") || digestOf(event.text)}`,
        event.at,
      );
    case "revoked":
      return label("revoke", peerKey(event.target.chat), `r:${refKey(event.target)}`, event.at);
    case "reaction":
      return label(
        "reaction",
        peerKey(event.target.chat),
        `x:${refKey(event.target)}:${peerKey(event.by)}:${textAt(objectAt(payload, "key"), "id")}:${event.at.getTime()}:${digestOf(event.emoji ?? "")}`,
        event.at,
      );
    case "ack":
      return label("ack", peerKey(event.chat), `a:${peerKey(event.chat)}:${event.externalIds.join(",")}:${event.ack}`, receivedAt(payload));
    case "readOnPhone":
      return label("readOnPhone", peerKey(event.chat), `p:${peerKey(event.chat)}:${event.externalIds.join(",")}`, event.at);
    case "call":
      return label("call", peerKey(event.from), `c:${peerKey(event.from)}:${event.id}:${event.phase}`, event.at);
    case "addressChanged":
      return label("contact", peerKey(event.from), `n:${peerKey(event.from)}:${peerKey(event.to)}`, event.at);
    case "groupChanged":
      return label("group", peerKey(event.group), `g:${peerKey(event.group)}:${textAt(payload, "notice")}`, event.at);
    // The page tells none of these.
    case "contactChanged":
    case "templateStatus":
    case "sessionHint":
    case "ignored":
      return null;
  }
}

function label(kind: IntakeKind, chat: string, dedupeKey: string, sentAt: Date): Label {
  return { kind, chat, dedupeKey, sentAt };
}

function refKey(ref: MessageRef | ReactionTarget): string {
  return `${peerKey(ref.chat)}:${peerKey(ref.author)}:${ref.fromMe}:${ref.externalId}`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function receivedAt(payload: PlainObject): Date {
  return new Date(textAt(payload, "receivedAt"));
}
