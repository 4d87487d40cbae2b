/** The loops that a committed write wakes. */
export type Wake =
  | "live"
  | "lanes"
  | "outbox"
  | "gateway"
  | "gatewayAnswers"
  | "chores"
  | "sessions"
  | "directory"
  | "rights"
  | "chatbots"
  | "sends"
  | "pushes"
  | "hooks";

/**
 * A prepared statement: parsed once per connection, with a manually typed row. Its name must be
 * unique.
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Loops to wake after the commit, if the statement changed a row. */
  readonly wakes: readonly Wake[];
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

/**
 * What goes to the server together with BEGIN, so that a transaction has one round trip less: a text
 * without values, whose first statement returns the rows, or a statement. It may only read and lock,
 * because it would run alone if BEGIN failed.
 */
export type OpeningStatement<Row> =
  | {
      readonly text: string;
      /** Never set: carries the row's type. */
      readonly row?: Row;
    }
  | { readonly statement: Statement<Row>; readonly values: readonly unknown[] };

/** All that were declared so far, by name. @public A check of the repository describes them. */
export const statements = new Map<string, Statement<unknown>>();

/**
 * Declares a prepared statement; throws if its name is taken. Writes that a loop waits for declare
 * it in `wakes`, so that no caller can forget it.
 */
export function statement<Row>(name: string, text: string, { wakes = [] }: { readonly wakes?: readonly Wake[] } = {}): Statement<Row> {
  if (statements.has(name)) throw new Error(`two statements are called ${name}`);
  const declared = { name, text, wakes };
  statements.set(name, declared);
  return declared;
}

/** Runs statements: on a pool (each committed individually) or inside one transaction. */
export interface Sql {
  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a text that is not prepared: searches with literals, and tests. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Returns the first row, or null. */
export async function first<Row>(rows: Promise<Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** Returns the one row of a statement that always returns one. */
export async function one<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error("a statement that always answers a row answered none");
  return row;
}
