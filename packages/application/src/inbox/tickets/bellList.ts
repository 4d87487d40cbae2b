import type { Actor, KeyRange } from "@balcao/domain/access";
import { LISTED_BUCKETS, notificationCondition, toTicketRanges, type TicketBucket } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

type BellRanges = ReadonlyMap<TicketBucket, readonly KeyRange[]>;

const byActor = new WeakMap<Actor, { readonly snapshot: DirectorySnapshot; readonly ranges: BellRanges }>();

/** The tickets that notify a person, as index ranges of each bucket; computed once per snapshot of the directory, like her lists. */
export function bellRangesOf(snapshot: DirectorySnapshot, actor: Actor): BellRanges {
  const known = byActor.get(actor);
  if (known?.snapshot === snapshot) return known.ranges;
  const condition = notificationCondition(actor, snapshot.settings);
  const ranges = new Map(LISTED_BUCKETS.map((bucket) => [bucket, toTicketRanges(condition, bucket, snapshot.universe)]));
  byActor.set(actor, { snapshot, ranges });
  return ranges;
}
