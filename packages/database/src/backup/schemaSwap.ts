import pg from "pg";

/** Where the present installation is kept while another one is restored in its place. */
const ASIDE_SCHEMA = "balcao_before_restore";

const OURS = `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`;
/** Statements that move every table, free sequence and function of ours from the schema $1 to $2. What extensions own stays. */
const MOVES = `
  SELECT format('ALTER %s %I.%I SET SCHEMA %I', CASE o.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, $1::text, o.relname, $2::text) AS text
  FROM pg_class o WHERE o.relnamespace = to_regnamespace($1) AND ${OURS} AND (o.relkind IN ('r', 'p', 'v')
    OR o.relkind = 'S' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass))
  UNION ALL
  SELECT format('ALTER FUNCTION %s SET SCHEMA %I', o.oid::regprocedure, $2::text) FROM pg_proc o WHERE o.pronamespace = to_regnamespace($1) AND ${OURS}`;
/** Statements that drop the same objects of the schema $1. */
const DROPS = `
  SELECT format('DROP %s IF EXISTS %I.%I CASCADE', CASE o.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, $1::text, o.relname) AS text
  FROM pg_class o WHERE o.relnamespace = to_regnamespace($1) AND o.relkind IN ('r', 'p', 'v', 'S') AND ${OURS}
  UNION ALL
  SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', o.oid::regprocedure) FROM pg_proc o WHERE o.pronamespace = to_regnamespace($1) AND ${OURS}`;

async function runAll(client: pg.Client, listing: string, values: readonly string[]): Promise<void> {
  // Names with their schema: those of the search path would be written without it.
  await client.query("SET LOCAL search_path = pg_catalog");
  const { rows } = await client.query<{ text: string }>(listing, [...values]);
  for (const { text } of rows) await client.query(text);
  await client.query("SET LOCAL search_path = public");
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Whether a restore is under way or was interrupted, so that the present installation is aside: at this moment, or in the snapshot of
 * the transaction, which may be older.
 */
export async function isAside(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    "SELECT to_regnamespace($1) IS NOT NULL OR EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS is",
    [ASIDE_SCHEMA],
  );
  return rows[0]?.is === true;
}

/** The id of the restore that has moved the installation aside; null where there is none. */
export async function readAsideId(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>("SELECT obj_description(to_regnamespace($1)::oid, 'pg_namespace') AS id", [
    ASIDE_SCHEMA,
  ]);
  return rows[0]?.id ?? null;
}

/** Moves the present installation aside in one transaction, and notes which restore does it. */
export function moveAside(client: pg.Client, id: string): Promise<void> {
  return inTransaction(client, async () => {
    await client.query(`CREATE SCHEMA ${ASIDE_SCHEMA}`);
    await client.query(`COMMENT ON SCHEMA ${ASIDE_SCHEMA} IS ${pg.escapeLiteral(id)}`);
    await runAll(client, MOVES, ["public", ASIDE_SCHEMA]);
  });
}

/** Drops what a restore has made so far and moves the earlier installation back, in one transaction. */
export function moveBack(client: pg.Client): Promise<void> {
  return inTransaction(client, async () => {
    await runAll(client, DROPS, ["public"]);
    await runAll(client, MOVES, [ASIDE_SCHEMA, "public"]);
    await client.query(`DROP SCHEMA ${ASIDE_SCHEMA}`);
  });
}

/** Deletes the earlier installation, after which the restored one is used. */
export function dropAside(client: pg.Client): Promise<void> {
  return inTransaction(client, async () => {
    await runAll(client, DROPS, [ASIDE_SCHEMA]);
    await client.query(`DROP SCHEMA ${ASIDE_SCHEMA}`);
  });
}
