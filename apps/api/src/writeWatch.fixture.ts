import type { TestDatabase } from "@balcao/testing/database";

/** Reports which tables got or lost rows, or had rows changed, since the last look, by committed transactions alone. */
export interface WriteWatch {
  look(): Promise<readonly string[]>;
}

/**
 * Watches every table of a test's database by a trigger, which reports a partition under the name of its table; not those that an api
 * writes by the clock, because a slow test meets its beat.
 */
export async function watchWrites({ database: { sql } }: Pick<TestDatabase, "database">): Promise<WriteWatch> {
  await sql.ask("CREATE UNLOGGED TABLE write_seen (table_name text NOT NULL)");
  await sql.ask(
    `CREATE FUNCTION see_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN INSERT INTO public.write_seen VALUES (TG_ARGV[0]); RETURN NULL; END $$`,
  );
  await sql.ask(
    `DO $$ DECLARE t record; BEGIN
       FOR t IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('write_seen', 'process', 'problem', 'problem_look')
       LOOP EXECUTE format('CREATE TRIGGER see_write AFTER INSERT OR UPDATE OR DELETE ON %1$s FOR EACH ROW EXECUTE FUNCTION see_write(%1$L)', t.name);
       END LOOP; END $$`,
  );
  return {
    look: async () => {
      const rows = await sql.ask<{ name: string }>(
        "WITH gone AS (DELETE FROM write_seen RETURNING table_name) SELECT DISTINCT table_name AS name FROM gone ORDER BY 1",
      );
      return rows.map(({ name }) => name);
    },
  };
}
