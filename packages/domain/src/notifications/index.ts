import { matches, type Actor } from "../access/index.js";
import { historyCondition, type Histories, type HistoryFacts } from "../messages/index.js";
import type { AccessSettings } from "../settings/index.js";
import { notificationCondition, sees, type TicketFacts } from "../tickets/index.js";

/** The conversation that a notification is about; a click on the notification opens it. */
export interface Place {
  readonly kind: "ticket" | "chat";
  readonly id: number;
}

interface Arrival {
  readonly id: number;
  /** When the message was written, in milliseconds. */
  readonly at: number;
}

/**
 * A new message that may notify people. Another kind of message is another member of this union. A mention in a comment has the id
 * of its ticket, and those who are notified of it. A handover is the line of a transfer in its ticket. An alert is about the installation.
 */
export type Arrived =
  | (Arrival & { readonly kind: "ticket"; readonly facts: TicketFacts; readonly fromMe: boolean })
  | (Arrival & { readonly kind: "handover"; readonly facts: TicketFacts; readonly authorId: number })
  | (Arrival & { readonly kind: "chat"; readonly memberIds: readonly number[]; readonly authorId: number })
  | (Arrival & { readonly kind: "alert" })
  | (Arrival & { readonly kind: "mention"; readonly messageId: number; readonly userIds: readonly number[]; readonly authorId: number });

/** A message that arrives later than this after it was written is silent, in milliseconds. */
export const LATE_MS = 300_000;

/**
 * Whether a message concerns a person: a customer wrote it in a ticket of the notification rule
 * (D-034, D-098), a colleague wrote it in a chat of the person (NOTIF-001), or mentioned the person in a comment (D-254). A
 * colleague's transfer concerns whom a customer's message in that ticket would, and not its author (D-272). An alert concerns
 * administrators (D-316).
 */
export function concerns(arrived: Arrived, actor: Actor, settings: AccessSettings): boolean {
  if (arrived.kind === "alert") return actor.active && actor.profile === "admin";
  if (arrived.kind === "chat") return actor.active && arrived.authorId !== actor.id && arrived.memberIds.includes(actor.id);
  if (arrived.kind === "mention") return actor.active && arrived.authorId !== actor.id && arrived.userIds.includes(actor.id);
  const isOwn = arrived.kind === "handover" ? arrived.authorId === actor.id : arrived.fromMe;
  return !isOwn && matches(notificationCondition(actor, settings), arrived.facts);
}

/** A comment and its ticket, as the rules of reading need them. */
export interface CommentFacts {
  readonly ticket: TicketFacts;
  readonly message: HistoryFacts;
}

/**
 * Whether a person reads a comment: by the rules of its ticket and of its history alone. A mention
 * adds nothing to them.
 */
export const readsComment = (
  actor: Actor,
  { ticket, message }: CommentFacts,
  { settings, histories }: { readonly settings: AccessSettings; readonly histories: Histories },
): boolean => sees(actor, settings, ticket) && matches(historyCondition(actor, histories), message);

/** Whether a message may still make itself noticed: neither old nor from a clock far ahead. */
const isFresh = ({ at }: Arrived, now: number): boolean => Math.abs(now - at) <= LATE_MS;

/** What a browser allows, and what its tabs show. */
export interface Device {
  readonly permission: "granted" | "denied" | "default" | "unsupported";
  /** Whether this tab speaks for all tabs of the browser. */
  readonly isSpeaker: boolean;
  /** The conversations that are open in visible tabs. */
  readonly inSight: readonly Place[];
}

/** How a message notifies a person at one browser. */
export interface Notice {
  readonly bell: boolean;
  readonly sound: boolean;
  readonly browser: boolean;
}

const SILENCE: Notice = { bell: false, sound: false, browser: false };

/** Who is notified, by which rights and settings, and when. */
export interface Recipient {
  readonly actor: Actor;
  readonly settings: AccessSettings;
  readonly now: number;
}

/**
 * How a message notifies a person at a browser: not at all while its conversation is open in a
 * visible tab; with a sound and a browser notification from one tab.
 */
export function noticeOf(arrived: Arrived, { actor, settings, now }: Recipient, device: Device): Notice {
  const place = placeOf(arrived);
  const isOpen = device.inSight.some(({ kind, id }) => kind === place.kind && id === place.id);
  if (isOpen || !concerns(arrived, actor, settings)) return SILENCE;
  const isLoud = device.isSpeaker && isFresh(arrived, now);
  return { bell: true, sound: isLoud, browser: isLoud && device.permission === "granted" };
}

/**
 * Whether a message is pushed to the person's subscribed browsers. Such a browser shows it
 * unless one of its tabs has the focus.
 */
export const isPushed = (arrived: Arrived, { actor, settings, now }: Recipient): boolean =>
  concerns(arrived, actor, settings) && isFresh(arrived, now);

/** The conversation of a message. */
const placeOf = ({ kind, id }: Pick<Arrived, "kind" | "id">): Place => ({ kind: kind === "chat" ? "chat" : "ticket", id });

/** What a notification leads to: a conversation, also by its transfer, a comment in a ticket, or the health page. */
type Target =
  Pick<Exclude<Arrived, { kind: "mention" }>, "kind" | "id"> | Pick<Extract<Arrived, { kind: "mention" }>, "kind" | "id" | "messageId">;

/** The page of a conversation, for a mention at its comment (SHELL-003, SHELL-004), and of an alert that of the health. */
export const pathOf = (target: Target): string => {
  if (target.kind === "alert") return "/health";
  if (target.kind === "mention") return `/tickets/${target.id}?message=${target.messageId}`;
  return target.kind === "chat" ? `/tickets/0/${target.id}` : `/tickets/${target.id}`;
};

/** Notifications with the same tag replace each other: one for each conversation and its transfer, and one for each mention and alert. */
export const tagOf = (target: Target): string => `${target.kind}-${target.kind === "mention" ? target.messageId : target.id}`;

/** Title and text by language. */
export type PushTexts = Readonly<Record<string, { readonly title: string; readonly text: string }>>;

/** What a push carries to the service worker. */
export interface PushPayload {
  readonly tag: string;
  readonly title: string;
  /** The message, or an empty text when the company hides it. */
  readonly text: string;
  readonly path: string;
  /** When the message was written, as an ISO instant. */
  readonly at: string;
  /** In place of title and text: both in each language, of which the browser takes its own. */
  readonly texts?: PushTexts;
  /** The number of a test that the person started. */
  readonly testId?: number;
}
