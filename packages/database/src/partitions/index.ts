import type pg from "pg";
import { one, statement, type Sql, type Statement } from "../sql/index.js";

/** A table in partitions of equal spans of UTC time, and what is made with each new one. */
export interface PartitionedTable {
  readonly name: "live_event" | "audit_entry";
  readonly span: "day" | "year";
  readonly isAppendOnly: boolean;
  /** How long before its first row a partition must be there; housekeeping makes it at least a span before. */
  readonly leastAheadMs: number;
}

const HOUR_MS = 3_600_000;
export const LIVE_EVENTS: PartitionedTable = { name: "live_event", span: "day", isAppendOnly: false, leastAheadMs: 12 * HOUR_MS };
export const AUDIT: PartitionedTable = { name: "audit_entry", span: "year", isAppendOnly: true, leastAheadMs: 180 * 24 * HOUR_MS };
export const PARTITIONED: readonly PartitionedTable[] = [LIVE_EVENTS, AUDIT];

/** A partition holds the rows from `from` on and before `until`, instants as text. The first one has no `from`. */
export interface Partition {
  readonly name: string;
  readonly from: string | null;
  readonly until: string;
}

const bound = (side: "FROM" | "TO"): string =>
  `to_char(substring(bound FROM '${side} \\(''([^'']+)''\\)')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
// Without the default partition, which has no bounds.
const attached = statement<Partition>(
  "partitions_attached",
  `SELECT name, ${bound("FROM")} AS "from", ${bound("TO")} AS until
   FROM (SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass('public.' || $1)) p
   WHERE bound <> 'DEFAULT' ORDER BY until`,
);
const time = statement<{ now: Date }>("partitions_now", `SELECT now() AS now`);
const turn = statement<{ taken: boolean }>("partitions_turn", `SELECT pg_try_advisory_xact_lock(727003) AS taken`);

/** Lists the partitions of a table, the earliest first, without the default one. */
export const listPartitions = (sql: Sql, { name }: PartitionedTable): Promise<Partition[]> => sql.run(attached, [name]);

/** The database's time, by which rows get into their partitions. */
export const readNow = async (sql: Sql): Promise<Date> => (await one(sql.run(time))).now;

/**
 * Gives this transaction the turn to change partitions, which another process may have; and keeps its waits for locks so short that
 * nobody notices who waits behind them.
 */
export async function takeTurn(tx: Sql): Promise<boolean> {
  await tx.ask("SET LOCAL lock_timeout = '200ms'");
  return (await one(tx.run(turn))).taken;
}

/** Where the span begins that is `spans` after the one of `at`. */
function beginningOf(span: PartitionedTable["span"], at: Date, spans: number): Date {
  return span === "day"
    ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + spans))
    : new Date(Date.UTC(at.getUTCFullYear() + spans, 0, 1));
}

function nameOf({ name, span }: PartitionedTable, from: Date): string {
  const [day = ""] = from.toISOString().split("T");
  return `${name}_${span === "day" ? day.replaceAll("-", "_") : day.slice(0, 4)}`;
}

/** Creates a partition beside its table and attaches it, so that nothing waits for its indexes. */
export async function createPartition(tx: Sql, table: PartitionedTable, { name, from, until }: Partition): Promise<void> {
  const lower = from === null ? "MINVALUE" : `'${from}'`;
  await tx.ask(`CREATE TABLE public.${name} (LIKE public.${table.name} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  if (table.isAppendOnly)
    await tx.ask(
      `CREATE TRIGGER ${table.name}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.${name} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    );
  await tx.ask(`ALTER TABLE public.${table.name} ATTACH PARTITION public.${name} FOR VALUES FROM (${lower}) TO ('${until}')`);
}

/** Gives an empty table exactly these partitions besides the default one. */
export async function replacePartitions(tx: Sql, table: PartitionedTable, wanted: readonly Partition[]): Promise<void> {
  for (const { name } of await listPartitions(tx, table)) await tx.ask(`DROP TABLE public.${name}`);
  for (const partition of wanted) await createPartition(tx, table, partition);
}

/**
 * Creates the partitions that a table lacks until the end of the span after the present one, and returns their names. A span that has
 * begun without a partition is left to the default one, and so is one that the default partition has rows of.
 */
export async function addPartitions(tx: Sql, table: PartitionedTable, now: Date): Promise<string[]> {
  const known = await listPartitions(tx, table);
  // Not from the last one on: one that was made while the clock was ahead leaves a gap.
  const isCovered = (at: Date): boolean =>
    known.some(({ from, until }) => (from === null || Date.parse(from) <= at.getTime()) && at.getTime() < Date.parse(until));
  const added: string[] = [];
  const end = beginningOf(table.span, now, 2);
  for (let from = beginningOf(table.span, now, 1); from < end; from = beginningOf(table.span, from, 1)) {
    if (isCovered(from)) continue;
    const until = beginningOf(table.span, from, 1).toISOString();
    const [stray] = await tx.ask(`SELECT FROM public.${table.name}_default WHERE at >= $1 AND at < $2 LIMIT 1`, [from, until]);
    if (stray !== undefined) continue;
    const name = nameOf(table, from);
    await createPartition(tx, table, { name, from: from.toISOString(), until });
    added.push(name);
  }
  return added;
}

/** Statements on a connection of its own. */
export function sqlOfClient(client: pg.Client): Sql {
  const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return { ask, run: <Row>({ text }: Statement<Row>, values: readonly unknown[] = []) => ask<Row>(text, values) };
}

/**
 * Creates the partitions that are due, on a connection of its own. What fails is left to the housekeeping, which says so: no start
 * fails for a partition, because the default one takes its rows.
 */
export async function addPartitionsOn(client: pg.Client): Promise<void> {
  const sql = sqlOfClient(client);
  for (const table of PARTITIONED) {
    await client.query("BEGIN");
    try {
      if (await takeTurn(sql)) await addPartitions(sql, table, await readNow(sql));
      await client.query("COMMIT");
    } catch {
      await client.query("ROLLBACK");
    }
  }
}

/** How well the partitions of a table are kept. */
export interface PartitionCoverage {
  readonly table: string;
  /** Up to when there are partitions; null where there are none. */
  readonly until: Date | null;
  readonly leastAheadMs: number;
  /** Whether the default partition has rows, which no day or year has. */
  readonly hasStrays: boolean;
}

const strays = statement<Record<string, boolean>>(
  "partitions_strays",
  `SELECT EXISTS (SELECT FROM live_event_default) AS live_event, EXISTS (SELECT FROM audit_entry_default) AS audit_entry`,
);

/** Reads of each table up to when its partitions reach, and whether rows are outside of them. */
export async function readCoverage(sql: Sql): Promise<PartitionCoverage[]> {
  const found = await one(sql.run(strays));
  return Promise.all(
    PARTITIONED.map(async (table) => {
      const last = (await listPartitions(sql, table)).at(-1);
      const until = last ? new Date(last.until) : null;
      return { table: table.name, until, leastAheadMs: table.leastAheadMs, hasStrays: found[table.name] === true };
    }),
  );
}
