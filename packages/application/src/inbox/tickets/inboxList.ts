import type { Actor, KeyRange } from "@balcao/domain/access";
import { listCondition, mayUseShowAll, toTicketRanges, type TicketBucket, type PlaceCondition } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

/** The filter that a person has chosen above the lists. */
export interface ListChoice {
  readonly showAll: boolean;
  /** Null means the person's own queues. */
  readonly queueIds: readonly number[] | null;
}

/** The tickets of a person's lists: as a rule, and as the index ranges of one bucket. */
export interface InboxList {
  readonly condition: PlaceCondition;
  rangesIn(bucket: TicketBucket): readonly KeyRange[];
}

interface Remembered {
  readonly snapshot: DirectorySnapshot;
  readonly lists: Map<string, InboxList>;
}

/** More filters than one person uses while a snapshot is current. */
const MOST_CHOICES = 200;

const byActor = new WeakMap<Actor, Remembered>();

/**
 * Returns a person's lists. They are computed once per snapshot of the directory, because the same
 * few filters are requested again and again.
 */
export function inboxListOf(snapshot: DirectorySnapshot, actor: Actor, choice: ListChoice): InboxList {
  let remembered = byActor.get(actor);
  if (remembered?.snapshot !== snapshot || remembered.lists.size >= MOST_CHOICES) {
    remembered = { snapshot, lists: new Map() };
    byActor.set(actor, remembered);
  }
  const name = `${String(choice.showAll)} ${choice.queueIds?.join() ?? "own"}`;
  const list = remembered.lists.get(name) ?? toInboxList(snapshot, actor, choice);
  remembered.lists.set(name, list);
  return list;
}

function toInboxList(snapshot: DirectorySnapshot, actor: Actor, { showAll, queueIds }: ListChoice): InboxList {
  const { settings, usersByProfile, universe } = snapshot;
  const condition = listCondition(actor, settings, { showAll: showAll && mayUseShowAll(actor, settings), queueIds, usersByProfile });
  const known = new Map<TicketBucket, readonly KeyRange[]>();
  return {
    condition,
    rangesIn: (bucket) => {
      const ranges = known.get(bucket) ?? toTicketRanges(condition, bucket, universe);
      known.set(bucket, ranges);
      return ranges;
    },
  };
}
