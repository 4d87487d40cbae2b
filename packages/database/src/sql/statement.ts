/** What a committed write wakes: the names of the loops that look for such rows. */
export type Wake = "live" | "lanes" | "outbox" | "gateway" | "gatewayAnswers" | "chores" | "sessions" | "directory" | "rights";

/** A prepared statement: parsed once per connection, its rows typed by hand. The name must be unique; it is checked when it is made. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Loops that must look once this statement has changed a row and is committed. */
  readonly wakes: readonly Wake[];
  /** Never present: carries the row's type. */
  readonly row?: Row;
}

const names = new Set<string>();

/** Declares a prepared statement. A write that another process waits for says so by `wakes`, so that no caller can forget it. */
export function statement<Row>(name: string, text: string, { wakes = [] }: { readonly wakes?: readonly Wake[] } = {}): Statement<Row> {
  if (names.has(name)) throw new Error(`two statements are called ${name}`);
  names.add(name);
  return { name, text, wakes };
}

/** Runs statements: on a pool (each by itself) or inside one transaction. */
export interface Sql {
  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** A text made for the moment, not prepared: searches with literal patterns, tests. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The first row, or null. */
export async function first<Row>(rows: Promise<Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** The one row that a statement always answers. */
export async function one<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error("a statement that always answers a row answered none");
  return row;
}
