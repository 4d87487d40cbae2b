import type pg from "pg";
import { MIGRATIONS } from "../migrations/index.js";

const CREATES = /CREATE\s+(?:OR REPLACE\s+)?(?:TABLE|SEQUENCE|VIEW|FUNCTION)\s+(?:IF NOT EXISTS\s+)?(?:public\.)?([a-z0-9_]+)/g;

/** Names of what any migration makes, in any version up to this one. */
function namesOfOurs(): string[] {
  const texts = MIGRATIONS.flatMap((migration) =>
    "sql" in migration ? [migration.sql] : migration.steps.map((step) => (typeof step === "string" ? step : step.each)),
  );
  return ["schema_migration", ...texts.flatMap((text) => [...text.matchAll(CREATES)].flatMap(([, name]) => name ?? []))];
}

// A day of live events that was taken out is about to be dropped.
const LISTING = `
  SELECT o.relname::text AS name FROM pg_class o
    WHERE o.relnamespace = to_regnamespace('public') AND o.relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT o.relispartition AND o.relname <> ALL ($1)
      AND o.relname !~ '^live_event_(until_)?[0-9]'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = o.oid AND (d.deptype = 'e'
        OR o.relkind = 'S' AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass))
  UNION
  SELECT r.ev_class::regclass::text FROM pg_rewrite r JOIN pg_class o ON o.oid = r.ev_class AND o.relnamespace <> to_regnamespace('public')
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
    JOIN pg_class used ON used.oid = d.refobjid AND used.relnamespace = to_regnamespace('public') AND used.relname = ANY ($1)
  UNION
  SELECT p.proname || '()' FROM pg_proc p WHERE p.pronamespace = to_regnamespace('public') AND p.proname <> ALL ($1)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY 1`;

/**
 * Lists what a restore would delete although no backup has it: tables, views, sequences and functions in the schema `public` that no
 * migration made, such as a year taken out of the audit, and views elsewhere that read ours.
 */
export async function listForeignObjects(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>(LISTING, [namesOfOurs()])).rows.map(({ name }) => name);
}
