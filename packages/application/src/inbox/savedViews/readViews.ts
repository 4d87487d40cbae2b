import { isCounted, mayChangeView, seesView } from "@balcao/domain/savedViews";
import type { Actor } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { SavedViewView, ViewCountView } from "@balcao/contracts/savedViews";
import { getViewRow, listViewRows, type SavedViewRow } from "@balcao/database/savedViews";
import type { Sql } from "@balcao/database/sql";
import { countTicketsByFilter, countTicketsByRanges } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { missingOf, toViewTickets } from "./viewTickets.js";

/** A count that no kept count answers stops here. */
const MOST_COUNTED = 99;

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
