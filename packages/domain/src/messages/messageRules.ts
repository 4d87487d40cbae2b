import type { Actor } from "../access/index.js";
import { CAPABILITIES, type ConnectorApi } from "../connections/index.js";
import { isTextType, type MessageType } from "../messaging/index.js";

/** What the rules ask of a message. */
export interface MessageFacts {
  readonly fromMe: boolean;
  /** The person of ours who wrote it; null for automatic texts and for what was typed on the phone. */
  readonly userId: number | null;
  readonly type: MessageType;
  readonly isDeleted: boolean;
  readonly sentAt: Date;
}

/** How long the text of a message can be changed, in milliseconds (D-072). */
export const EDIT_WINDOW_MS = 15 * 60_000;

/**
 * Whether a message is the person's own (CONV-031, CONV-032, D-072): written by them, or ours without a writer in a ticket that is theirs;
 * for an administrator everything of ours.
 */
export function isOwnMessage({ fromMe, userId }: MessageFacts, ticketUserId: number | null, actor: Actor): boolean {
  if (!fromMe) return false;
  if (actor.profile === "admin") return true;
  return userId === null ? ticketUserId === actor.id : userId === actor.id;
}

/** Whether the text of an own message may still be changed: a plain text, on a network that can, within the window. */
export function isEditable({ type, isDeleted, sentAt }: MessageFacts, api: ConnectorApi, now: Date): boolean {
  return CAPABILITIES[api].edit && isTextType(type) && !isDeleted && now.getTime() - sentAt.getTime() <= EDIT_WINDOW_MS;
}

/** Whether a message can be passed on: what was said to or by the customer, and is still there (CONV-034, D-074). */
export function isForwardable({ type, isDeleted }: Pick<MessageFacts, "type" | "isDeleted">): boolean {
  return !isDeleted && type !== "comment" && type !== "error" && type !== "call_log" && type !== "template" && type !== "list";
}

/** People of a text who are mentioned by `@` and the digits of their address, each once (CONV-011). */
export function mentionedDigits(text: string): string[] {
  return [...new Set([...text.matchAll(/(?:^|[^\w@])@(\d{8,20})(?!\w)/g)].flatMap(([, digits]) => digits ?? []))];
}
