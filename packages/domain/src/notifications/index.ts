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

/** What a notice is about: a comment or a target's clock in a ticket, a mass send or a schedule. */
export type NoticePlace =
  | { readonly kind: "message" | "target"; readonly id: number; readonly ticketId: number }
  | { readonly kind: "massSend" | "schedule"; readonly id: number };

/**
 * Something new that may notify people. Another kind is another member of this union. A notice has those who are told of it (D-430).
 * An alert is about the installation.
 */
export type Arrived =
  | (Arrival & { readonly kind: "ticket"; readonly facts: TicketFacts; readonly fromMe: boolean })
  | (Arrival & { readonly kind: "chat"; readonly memberIds: readonly number[]; readonly authorId: number })
  | (Arrival & { readonly kind: "alert" })
  | (NoticePlace & { readonly userIds: readonly number[]; readonly at: number });

/** A message that arrives later than this after it was written is silent, in milliseconds. */
export const LATE_MS = 300_000;

/**
 * Whether a message concerns a person: a customer wrote it in a ticket of the notification rule
 * (D-034, D-098), a colleague wrote it in a chat of the person (NOTIF-001), or it is a notice to the person (D-430). An alert concerns
 * administrators (D-316).
 */
export function concerns(arrived: Arrived, actor: Actor, settings: AccessSettings): boolean {
  if (arrived.kind === "alert") return actor.active && actor.profile === "admin";
  if (arrived.kind === "chat") return actor.active && arrived.authorId !== actor.id && arrived.memberIds.includes(actor.id);
  if (arrived.kind === "ticket") return !arrived.fromMe && matches(notificationCondition(actor, settings), arrived.facts);
  return actor.active && arrived.userIds.includes(actor.id);
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
  const isOpen = place !== null && device.inSight.some(({ kind, id }) => kind === place.kind && id === place.id);
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

/** The conversation of a message; null for what is no conversation. */
function placeOf(arrived: Arrived): Place | null {
  if ("ticketId" in arrived) return { kind: "ticket", id: arrived.ticketId };
  return arrived.kind === "ticket" || arrived.kind === "chat" ? { kind: arrived.kind, id: arrived.id } : null;
}

/** What a notification leads to: a conversation, the place of a notice, or the health page. */
type Target = { readonly kind: "ticket" | "chat" | "alert"; readonly id: number } | NoticePlace;

/** The page of a conversation, of a comment in it (SHELL-003, SHELL-004), of a send, or for an alert that of the health. */
export function pathOf(target: Target): string {
  if (target.kind === "message") return `/tickets/${target.ticketId}?message=${target.id}`;
  if (target.kind === "target") return `/tickets/${target.ticketId}`;
  if (target.kind === "massSend") return `/envios?id=${target.id}`;
  if (target.kind === "schedule") return `/agendamentos?id=${target.id}`;
  if (target.kind === "alert") return "/health";
  return target.kind === "chat" ? `/tickets/0/${target.id}` : `/tickets/${target.id}`;
}

/** Notifications with the same tag replace each other: one for each conversation, notice and alert. The tag of a notice is its id, too. */
export const tagOf = ({ kind, id }: Pick<Target, "kind" | "id">): string => `${kind}-${id}`;

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
