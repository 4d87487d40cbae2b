import { listTicketsByFilter, listTicketsByRanges, type TicketPage, type TicketRangePage } from "@balcao/database/tickets";
import type { Actor, KeyRange } from "@balcao/domain/access";
import {
  listCondition,
  LISTED_BUCKETS,
  mayUseShowAll,
  notificationCondition,
  toTicketRanges,
  type PlaceCondition,
  type TicketBucket,
} from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessView, missingOf, toViewTickets } from "../savedViews/index.js";

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

interface ViewPage extends TicketPage {
  readonly viewId: number;
  /** Whether the page begins among those that have no target. */
  readonly isRest: boolean;
}

/**
 * A page of a saved view. One of a single list goes through the statement of that list; one that names what is gone is empty (D-554).
 * Throws ERR_NOT_FOUND for a view that is not the person's to see.
 */
export async function listViewPage(
  services: Services,
  { actor, now }: Ctx,
  { viewId, isRest, ...page }: ViewPage,
): Promise<TicketRangePage> {
  const { sql } = services.database;
  const snapshot = services.directory.current();
  const view = await accessView(sql, actor, viewId);
  if (missingOf(snapshot, view).length > 0) return { rows: [], count: 0 };
  const { filter, ranges } = toViewTickets(snapshot, actor, view.filter, now);
  const [only, ...others] = ranges ?? [];
  if (only && others.length === 0 && view.order === "activity")
    return listTicketsByRanges(sql, { bucket: only[0], ranges: only[1], ...page });
  if (view.order !== "due") return listTicketsByFilter(sql, { ...filter, ...page, order: view.order });
  return listByDue(services, filter, { ...page, isRest });
}

/** What is due first, then, newest first, what has no target. */
async function listByDue(
  { database: { sql } }: Services,
  filter: ReturnType<typeof toViewTickets>["filter"],
  { isRest, cursor, offset, limit }: TicketPage & { readonly isRest: boolean },
): Promise<TicketRangePage> {
  const { view } = filter;
  const withTarget = { ...filter, ...(view && { view: { ...view, target: view.target ?? "due" } as const }) };
  const due = isRest
    ? { rows: [], count: 0 }
    : await listTicketsByFilter(sql, { ...withTarget, cursor, offset: 0, limit: offset + limit, order: "due" });
  const rows = due.rows.slice(offset);
  if (rows.length >= limit || view?.target) return { rows, count: due.count };
  const rest = await listTicketsByFilter(sql, {
    ...{ ...filter, withoutTarget: true, cursor: isRest ? cursor : null },
    ...{ offset: isRest ? offset : Math.max(0, offset - due.rows.length), limit: limit - rows.length },
  });
  return { rows: [...rows, ...rest.rows], count: due.count + rest.count };
}

type BellRanges = ReadonlyMap<TicketBucket, readonly KeyRange[]>;

const bellByActor = new WeakMap<Actor, { readonly snapshot: DirectorySnapshot; readonly ranges: BellRanges }>();

/** The tickets that notify a person, as index ranges of each bucket; computed once per snapshot of the directory, like her lists. */
export function bellRangesOf(snapshot: DirectorySnapshot, actor: Actor): BellRanges {
  const known = bellByActor.get(actor);
  if (known?.snapshot === snapshot) return known.ranges;
  const condition = notificationCondition(actor, snapshot.settings);
  const ranges = new Map(LISTED_BUCKETS.map((bucket) => [bucket, toTicketRanges(condition, bucket, snapshot.universe)]));
  bellByActor.set(actor, { snapshot, ranges });
  return ranges;
}
