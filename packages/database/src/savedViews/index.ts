import type { ViewColumn, ViewFilter } from "@balcao/domain/savedViews";
import { first, one, statement, type Sql } from "../sql/index.js";
import type { ViewOrder } from "../tickets/index.js";

/** A saved view as a person sees it. */
export interface SavedViewRow {
  readonly id: number;
  /** Who made it. */
  readonly userId: number;
  /** The queue that it is shared with; null for its maker alone. */
  readonly queueId: number | null;
  readonly name: string;
  readonly filter: ViewFilter;
  readonly order: ViewOrder;
  /** What its rows show; null for what those of every list show. */
  readonly columns: readonly ViewColumn[] | null;
  readonly pinned: boolean;
  /** A tag of its filter was deleted. */
  readonly lacksTag: boolean;
}

// A view of before asks for no advertisement.
const COLUMNS = `v.id, v.user_id AS "userId", v.queue_id AS "queueId", v.name,
  '{"ad": null}'::jsonb || v.filter AS filter, v.sort AS "order", v.columns,
  EXISTS (SELECT FROM saved_view_pin p WHERE p.view_id = v.id AND p.user_id = $1) AS pinned,
  EXISTS (SELECT FROM jsonb_array_elements_text(v.filter->'tagIds') AS tag_id WHERE NOT EXISTS (SELECT FROM tag WHERE tag.id = tag_id::int)) AS "lacksTag"`;
// Everybody's are few: who may see which is decided by the rule in memory.
const shared = statement<SavedViewRow>(
  "saved_views_of",
  `SELECT ${COLUMNS} FROM saved_view v WHERE v.user_id = $1 OR v.queue_id IS NOT NULL ORDER BY lower(v.name), v.id`,
);
const byId = statement<SavedViewRow>("saved_view", `SELECT ${COLUMNS} FROM saved_view v WHERE v.id = $2`);
const lockPerson = statement("saved_view_lock_person", `SELECT FROM user_account WHERE id = $1 FOR NO KEY UPDATE`);
const lockView = statement("saved_view_lock", `SELECT FROM saved_view WHERE id = $1 FOR NO KEY UPDATE`);
const insert = statement<{ id: number }>(
  "saved_view_insert",
  `INSERT INTO saved_view (user_id, queue_id, name, filter, sort, columns) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);
const update = statement(
  "saved_view_update",
  `UPDATE saved_view SET queue_id = $2, name = $3, filter = $4, sort = $5, columns = $6 WHERE id = $1`,
);
const remove = statement("saved_view_delete", `DELETE FROM saved_view WHERE id = $1`);
const pin = statement("saved_view_pin", `INSERT INTO saved_view_pin (user_id, view_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`);
const unpin = statement("saved_view_unpin", `DELETE FROM saved_view_pin WHERE user_id = $1 AND view_id = $2`);

/** The person's own views, and all shared ones, by name. */
export const listViewRows = (sql: Sql, userId: number): Promise<SavedViewRow[]> => sql.run(shared, [userId]);

/** A view as the person sees it. */
export const getViewRow = (sql: Sql, userId: number, id: number): Promise<SavedViewRow | null> => first(sql.run(byId, [userId, id]));

/** Lets one change of a view, and of the views of a person, wait for another. */
export async function lockViews(tx: Sql, userId: number, viewId: number | null): Promise<void> {
  if (viewId !== null) await tx.run(lockView, [viewId]);
  await tx.run(lockPerson, [userId]);
}

type Written = Pick<SavedViewRow, "queueId" | "name" | "filter" | "order" | "columns">;
const toValues = ({ queueId, name, filter, order, columns }: Written) => [queueId, name, JSON.stringify(filter), order, columns] as const;

/** Makes a view; returns its id. */
export const insertView = async (tx: Sql, userId: number, view: Written): Promise<number> =>
  (await one(tx.run(insert, [userId, ...toValues(view)]))).id;

/** Changes a view. */
export async function updateView(tx: Sql, id: number, view: Written): Promise<void> {
  await tx.run(update, [id, ...toValues(view)]);
}

/** Deletes a view with everybody's tabs of it. */
export async function deleteView(tx: Sql, id: number): Promise<void> {
  await tx.run(remove, [id]);
}

/** Makes a view a tab of a person, or takes the tab away. */
export async function pinView(tx: Sql, userId: number, { id, pinned }: Pick<SavedViewRow, "id" | "pinned">): Promise<void> {
  await tx.run(pinned ? pin : unpin, [userId, id]);
}
