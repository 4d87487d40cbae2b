import type { ForeignDatabase } from "@balcao/database/moving";
import {
  MOVING_KINDS,
  type MovedConnection,
  type MovedRows,
  type MovingCount,
  type MovingKind,
  type MovingSource,
} from "@balcao/domain/moving";

/** Rows of a batch: some tens of milliseconds of writing. */
const BATCH = 2_000;
/** Files of a batch: a cut run stores at most as many once more. */
const FILES_BATCH = 50;

export interface KindQueries {
  /** The rows after the place $1, in the order of `place`; an empty place is the beginning. */
  readonly read: string;
  readonly count: string;
}

export interface Queries {
  readonly connections: string;
  /** Kinds that this product has. */
  readonly kinds: Partial<Record<MovingKind, KindQueries>>;
}

export type Row = Readonly<Record<string, unknown>>;
/** Rows of a product in our neutral form. */
export type Readers = { readonly [K in MovingKind]: (row: Row, now: Date) => MovedRows[K] };

interface Foreign {
  readonly name: string;
  readonly queries: Queries;
  readonly readers: Readers;
  readonly openFile: MovingSource["openFile"];
  readonly now: Date;
}

/** A database of another product as a source: what is asked of its tables, and what its rows mean. */
export const toSource = (db: ForeignDatabase, { name, queries, readers, openFile, now }: Foreign): MovingSource => ({
  name,
  connections: async () =>
    (await db.all<MovedConnection>(queries.connections)).map((each) => ({ ...each, name: each.name || each.sourceKey })),
  counts: () => countAll(db, queries),
  read: <K extends MovingKind>(kind: K, after: string | null) => readKind(db, { queries, readers, openFile, now }, kind, after),
  ...(openFile !== undefined && { openFile }),
  close: () => db.close(),
});

async function countAll(db: ForeignDatabase, { kinds }: Queries): Promise<Readonly<Record<MovingKind, MovingCount>>> {
  const counts = {} as Record<MovingKind, MovingCount>;
  for (const kind of MOVING_KINDS) {
    const count = kinds[kind]?.count;
    const [row] = count === undefined ? [] : await db.all<MovingCount>(count);
    counts[kind] = row ?? { rows: 0, characters: 0 };
  }
  return counts;
}

async function* readKind<K extends MovingKind>(
  db: ForeignDatabase,
  { queries, readers, openFile, now }: Omit<Foreign, "name">,
  kind: K,
  after: string | null,
): AsyncGenerator<{ readonly rows: readonly MovedRows[K][]; readonly place: string }> {
  const query = queries.kinds[kind];
  if (query === undefined) return;
  const size = kind === "files" && openFile !== undefined ? FILES_BATCH : BATCH;
  for await (const rows of db.batches<Row & { readonly place: string }>(query.read, [after ?? ""], size)) {
    const place = rows.at(-1)?.place ?? "";
    yield { rows: rows.map((row) => readers[kind](row, now)), place };
  }
}

type Cast = "text" | "timestamptz" | "boolean" | "int";

/** Less than any id: a broken table refers to negative ones, too, which are counted and left out. */
export const BEFORE_ALL = "-9223372036854775809";

/** A column of a table as SQL, or NULL of its type where the table lacks it. */
export interface ForeignColumns {
  has(table: string, column?: string): boolean;
  /** `as` is the type in which it is read. */
  of(table: string, alias: string, column: string, as: Cast): string;
}

/** Numbers and bits are booleans, too: what came from MySQL has them as its columns were. */
const castOf = (column: string, as: Cast): string => (as === "boolean" ? `(${column}::text = ANY ('{t,true,1}'))` : `${column}::${as}`);

export const columnsOf = (tables: ReadonlyMap<string, ReadonlySet<string>>): ForeignColumns => {
  const has = (table: string, column?: string): boolean =>
    column === undefined ? tables.has(table) : tables.get(table)?.has(column) === true;
  return { has, of: (table, alias, column, as) => (has(table, column) ? castOf(`${alias}."${column}"`, as) : `NULL::${as}`) };
};
