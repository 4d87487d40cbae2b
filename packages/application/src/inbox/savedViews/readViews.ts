import { AppError } from "@balcao/contracts/errors";
import type { AdView, MissingPart, SavedViewView, ViewCountView } from "@balcao/contracts/savedViews";
import { getViewRow, listViewRows, type SavedViewRow } from "@balcao/database/savedViews";
import type { Sql } from "@balcao/database/sql";
import { countTicketsByFilter, countTicketsByRanges, listAds, NO_FILTER, type TicketFilter } from "@balcao/database/tickets";
import type { Actor, KeyRange } from "@balcao/domain/access";
import { AUTOMATIC_REASONS, NO_REASON, readClosingReasons } from "@balcao/domain/closing";
import { isCounted, isOfPlace, listsOf, mayChangeView, seesView, viewCondition, type ViewFilter } from "@balcao/domain/savedViews";
import { toTicketRanges, type ListStatus } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** A count that no kept count answers stops here. */
const MOST_COUNTED = 99;

/** What a view names that was deleted since. */
export function missingOf(
  snapshot: DirectorySnapshot,
  { filter, queueId, lacksTag }: Pick<SavedViewRow, "filter" | "queueId" | "lacksTag">,
) {
  const { queueIds, owner, connectionId, reason } = filter;
  const lacks: Readonly<Record<MissingPart, boolean>> = {
    queue: queueIds.some((id) => !snapshot.queues.has(id)) || (queueId !== null && !snapshot.queues.has(queueId)),
    owner: owner !== null && owner !== "me" && owner !== "none" && snapshot.users.get(Number(owner))?.deleted !== false,
    tag: lacksTag,
    connection: connectionId !== null && !snapshot.connections.has(connectionId),
    reason: reason !== null && !isReason(snapshot, reason),
  };
  return (Object.keys(lacks) as MissingPart[]).filter((part) => lacks[part]);
}

const isReason = ({ settings }: DirectorySnapshot, reason: string): boolean =>
  reason === NO_REASON ||
  AUTOMATIC_REASONS.some((each) => each === reason) ||
  readClosingReasons(settings.closingReasons).some(({ id, gone }) => String(id) === reason && !gone);

/** The tickets of a view for a person: the filter of lists, and as ranges of each list where the place alone decides. */
interface ViewTickets {
  readonly filter: TicketFilter;
  readonly ranges: ReadonlyMap<ListStatus, readonly KeyRange[]> | null;
}

/** What a view finds for a person, never more than the person's own lists (D-554). */
export function toViewTickets(snapshot: DirectorySnapshot, actor: Actor, filter: ViewFilter, now: Date): ViewTickets {
  const condition = viewCondition(actor, snapshot.settings, filter, snapshot.usersByProfile);
  const lists = listsOf(filter);
  const { waitingMinutes } = filter;
  const waitingSince = waitingMinutes === null ? null : new Date(now.getTime() - waitingMinutes * 60_000);
  return {
    filter: { ...NO_FILTER, condition, buckets: lists, view: { ...filter, waitingSince, now } },
    ranges: isOfPlace(filter) ? new Map(lists.map((list) => [list, toTicketRanges(condition, list, snapshot.universe)])) : null,
  };
}

/** A view for the wire. */
export function toSavedView(snapshot: DirectorySnapshot, actor: Actor, row: SavedViewRow): SavedViewView {
  const { id, name, userId, queueId, order, columns, pinned } = row;
  const { connectionId, ...filter } = row.filter;
  return {
    ...{ id, name, userId, sharedQueueId: queueId, ...filter, whatsappId: connectionId, order, columns, pinned },
    mayChange: mayChangeView(actor, row),
    missing: missingOf(snapshot, row),
  };
}

/** The rows of the views that the person sees, by name. */
export const listSeenViews = async (sql: Sql, actor: Actor): Promise<SavedViewRow[]> =>
  (await listViewRows(sql, actor.id)).filter((row) => seesView(actor, row));

/** The person's own views and those that are shared with their queues (D-553). */
export async function listSavedViews(services: Services, { actor }: Ctx): Promise<readonly SavedViewView[]> {
  const snapshot = services.directory.current();
  return (await listSeenViews(services.database.sql, actor)).map((row) => toSavedView(snapshot, actor, row));
}

/** The row of a view. Throws ERR_NOT_FOUND for one that is gone or not the person's to see, without saying which. */
export async function accessView(sql: Sql, actor: Actor, viewId: number): Promise<SavedViewRow> {
  const row = await getViewRow(sql, actor.id, viewId);
  if (!row || !seesView(actor, row)) throw new AppError("ERR_NOT_FOUND");
  return row;
}

/** How many tickets each of the person's tabs shows (D-555). */
export async function countSavedViews(services: Services, { actor, now }: Ctx): Promise<readonly ViewCountView[]> {
  const snapshot = services.directory.current();
  const { sql } = services.database;
  const rows = (await listSeenViews(sql, actor)).filter(({ pinned, filter }) => pinned && isCounted(filter));
  return Promise.all(
    rows.map(async (row): Promise<ViewCountView> => {
      if (missingOf(snapshot, row).length > 0) return { viewId: row.id, count: 0, hasMore: false };
      const { filter, ranges } = toViewTickets(snapshot, actor, row.filter, now);
      if (ranges) {
        const counts = await Promise.all([...ranges].map(([list, inList]) => countTicketsByRanges(sql, list, inList)));
        return { viewId: row.id, count: counts.reduce((sum, n) => sum + n, 0), hasMore: false };
      }
      const n = await countTicketsByFilter(sql, filter, MOST_COUNTED + 1);
      return { viewId: row.id, count: Math.min(n, MOST_COUNTED), hasMore: n > MOST_COUNTED };
    }),
  );
}

/** The advertisements that a view can ask for: those of the newest conversations in the person's own lists (D-613). */
export function listSeenAds(services: Services, { actor }: Ctx): Promise<readonly AdView[]> {
  const { settings, usersByProfile } = services.directory.current();
  return listAds(services.database.sql, viewCondition(actor, settings, { queueIds: [], owner: null }, usersByProfile));
}
