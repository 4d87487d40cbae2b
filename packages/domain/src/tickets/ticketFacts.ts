import {
  conditionsOver,
  idOfKey,
  sumCells,
  toRanges,
  type Condition,
  type CountCell,
  type KeyRange,
  type KeyUniverse,
} from "../access/index.js";
import { statusOf, type TicketBucket, type TicketOrigin, type TicketStatus } from "./ticketStatus.js";

/**
 * Every field of a ticket that a rule may read. Lists and counts use them too: status and isGroup
 * make the bucket, the ids are the keys.
 */
export interface TicketFacts {
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
}

/** The facts with what besides decides the list; absent in an event of a version that knew no origin. */
export interface ListedFacts extends TicketFacts {
  readonly origin?: TicketOrigin | null;
}

export type TicketCondition = Condition<TicketFacts>;

/** The functions that build ticket conditions. */
export const { always, never, eq, oneOf, isNull, not, all, any } = conditionsOver<TicketFacts>();

/** A kept count of tickets. */
export type TicketCell = CountCell<TicketBucket>;

/** The index ranges of one bucket with the tickets of the condition (ADR 2). */
export function toTicketRanges(condition: TicketCondition, bucket: TicketBucket, universe: KeyUniverse): KeyRange[] {
  return toRanges(condition, (queueId, userId) => ({ ...statusOf(bucket), queueId, userId }), universe);
}

/** The facts of the tickets that a cell counts. */
export function toCellFacts({ bucket, queueKey, userKey }: TicketCell): TicketFacts {
  return { ...statusOf(bucket), queueId: idOfKey(queueKey), userId: idOfKey(userKey) };
}

/**
 * How many tickets the condition matches, from kept counts. `cells` must be those of the requested
 * buckets.
 */
export function sumTicketCells(condition: TicketCondition, cells: Iterable<TicketCell>): number {
  return sumCells(condition, cells, toCellFacts);
}
