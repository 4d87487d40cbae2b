import { RepairableError } from "@balcao/platform/errors";
import type { MovingSource } from "@balcao/domain/moving";
import type { ForeignDatabase } from "@balcao/database/moving";
import { openFolder } from "./folderFiles.js";
import { columnsOf, toSource } from "./foreignSource.js";
import { queriesOf } from "./whaticketQueries.js";
import { READERS } from "./whaticketRows.js";

interface WhaticketOptions {
  /** Which company of an installation with several. */
  readonly company: string | null;
  /** The name of its runs in the journal; by default that of the database. */
  readonly name: string | null;
  /** The folder of its files, `public`; null where they stay outside. */
  readonly files: string | null;
  readonly now: Date;
}

/**
 * Reads a PostgreSQL database of whaticket-community or of what was made of it (whaticket SaaS, Ticketz, Press-Ticket, Izing where its
 * tables are these). Columns and tables that one of them lacks are empty. Throws RepairableError for another database.
 */
export async function openWhaticket(db: ForeignDatabase, { company, name, files, now }: WhaticketOptions): Promise<MovingSource> {
  const missing = ["Users", "Contacts", "Tickets", "Messages", "Whatsapps"].filter((table) => !db.columns.has(table));
  if (missing.length > 0) throw new RepairableError(`This is no database of whaticket: it has no table ${missing.join(", ")}.`);
  const queries = queriesOf(columnsOf(db.columns), await companyOf(db, company));
  return toSource(db, {
    name: `whaticket:${name ?? db.name}${company === null ? "" : `:${company}`}`,
    queries,
    readers: READERS,
    openFile: files === null ? undefined : await openFolder(files, (file) => file),
    now,
  });
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
