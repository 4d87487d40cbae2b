import type { Actor } from "../access/index.js";
import { CAPABILITIES, type ConnectorApi } from "../connections/index.js";
import { isTextType, type MessageType } from "./content.js";

/** The fields of a message that the rules read. */
export interface MessageFacts {
  readonly fromMe: boolean;
  /** Our user who wrote it; null for automatic texts and for what was typed on the phone. */
  readonly userId: number | null;
  readonly type: MessageType;
  readonly isDeleted: boolean;
  readonly sentAt: Date;
}

/** How long the text of a message can be changed, in milliseconds (D-072). */
export const EDIT_WINDOW_MS = 15 * 60_000;

/**
 * Whether a message is the person's own (CONV-031, CONV-032): written by them, or ours
 * without a writer in their own ticket. For an administrator, every message of ours is.
 */
export function isOwnMessage({ fromMe, userId }: MessageFacts, ticketUserId: number | null, actor: Actor): boolean {
  if (!fromMe) return false;
  if (actor.profile === "admin") return true;
  return userId === null ? ticketUserId === actor.id : userId === actor.id;
}

/**
 * Whether the text of an own message may still be changed: a plain text, on a network that supports
 * it, within the window.
 */
export function isEditable({ type, isDeleted, sentAt }: MessageFacts, api: ConnectorApi, now: Date): boolean {
  return CAPABILITIES[api].edit && isTextType(type) && !isDeleted && now.getTime() - sentAt.getTime() <= EDIT_WINDOW_MS;
}

/**
 * Whether a message can be forwarded: it was exchanged with the customer and was not deleted
 * (CONV-034, D-074).
 */
export function isForwardable({ type, isDeleted }: Pick<MessageFacts, "type" | "isDeleted">): boolean {
  return !isDeleted && type !== "comment" && type !== "error" && type !== "call_log" && type !== "template" && type !== "list";
}

/** Whether a message is of a kind that takes reactions: it was exchanged with the customer and was not deleted. */
export function takesReactions({ type, isDeleted }: Pick<MessageFacts, "type" | "isDeleted">): boolean {
  return !isDeleted && type !== "comment" && type !== "error" && type !== "call_log";
}

/** Whether a reaction can be sent to a message on a network. */
export function isReactable(facts: Pick<MessageFacts, "type" | "isDeleted">, api: ConnectorApi): boolean {
  return CAPABILITIES[api].react && takesReactions(facts);
}

/** How long the networks keep the file of a message, in milliseconds. */
export const REFETCH_MS = 30 * 24 * 3_600_000;

/** What decides whether the file of a message may be asked for again. */
export interface FailedFileFacts {
  readonly mediaState: "pending" | "ready" | "failed" | null;
  /** Why there is no file. */
  readonly code: string;
  readonly isDeleted: boolean;
  readonly sentAt: Date;
}

/**
 * Whether a file that could not be fetched may be asked for again: the fault was one that passes,
 * and the network may still have it (D-081). `tooOld` where only the time speaks against it.
 */
export function refetchOf({ mediaState, code, isDeleted, sentAt }: FailedFileFacts, now: Date): "possible" | "tooOld" | "none" {
  if (mediaState !== "failed" || code !== "ERR_WAPP_DOWNLOAD_MEDIA" || isDeleted) return "none";
  return now.getTime() - sentAt.getTime() <= REFETCH_MS ? "possible" : "tooOld";
}

/** The digits of the addresses that a text mentions with `@`, each once (CONV-011). */
export function mentionedDigits(text: string): string[] {
  return [...new Set([...text.matchAll(/(?:^|[^\w@])@(\d{8,20})(?!\w)/g)].flatMap(([, digits]) => digits ?? []))];
}
