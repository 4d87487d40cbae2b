import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket } from "@balcao/domain/tickets";
import { idArray, literal } from "../search/index.js";
import { toWalks } from "./keyArrays.js";

/** The tickets of a person as index ranges of each bucket; buckets without a range are left out. */
export type TicketRanges = ReadonlyMap<TicketBucket, readonly KeyRange[]>;

const NEWEST = "ORDER BY t.last_activity DESC, t.id DESC";

/**
 * Selects `id` and `last_activity` of the newest tickets `t` in the ranges that fulfil the filter, as text for a search: a bucket that is
 * seen whole is read in order until there are enough, others by their queues and users as lists are (ADR 2).
 */
export function newestInRanges(ranges: TicketRanges, { filter, limit, guestOf }: NewestQuery): string {
  const others = guestOf === null ? filter : [...filter, `NOT ${literal(guestOf.userId)} = ANY(t.guest_ids)`];
  const walks = [...ranges].flatMap(([bucket, inBucket]) => walksOf(bucket, inBucket, { filter: others, limit }));
  if (guestOf !== null) walks.push(invited(guestOf, filter));
  return `SELECT id, last_activity FROM (${walks.join(" UNION ALL ")}) AS merged ORDER BY last_activity DESC, id DESC LIMIT ${limit}`;
}

interface NewestQuery {
  readonly filter: readonly string[];
  readonly limit: number;
  /** Whose invitations in these buckets are looked at besides; null for nobody's. */
  readonly guestOf: { readonly userId: number; readonly buckets: readonly TicketBucket[] } | null;
}

/** Few at any time. The first condition is that of the index. */
const invited = ({ userId, buckets }: NonNullable<NewestQuery["guestOf"]>, filter: readonly string[]): string => {
  const inBuckets = `t.bucket IN (${buckets.map((bucket) => literal(bucket)).join()})`;
  const where = ["t.guest_ids <> '{}'", `t.guest_ids @> ARRAY[${literal(userId)}]`, inBuckets, ...filter].join(" AND ");
  return `(SELECT t.id, t.last_activity FROM ticket t WHERE ${where})`;
};

interface Walk {
  readonly filter: readonly string[];
  readonly limit: number;
}

function walksOf(bucket: TicketBucket, ranges: readonly KeyRange[], { filter, limit }: Walk): string[] {
  const walk = (...keys: readonly string[]): string =>
    `(SELECT t.id, t.last_activity FROM ticket t WHERE ${[`t.bucket = ${literal(bucket)}`, ...keys, ...filter].join(" AND ")} ${NEWEST} LIMIT ${limit})`;
  if (ranges.some(({ queueKeys }) => queueKeys === null)) return [walk()];
  const [queues, pairQueues, pairUsers, crowdedQueues, crowds] = toWalks(ranges);
  return [
    ...(queues.length === 0 ? [] : [lateral(`unnest(${idArray(queues)}) AS q(key)`, walk("t.queue_key = q.key"))]),
    ...(pairQueues.length === 0
      ? []
      : [
          lateral(
            `unnest(${idArray(pairQueues)}, ${idArray(pairUsers)}) AS p(queue, person)`,
            walk("t.queue_key = p.queue", "t.user_key = p.person"),
          ),
        ]),
    // `+ 0` makes the many users a filter of the queue's scan; as an index condition the result would have to be sorted.
    ...crowdedQueues.map((queue, place) =>
      walk(`t.queue_key = ${queue}`, `t.user_key + 0 = ANY(${literal(crowds[place] ?? "{}")}::int[])`),
    ),
  ];
}

const lateral = (keys: string, walk: string): string => `(SELECT k.id, k.last_activity FROM ${keys} CROSS JOIN LATERAL ${walk} AS k)`;
