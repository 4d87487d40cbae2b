import { RepairableError } from "@balcao/platform/errors";
import {
  MOVING_KINDS,
  type MovedConnection,
  type MovedRows,
  type MovingCount,
  type MovingKind,
  type MovingSource,
} from "@balcao/domain/moving";
import type { ForeignDatabase } from "@balcao/database/moving";
import { columnsOf } from "./foreignColumns.js";
import { queriesOf, type Queries } from "./whaticketQueries.js";
import { READERS } from "./whaticketRows.js";

/** Rows of a batch: some tens of milliseconds of writing. */
const BATCH = 2_000;

interface WhaticketOptions {
  /** Which company of an installation with several. */
  readonly company: string | null;
  /** The name of its runs in the journal; by default that of the database. */
  readonly name: string | null;
  readonly now: Date;
}

/**
 * Reads a PostgreSQL database of whaticket-community or of what was made of it (whaticket SaaS, Ticketz, Press-Ticket, Izing where its
 * tables are these). Columns and tables that one of them lacks are empty. Throws RepairableError for another database.
 */
export async function openWhaticket(db: ForeignDatabase, { company, name, now }: WhaticketOptions): Promise<MovingSource> {
  const missing = ["Users", "Contacts", "Tickets", "Messages", "Whatsapps"].filter((table) => !db.columns.has(table));
  if (missing.length > 0) throw new RepairableError(`This is no database of whaticket: it has no table ${missing.join(", ")}.`);
  const queries = queriesOf(columnsOf(db.columns), await companyOf(db, company));
  return {
    name: `whaticket:${name ?? db.name}${company === null ? "" : `:${company}`}`,
    connections: async () =>
      (await db.all<MovedConnection>(queries.connections)).map((each) => ({ ...each, name: each.name || each.sourceKey })),
    counts: () => countAll(db, queries),
    read: <K extends MovingKind>(kind: K, after: string | null) => readKind(db, queries, kind, { after, now }),
    close: () => db.close(),
  };
}

/** The company whose rows are read; null where the installation knows none. Throws where there are several and none was named. */
async function companyOf(db: ForeignDatabase, wanted: string | null): Promise<string | null> {
  if (!db.columns.has("Companies") || db.columns.get("Tickets")?.has("companyId") !== true) return null;
  const companies = await db.all<{ id: string; name: string | null }>(`SELECT id::text AS id, name FROM "Companies" ORDER BY 1`);
  const found = wanted === null ? companies : companies.filter(({ id }) => id === wanted);
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only.id;
  const list = companies.map((each) => `${each.id} (${each.name ?? ""})`).join(", ");
  throw new RepairableError(`Name one company of this database by --company: ${list}.`);
}

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
  { kinds }: Queries,
  kind: K,
  { after, now }: { readonly after: string | null; readonly now: Date },
): AsyncGenerator<{ readonly rows: readonly MovedRows[K][]; readonly place: string }> {
  const query = kinds[kind];
  if (query === undefined) return;
  for await (const rows of db.batches<Readonly<Record<string, unknown>> & { readonly place: string }>(query.read, [after ?? ""], BATCH)) {
    const place = rows.at(-1)?.place ?? "";
    yield { rows: rows.map((row) => READERS[kind](row, now)), place };
  }
}
