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
 * Where a ticket is and whose. Lists and counts are found by it: status and isGroup make the bucket, the ids are
 * the keys.
 */
export interface PlaceFacts {
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
}

/** Every field of a ticket that a rule may read. */
export interface TicketFacts extends PlaceFacts {
  /** The colleagues who are invited to it; absent for none. */
  readonly guestIds?: readonly number[];
}

/** The facts with what besides decides the list; absent in an event of a version that knew no origin. */
export interface ListedFacts extends TicketFacts {
  readonly origin?: TicketOrigin | null;
}

export type TicketCondition = Condition<TicketFacts>;

/** A rule about the place alone, which index ranges and kept counts can follow. */
export type PlaceCondition = Condition<PlaceFacts>;

/** The functions that build conditions over places, which are ticket conditions, too. */
export const { always, never, eq, oneOf, isNull, not, all, any } = conditionsOver<PlaceFacts>();

/** The functions that build conditions with the guests of a ticket. */
export const guests = conditionsOver<TicketFacts>();

/** A kept count of tickets. */
export type TicketCell = CountCell<TicketBucket>;

/** The index ranges of one bucket with the tickets of the condition (ADR 2). */
export function toTicketRanges(condition: PlaceCondition, bucket: TicketBucket, universe: KeyUniverse): KeyRange[] {
  return toRanges(condition, (queueId, userId) => ({ ...statusOf(bucket), queueId, userId }), universe);
}

/** The facts of the tickets that a cell counts. */
export function toCellFacts({ bucket, queueKey, userKey }: TicketCell): PlaceFacts {
  return { ...statusOf(bucket), queueId: idOfKey(queueKey), userId: idOfKey(userKey) };
}

/**
 * How many tickets the condition matches, from kept counts. `cells` must be those of the requested
 * buckets.
 */
export function sumTicketCells(condition: PlaceCondition, cells: Iterable<TicketCell>): number {
  return sumCells(condition, cells, toCellFacts);
}
