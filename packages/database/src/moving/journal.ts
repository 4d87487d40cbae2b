import { first, one, statement, type Sql } from "../sql/index.js";

export interface MovingRun {
  readonly id: number;
  readonly sourceId: number;
  readonly figures: boolean;
  /** The kind and the place after which it goes on; an empty kind at its beginning. */
  readonly kind: string;
  readonly place: string | null;
  readonly counts: unknown;
}

const RUN = `id, source_id AS "sourceId", figures, kind, place, counts`;

const findSource = statement<{ id: number }>("moving_source_find", `SELECT id FROM moving_source WHERE name = $1`);
const insertSource = statement("moving_source_insert", `INSERT INTO moving_source (name) VALUES ($1) ON CONFLICT (name) DO NOTHING`);
const runningRun = statement<MovingRun>("moving_run_running", `SELECT ${RUN} FROM moving_run WHERE source_id = $1 AND state = 'running'`);
const insertRun = statement(
  "moving_run_insert",
  `INSERT INTO moving_run (source_id, figures) VALUES ($1, $2) ON CONFLICT (source_id) WHERE state = 'running' DO NOTHING`,
);
const advance = statement(
  "moving_run_advance",
  `UPDATE moving_run SET kind = $2, place = $3, counts = $4, advanced_at = clock_timestamp() WHERE id = $1 AND state = 'running'`,
);
const finish = statement("moving_run_end", `UPDATE moving_run SET state = 'done', ended_at = clock_timestamp() WHERE id = $1`);
const keep = statement("moving_run_report", `UPDATE moving_run SET report = $2 WHERE id = $1`);
const lockRow = statement<{ id: number }>(
  "moving_run_lock",
  `SELECT id FROM moving_run WHERE id = $1 AND state = 'running' AND kind = $2 AND place IS NOT DISTINCT FROM $3 FOR UPDATE`,
);

/** Locks a run for its next batch; false when another process has gone on with it. */
export const lockRun = async (tx: Sql, runId: number, kind: string, place: string | null): Promise<boolean> =>
  (await tx.run(lockRow, [runId, kind, place])).length > 0;

/** The id of a system by its name, which is new at its first run. */
export async function ensureMovingSource(sql: Sql, name: string): Promise<number> {
  await sql.run(insertSource, [name]);
  return (await one(sql.run(findSource, [name]))).id;
}

/** The id of a system by its name; null for one that was never read. */
export const findMovingSource = async (sql: Sql, name: string): Promise<number | null> =>
  (await first(sql.run(findSource, [name])))?.id ?? null;

/** The run of a source that was cut, or a new one. */
export async function openRun(sql: Sql, sourceId: number, figures: boolean): Promise<MovingRun> {
  // Looked for first: an insert that meets one would leave a number out.
  const found = await first(sql.run(runningRun, [sourceId]));
  if (found !== null) return found;
  await sql.run(insertRun, [sourceId, figures]);
  return one(sql.run(runningRun, [sourceId]));
}
export const advanceRun = (tx: Sql, runId: number, { kind, place, counts }: Pick<MovingRun, "kind" | "place" | "counts">) =>
  tx.run(advance, [runId, kind, place, JSON.stringify(counts)]);
/** Keeps what a run has said at its end. */
export const keepReport = (sql: Sql, runId: number, report: unknown) => sql.run(keep, [runId, JSON.stringify(report)]);
export const endRun = (tx: Sql, runId: number) => tx.run(finish, [runId]);

/** What a row of the other system is here. */
export interface MovingItem {
  readonly key: string;
  /** Not above 0 for what was left out, whose `state` is the reason: minus the length of its text. */
  readonly id: number;
  readonly state: string | null;
}

// Each key is looked up by itself: a plan that was made while the journal was empty would compare each row with each key.
const itemsOf = statement<MovingItem>(
  "moving_items",
  `SELECT i.key, i.id, i.state FROM unnest($3::text[]) AS asked(key) CROSS JOIN LATERAL (
     SELECT key, id, state FROM moving_item WHERE source_id = $1 AND kind = $2 AND key = asked.key LIMIT 1) i`,
);
const insertItems = statement(
  "moving_items_insert",
  `INSERT INTO moving_item (source_id, kind, run_id, key, id, made, state)
   SELECT $1, $2, $3, key, id, made, state FROM unnest($4::text[], $5::bigint[], $6::boolean[], $7::text[]) AS i(key, id, made, state) ORDER BY key
   ON CONFLICT (source_id, kind, key) DO UPDATE SET run_id = excluded.run_id, id = excluded.id, made = excluded.made, state = excluded.state WHERE moving_item.id <= 0`,
);
const setState = statement(
  "moving_items_state",
  `UPDATE moving_item m SET state = i.state FROM unnest($3::text[], $4::text[]) AS i(key, state) WHERE m.source_id = $1 AND m.kind = $2 AND m.key = i.key`,
);

/** The rows of a kind that are here already, by their keys. */
export const listItems = async (tx: Sql, sourceId: number, kind: string, keys: readonly string[]): Promise<Map<string, MovingItem>> =>
  new Map((keys.length === 0 ? [] : await tx.run(itemsOf, [sourceId, kind, keys])).map((item) => [item.key, item]));

export interface NewItem extends MovingItem {
  /** The run inserted the row; false: it was here. */
  readonly made: boolean;
}

export const recordItems = async (
  tx: Sql,
  { id, sourceId }: Pick<MovingRun, "id" | "sourceId">,
  kind: string,
  items: readonly NewItem[],
) => {
  if (items.length === 0) return;
  const column = <K extends keyof NewItem>(name: K) => items.map((item) => item[name]);
  await tx.run(insertItems, [sourceId, kind, id, column("key"), column("id"), column("made"), column("state")]);
};

export const setItemStates = (tx: Sql, sourceId: number, kind: string, items: readonly Pick<MovingItem, "key" | "state">[]) =>
  tx.run(setState, [sourceId, kind, items.map(({ key }) => key), items.map(({ state }) => state)]);

const allOf = statement<MovingItem>("moving_items_all", `SELECT key, id, state FROM moving_item WHERE source_id = $1 AND kind = $2`);
/** Every row of a small kind. */
export const listAllItems = (tx: Sql, sourceId: number, kind: string) => tx.run(allOf, [sourceId, kind]);

const HERE: Readonly<Record<string, string>> = {
  contacts: "contact",
  tickets: "ticket",
  messages: "message",
  notes: "message",
  ratings: "rating",
};
const countIn = (kind: string, table: string) =>
  statement<{ rows: number; characters: number }>(
    `moving_count_${kind}`,
    `SELECT count(*)::int AS rows, coalesce(sum(${table === "message" ? "char_length(m.body)" : "0"}), 0)::float8 AS characters
     FROM moving_item i JOIN ${table} m ON m.id = i.id WHERE i.source_id = $1 AND i.kind = '${kind}'`,
  );
const countFiles = statement<{ rows: number; characters: number }>(
  "moving_count_files",
  `SELECT count(DISTINCT i.key)::int AS rows, 0::float8 AS characters
   FROM moving_item i JOIN file f ON f.owner_kind = 'message' AND f.owner_id = i.id WHERE i.source_id = $1 AND i.kind = 'files'`,
);
const counts = new Map([
  ...Object.entries(HERE).map(([kind, table]) => [kind, countIn(kind, table)] as const),
  ["files", countFiles] as const,
]);
const countItems = statement<{ rows: number }>(
  "moving_item_count",
  `SELECT count(*)::int AS rows FROM moving_item WHERE source_id = $1 AND kind = $2 AND id > 0`,
);
const leftOut = statement<{ reason: string; rows: number; characters: number }>(
  "moving_left_out",
  `SELECT coalesce(state, '') AS reason, count(*)::int AS rows, (-sum(id))::float8 AS characters FROM moving_item WHERE source_id = $1 AND kind = $2 AND id <= 0 GROUP BY 1 ORDER BY 1`,
);

/** What is here of a source: counted in the tables themselves, messages with the length of their texts. */
export async function countMoved(sql: Sql, sourceId: number, kind: string): Promise<{ rows: number; characters: number }> {
  const found = counts.get(kind);
  return found ? one(sql.run(found, [sourceId])) : { rows: (await one(sql.run(countItems, [sourceId, kind]))).rows, characters: 0 };
}
export const countLeftOut = (sql: Sql, sourceId: number, kind: string) => sql.run(leftOut, [sourceId, kind]);

/** Whether a ticket, message or rating counts in figures: one of an earlier system does where the import was asked to (D-592). */
export const countedOf = (row: string): string => `${row}.imported IS DISTINCT FROM 'apart'`;
export const COUNTED = "imported IS DISTINCT FROM 'apart'";
