import type { Actor } from "../access/index.js";

export { DEED_SNOOZES, DEEDS_LENGTH, hasDeeds, NO_DEEDS, parseDeeds, saysOrDoes } from "./deeds.js";
export type { Deeds } from "./deeds.js";

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
