import { createHash } from "node:crypto";
import { peerKey } from "@balcao/domain/messaging";
import type { InboundEvent, MessageRef, PeerId, ReactionTarget } from "@balcao/domain/messaging";
import type { IntakeEvent, IntakeKind } from "../intake/intakeEvent.js";

/** What a connector adds to an event so that the journal can recognise a repeat. */
export interface EventMark {
  /** Differs between two events of one kind about the same thing, and is equal when one event comes twice. */
  readonly mark: string;
  /** When it happened, for events that do not say so themselves. */
  readonly at: Date;
}

type Label = Omit<IntakeEvent, "payload" | "fileIds">;

/**
 * Kind, lane and unique key of an event; null for what is of no use.
 * Senders choose message ids, so no key is an id alone (M-1).
 */
export function labelOf(event: InboundEvent, { mark, at }: EventMark): Label | null {
  switch (event.kind) {
    case "message":
      // What could not be read comes again under its id, with its content.
      return label("message", event.ref.chat, `${event.content.kind === "unreadable" ? "u" : "m"}:${refKey(event.ref)}`, event.sentAt);
    case "edited":
    case "sealedEdit":
      return label("edit", event.target.chat, `e:${refKey(event.target)}:${mark}`, event.at);
    case "revoked":
      return label("revoke", event.target.chat, `r:${refKey(event.target)}`, event.at);
    case "reaction":
      return label("reaction", event.target.chat, reactionKey(event.target, event.by, mark), event.at);
    case "ack":
      return label("ack", event.chat, `a:${peerKey(event.chat)}:${idsKey(event.externalIds)}:${event.ack}:${mark}`, at);
    case "readOnPhone":
      return label("readOnPhone", event.chat, `p:${peerKey(event.chat)}:${idsKey(event.externalIds)}:${mark}`, event.at);
    case "call":
      return label("call", event.from, `c:${peerKey(event.from)}:${event.id}:${event.phase}`, event.at);
    case "contactChanged":
      return label("contact", event.peer, `n:${peerKey(event.peer)}:${mark}`, at);
    case "addressChanged":
      return label("contact", event.from, `n:${peerKey(event.from)}:${peerKey(event.to)}:${mark}`, event.at);
    case "groupChanged":
      return label("group", event.group, `g:${peerKey(event.group)}:${mark}`, event.at);
    case "templateStatus":
      return label("template", "templates", `t:${mark}`, event.at);
    case "sessionHint":
      return label("status", "session", `s:${event.hint}:${mark}`, at);
    case "ignored":
      return null;
  }
}

/** A short text that differs when the value differs. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex")
    .slice(0, 32);
}

function label(kind: IntakeKind, lane: PeerId | string, dedupeKey: string, sentAt: Date): Label {
  return { kind, chat: typeof lane === "string" ? lane : peerKey(lane), dedupeKey, sentAt };
}

function refKey(ref: MessageRef): string {
  return `${peerKey(ref.chat)}:${peerKey(ref.author)}:${ref.fromMe}:${ref.externalId}`;
}

/** Without the reacted message's side: some networks do not say whose it is. */
function reactionKey(target: ReactionTarget, by: PeerId, mark: string): string {
  return `x:${peerKey(target.chat)}:${peerKey(by)}:${target.externalId}:${mark}`;
}

/** One id as it is; a list, which may be too long for an index, as a digest. */
function idsKey(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : digestOf(ids);
}
