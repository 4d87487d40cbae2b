import type { Actor, KeyRange } from "@balcao/domain/access";
import { listCondition, mayUseShowAll, toTicketRanges, type TicketBucket, type TicketCondition } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../directory/index.js";

/** What a person has chosen above the lists. */
export interface ListChoice {
  readonly showAll: boolean;
  /** Null for the person's own queues. */
  readonly queueIds: readonly number[] | null;
}

/** Which tickets a person's lists hold: as the rule, and as the index ranges of one bucket. */
export interface InboxList {
  readonly condition: TicketCondition;
  rangesIn(bucket: TicketBucket): readonly KeyRange[];
}

interface Remembered {
  readonly snapshot: DirectorySnapshot;
  readonly lists: Map<string, InboxList>;
}

/** More choices than anybody makes in the seconds that a snapshot lives. */
const MOST_CHOICES = 200;

const byActor = new WeakMap<Actor, Remembered>();

/** A person's lists, worked out once per snapshot of the directory, since the same few are asked for again and again. */
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
