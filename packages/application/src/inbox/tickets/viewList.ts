import { listTicketsByFilter, listTicketsByRanges, type TicketPage, type TicketRangePage } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessView, missingOf, toViewTickets } from "../savedViews/index.js";

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
