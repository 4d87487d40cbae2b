import { createHash } from "node:crypto";
import { peerKey } from "@balcao/domain/messaging";
import type { InboundEvent, MessageRef } from "@balcao/domain/messaging";
import type { IntakeEvent, IntakeKind } from "../port/index.js";
import { toInbound } from "./baileysInbound.js";
import { receivedAt } from "./baileysMessage.js";
import { textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

/** What the journal keeps of one payload; null for what is of no use. Ids are chosen by senders, so no key is an id alone (M-1). */
export function toIntake(payload: PlainObject): IntakeEvent | null {
  const label = labelOf(toInbound(payload), payload);
  return label === null ? null : { ...label, payload, fileIds: [] };
}

type Label = Omit<IntakeEvent, "payload" | "fileIds">;

function labelOf(event: InboundEvent, payload: PlainObject): Label | null {
  const at = receivedAt(payload);
  switch (event.kind) {
    case "message":
      return label("message", peerKey(event.ref.chat), `m:${refKey(event.ref)}`, event.sentAt);
    case "edited":
      return label("edit", peerKey(event.target.chat), `e:${refKey(event.target)}:${stanzaOf(payload)}`, event.at);
    case "revoked":
      return label("revoke", peerKey(event.target.chat), `r:${refKey(event.target)}`, event.at);
    case "reaction": {
      const chat = peerKey(event.target.chat);
      return label("reaction", chat, `x:${chat}:${peerKey(event.by)}:${event.target.externalId}:${stanzaOf(payload)}`, event.at);
    }
    case "ack":
      return label("ack", peerKey(event.chat), `a:${event.externalIds.join(",")}:${event.ack}:${textAt(payload, "participant")}`, at);
    case "readOnPhone":
      return label(
        "readOnPhone",
        peerKey(event.chat),
        `p:${peerKey(event.chat)}:${event.externalIds.join(",")}:${event.at.getTime()}`,
        event.at,
      );
    case "call":
      return label("call", peerKey(event.from), `c:${peerKey(event.from)}:${event.id}:${event.phase}`, event.at);
    case "contactChanged":
      return label("contact", peerKey(event.peer), `n:${peerKey(event.peer)}:${digestOf(payload)}`, at);
    case "groupChanged":
      return label("group", peerKey(event.group), `g:${peerKey(event.group)}:${digestOf(payload)}`, at);
    case "addressChanged":
    case "templateStatus":
    case "sessionHint":
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

/** The id of the stanza that brought it, whatever it names. */
function stanzaOf(payload: PlainObject): string {
  const key = payload["key"];
  return typeof key === "object" && key !== null && "id" in key ? String(key.id) : "";
}

function digestOf(payload: PlainObject): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("hex").slice(0, 32);
}
