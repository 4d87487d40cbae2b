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
import { statusOf, type TicketBucket, type TicketStatus } from "./ticketStatus.js";

/** All that a rule may ask of a ticket. Lists and counts rest on it: status and isGroup are the bucket, the ids are the keys. */
export interface TicketFacts {
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
}

export type TicketCondition = Condition<TicketFacts>;

/** The words in which ticket rules are written. */
export const { always, never, eq, oneOf, isNull, not, all, any } = conditionsOver<TicketFacts>();

/** A kept count of tickets. */
export type TicketCell = CountCell<TicketBucket>;

/** The index ranges of one bucket that hold the tickets of the condition (ARCHITECTURE 12). */
export function toTicketRanges(condition: TicketCondition, bucket: TicketBucket, universe: KeyUniverse): KeyRange[] {
  return toRanges(condition, (queueId, userId) => ({ ...statusOf(bucket), queueId, userId }), universe);
}

/** The facts of all tickets that a cell counts. */
export function toCellFacts({ bucket, queueKey, userKey }: TicketCell): TicketFacts {
  return { ...statusOf(bucket), queueId: idOfKey(queueKey), userId: idOfKey(userKey) };
}

/** How many tickets the condition matches, from kept counts; give it the cells of the buckets in question. */
export function sumTicketCells(condition: TicketCondition, cells: Iterable<TicketCell>): number {
  return sumCells(condition, cells, toCellFacts);
}
