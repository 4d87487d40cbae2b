import { createHash } from "node:crypto";
import {
  openedKey,
  peerKey,
  type InboundEvent,
  type MessageContent,
  type MessageRef,
  type PeerId,
  type ReactionTarget,
} from "@balcao/domain/messages";
import type { IntakeEvent, IntakeKind } from "../intake/intakeEvent.js";

/** What a connector adds to an event so that the journal can recognise repeats. */
export interface EventMark {
  /** Distinguishes two events of one kind about the same thing; equal in repeats of one event. */
  readonly mark: string;
  /** When it happened, for events without a time of their own. */
  readonly at: Date;
}

type Label = Omit<IntakeEvent, "payload" | "fileIds">;

/**
 * Kind, lane and unique key of an event; null for ignored events. Senders choose message ids, so no
 * key is an id alone.
 */
export function labelOf(event: InboundEvent, mark: EventMark): Label | null {
  // The compiler cannot see that a kind's labeller takes the events of that kind.
  const toLabel = LABELLERS[event.kind] as Labeller<InboundEvent>;
  return toLabel(event, mark);
}

type Labeller<E> = (event: E, mark: EventMark) => Label | null;

const LABELLERS: { readonly [K in InboundEvent["kind"]]: Labeller<Extract<InboundEvent, { kind: K }>> } = {
  message: ({ ref, content, better, sentAt }) => label("message", ref.chat, `${letterOf(content, better)}:${refKey(ref)}`, sentAt),
  edited: ({ target, at }, { mark }) => label("edit", target.chat, `e:${refKey(target)}:${mark}`, at),
  sealedEdit: ({ target, at }, { mark }) => label("edit", target.chat, `e:${refKey(target)}:${mark}`, at),
  revoked: ({ target, at }) => label("revoke", target.chat, `r:${refKey(target)}`, at),
  reaction: ({ target, by, at }, { mark }) => label("reaction", target.chat, reactionKey(target, by, mark), at),
  ack: ({ chat, externalIds, ack }, { mark, at }) => label("ack", chat, `a:${peerKey(chat)}:${idsKey(externalIds)}:${ack}:${mark}`, at),
  readOnPhone: ({ chat, externalIds, at }, { mark }) => label("readOnPhone", chat, `p:${peerKey(chat)}:${idsKey(externalIds)}:${mark}`, at),
  call: ({ from, id, phase, at }) => label("call", from, `c:${peerKey(from)}:${id}:${phase}`, at),
  contactChanged: ({ peer }, { mark, at }) => label("contact", peer, `n:${peerKey(peer)}:${mark}`, at),
  chatOpened: ({ chat, at }) => label("contact", chat, openedKey(chat, at), at),
  addressChanged: ({ from, to, at }, { mark }) => label("contact", from, `n:${peerKey(from)}:${peerKey(to)}:${mark}`, at),
  handover: ({ chat, to, at }) => label("handover", chat, `h:${peerKey(chat)}:${to}:${at.getTime()}`, at),
  savedContact: ({ peer, at }, { mark }) => label("contact", peer, `n:${peerKey(peer)}:${mark}`, at),
  marketing: ({ chat, stops, at }) => label("contact", chat, `o:${peerKey(chat)}:${stops}:${at.getTime()}`, at),
  groupChanged: ({ group, at }, { mark }) => label("group", group, `g:${peerKey(group)}:${mark}`, at),
  templateStatus: ({ at }, { mark }) => label("template", "templates", `t:${mark}`, at),
  sessionHint: ({ hint }, { mark, at }) => label("status", "session", `s:${hint}:${mark}`, at),
  accountNotice: ({ field, at }, { mark }) => label("status", "session", `w:${field}:${mark}`, at),
  unknown: ({ name, at }, { mark }) => ({ ...label("unknown", "unknown", `?:${name}:${mark}`, at), name }),
  ignored: () => null,
};

/** An unreadable message arrives again under its id, with its content, and one in HD with its better file, so each needs another key. */
const letterOf = (content: MessageContent, better = false): string => (content.kind === "unreadable" ? "u" : better ? "b" : "m");

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

/** The target's direction is left out, because some networks do not report it. */
function reactionKey(target: ReactionTarget, by: PeerId, mark: string): string {
  return `x:${peerKey(target.chat)}:${peerKey(by)}:${target.externalId}:${mark}`;
}

/** One id as it is; several ids, which may be too long for an index, as a digest. */
function idsKey(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : digestOf(ids);
}
