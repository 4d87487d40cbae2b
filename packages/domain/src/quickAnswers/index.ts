import type { Actor } from "../access/index.js";

/** Who has a quick answer: everybody, the people of a queue, or one person. */
export const QUICK_ANSWER_SCOPES = ["everyone", "queue", "me"] as const;
export type QuickAnswerScope = (typeof QUICK_ANSWER_SCOPES)[number];

/** Whose a quick answer is; everybody's where both are null. */
export interface QuickAnswerPlace {
  readonly queueId: number | null;
  readonly ownerId: number | null;
}

export const scopeOf = ({ queueId, ownerId }: QuickAnswerPlace): QuickAnswerScope =>
  ownerId !== null ? "me" : queueId !== null ? "queue" : "everyone";

/**
 * Whether a person sees a quick answer, and so may change it: everybody those of everybody, the people of a queue and administrators
 * those of the queue, the owner alone their own (D-165).
 */
export function hasQuickAnswer(
  { id, profile, queueIds }: Pick<Actor, "id" | "profile" | "queueIds">,
  { queueId, ownerId }: QuickAnswerPlace,
): boolean {
  if (ownerId !== null) return ownerId === id;
  return queueId === null || profile === "admin" || queueIds.includes(queueId);
}

/** The kinds of files that a quick answer takes, by their content (QUICK-006). */
export const QUICK_ANSWER_MIMES: readonly string[] = [
  "image/jpeg",
  "image/png",
  "application/pdf",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "text/csv",
  "text/plain",
  "video/mp4",
  "audio/mpeg",
  "audio/ogg",
];

/** Until when a conversation sleeps by a macro: an offered moment of its day, or the customer's message. */
export const DEED_SNOOZES = ["inOneHour", "tomorrow", "monday", "message"] as const;
type DeedSnooze = (typeof DEED_SNOOZES)[number];

/** What a quick answer does to the conversation after its text, in this order; a quick answer with deeds is a macro (D-531). */
export interface Deeds {
  /** The contact gets these beside those that it has. */
  readonly tagIds: readonly number[];
  /** Whose the conversation becomes; a person without a queue gets it in its queue. */
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly snooze: DeedSnooze | null;
  /** Closed with the farewell of the connection, or without a text. */
  readonly close: "farewell" | "silent" | null;
  readonly reasonId: number | null;
}

export const NO_DEEDS: Deeds = { tagIds: [], queueId: null, userId: null, snooze: null, close: null, reasonId: null };

const MOST_TAGS = 20;
/** The longest text of deeds. */
export const DEEDS_LENGTH = 1_000;

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1_000_000_000;
const isIdOrNone = (value: unknown): value is number | null => value === null || isId(value);
const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T | null =>
  value === null || values.some((each) => each === value);

export const hasDeeds = ({ tagIds, queueId, userId, snooze, close }: Deeds): boolean =>
  tagIds.length > 0 || [queueId, userId, snooze, close].some((each) => each !== null);

/** Whether a quick answer has a text or does something: one of both it needs (D-614). */
export const saysOrDoes = (message: string, deeds: Deeds | null): boolean => message !== "" || (deeds !== null && hasDeeds(deeds));

/** A waiting conversation does not sleep, and one that sleeps is not closed; a reason is one of a closing. */
const isSound = ({ queueId, userId, snooze, close, reasonId }: Deeds): boolean =>
  !(snooze !== null && (close !== null || (queueId !== null && userId === null))) && !(reasonId !== null && close === null);

/** Reads deeds that are written as JSON; null for what are none, or contradict each other. An empty text has none. */
export function parseDeeds(text: string): Deeds | null {
  if (text === "") return NO_DEEDS;
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return null;
  }
  const { tagIds, queueId, userId, snooze, close, reasonId } = { ...NO_DEEDS, ...Object(written) } as Record<keyof Deeds, unknown>;
  if (!Array.isArray(tagIds) || tagIds.length > MOST_TAGS || !tagIds.every(isId)) return null;
  if (!isIdOrNone(queueId) || !isIdOrNone(userId) || !isIdOrNone(reasonId)) return null;
  if (!isOneOf(DEED_SNOOZES, snooze) || !isOneOf(["farewell", "silent"] as const, close)) return null;
  const deeds = { tagIds: [...new Set(tagIds)], queueId, userId, snooze, close, reasonId };
  return isSound(deeds) ? deeds : null;
}
