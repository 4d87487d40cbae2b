import type { Sql } from "../sql/index.js";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNotNull: boolean;
  readonly hasDefault: boolean;
}

interface Check {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly definition: string;
}

export interface SchemaShape {
  readonly columns: readonly Column[];
  readonly checks: readonly Check[];
  /** With the types of their parameters, as in `take_lanes(integer,integer,integer)`. */
  readonly functions: readonly string[];
}

const TABLES = "c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition";

/** Tables, columns, checks and functions of the schema `public`. */
export async function readShape(sql: Pick<Sql, "ask">): Promise<SchemaShape> {
  const columns = await sql.ask<Column>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
       a.attnotnull AS "isNotNull", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE ${TABLES}`,
  );
  const checks = await sql.ask<Check>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (k.conkey)) AS columns
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype = 'c' AND ${TABLES}`,
  );
  const functions = await sql.ask<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  return { columns, checks, functions: functions.map(({ name }) => name) };
}

/** Validating a check refuses no row that it did not refuse before. */
const rule = ({ definition }: Check): string => definition.replace(/ NOT VALID$/, "");
const quoted = ({ definition }: Check): string[] => [...definition.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? "");

/** Whether a check allows what another one allowed, as far as lists of words can tell. */
function isWider(was: Check, is: Check): boolean {
  if (rule(was) === rule(is)) return true;
  const allowed = new Set(quoted(is));
  const before = quoted(was);
  return before.length > 0 && before.every((word) => allowed.has(word));
}

/** What a process of the version before can no longer do after a migration: "column tag.color" and so on. */
export function lossesBetween(before: SchemaShape, after: SchemaShape): string[] {
  const [tables, left] = [before, after].map(({ columns }) => new Set(columns.map(({ table }) => table)));
  const find = ({ columns }: SchemaShape, table: string, name: string) =>
    columns.find((column) => column.table === table && column.name === name);
  // A table that is new may have any rule.
  const losses = [...(tables ?? [])].filter((table) => !left?.has(table)).map((table) => `table ${table}`);
  losses.push(...before.functions.filter((name) => !after.functions.includes(name)).map((name) => `function ${name}`));
  for (const { table, name, type, isNotNull } of before.columns) {
    if (!left?.has(table)) continue;
    const now = find(after, table, name);
    if (!now) losses.push(`column ${table}.${name}`);
    else if (now.type !== type) losses.push(`type ${table}.${name}`);
    else if (now.isNotNull && !isNotNull) losses.push(`not null ${table}.${name}`);
  }
  for (const { table, name, isNotNull, hasDefault } of after.columns)
    if (isNotNull && !hasDefault && tables?.has(table) && !find(before, table, name)) losses.push(`not null ${table}.${name}`);
  for (const check of after.checks) {
    const isOfOldColumns = check.columns.length > 0 && check.columns.every((name) => find(before, check.table, name));
    if (!isOfOldColumns) continue;
    const was = before.checks.filter(({ table, columns }) => table === check.table && columns.join() === check.columns.join());
    if (!was.some((each) => isWider(each, check))) losses.push(`check ${check.table}.${check.name}`);
  }
  return losses.sort();
}
