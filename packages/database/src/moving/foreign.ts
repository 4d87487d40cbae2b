import pg from "pg";

/** A database of another system: read in one state of it, and never written. */
export interface ForeignDatabase {
  /** Its name in its address. */
  readonly name: string;
  /** The columns of each table of the schema. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  all<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The rows of a query in batches, by a cursor of the server: nothing is read twice, nothing is held. */
  batches<Row>(text: string, values: readonly unknown[], size: number): AsyncGenerator<Row[]>;
  close(): Promise<void>;
}

/** Opens a PostgreSQL database of another system for one reading transaction. Throws where it cannot be reached. */
export async function openForeignDatabase(url: string): Promise<ForeignDatabase> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: "balcao-import" });
  // A lost connection fails the next query.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(
    "SET TimeZone = 'UTC'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  );
  const { rows: found } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  const columns = new Map<string, Set<string>>();
  for (const { table, column } of found) columns.set(table, (columns.get(table) ?? new Set()).add(column));
  let cursors = 0;
  return {
    name: decodeURIComponent(new URL(url).pathname.slice(1)),
    columns,
    all: async <Row>(text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rows as Row[],
    async *batches<Row>(text: string, values: readonly unknown[], size: number) {
      cursors += 1;
      const cursor = `moving_${cursors}`;
      await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, [...values]);
      for (;;) {
        const { rows } = await client.query(`FETCH ${size} FROM ${cursor}`);
        if (rows.length > 0) yield rows as Row[];
        if (rows.length < size) break;
      }
      await client.query(`CLOSE ${cursor}`);
    },
    close: () => client.end(),
  };
}
