import { cachedRule, conditionsOver, simplify, type Actor, type Condition } from "../access/index.js";

/** What the rule of the history asks of a message: where its ticket was when it was recorded. */
export interface HistoryFacts {
  /** The ticket's connection of now. */
  readonly connectionId: number | null;
  readonly queueId: number | null;
  /** Whose ticket it was. */
  readonly ownerId: number | null;
  /** The person of ours who wrote it. */
  readonly authorId: number | null;
  /** A transfer has lifted the rule for it (D-055). */
  readonly isRecovered: boolean;
  /** The colleagues who are invited to its ticket now; absent for none. */
  readonly guestIds?: readonly number[];
}

export type HistoryCondition = Condition<HistoryFacts>;

/** The connections of which agents see a part of the history only, by kind. */
export interface Histories {
  readonly byQueue: readonly number[];
  readonly byUser: readonly number[];
}

const { always, never, eq, oneOf, isNull, has, not, all, any } = conditionsOver<HistoryFacts>();

/**
 * The messages that a person sees of a ticket which they may open (D-078); administrators see all of
 * it. By queue: what was recorded while it was in a queue of theirs or in none; by user: while it was
 * theirs or nobody's; and always what they wrote, what a transfer recovered and what they are invited to (D-550).
 */
export const historyCondition: (actor: Actor, histories: Histories) => HistoryCondition = cachedRule((actor, { byQueue, byUser }) => {
  if (!actor.active) return never;
  if (actor.profile === "admin") return always;
  return simplify(
    any(
      not(oneOf("connectionId", [...byQueue, ...byUser])),
      eq("isRecovered", true),
      eq("authorId", actor.id),
      has("guestIds", actor.id),
      all(oneOf("connectionId", byQueue), any(oneOf("queueId", actor.queueIds), isNull("queueId"))),
      all(oneOf("connectionId", byUser), any(eq("ownerId", actor.id), isNull("ownerId"))),
    ),
  );
});

/**
 * The messages that `actor` sees and that everybody sees who will see what is recorded at a ticket
 * in this place now. A text that is made of them and recorded there shows nobody more than D-078 does.
 */
export function sharedHistory(actor: Actor, place: Pick<HistoryFacts, "queueId" | "ownerId">, histories: Histories): HistoryCondition {
  const { byQueue, byUser } = histories;
  const sameOrNone = (field: "queueId" | "ownerId") => {
    const value = place[field];
    return value === null ? isNull(field) : any(eq(field, value), isNull(field));
  };
  const shared = any(
    not(oneOf("connectionId", [...byQueue, ...byUser])),
    eq("isRecovered", true),
    all(oneOf("connectionId", byQueue), sameOrNone("queueId")),
    all(oneOf("connectionId", byUser), sameOrNone("ownerId")),
  );
  return simplify(all(historyCondition(actor, histories), shared));
}

/** Whether a connection shows agents a part of the history only. */
export function restrictsHistory({ byQueue, byUser }: Histories, connectionId: number | null): boolean {
  return connectionId !== null && (byQueue.includes(connectionId) || byUser.includes(connectionId));
}
