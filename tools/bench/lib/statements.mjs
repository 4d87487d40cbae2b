import pg from "pg";

/** What a server must be started with to count its statements. */
export const COUNTED = { shared_preload_libraries: "pg_stat_statements" };

const COSTS = `SELECT calls::int, round(((shared_blks_hit + shared_blks_read) / calls)::numeric)::int AS buffers, round((rows / calls)::numeric)::int AS rows,
    round(total_exec_time::numeric, 1)::float AS ms, left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 120) AS text
  FROM pg_stat_statements WHERE calls > 0 AND query NOT LIKE '%pg_stat_statements%' ORDER BY %order% DESC LIMIT $1`;

/** Counts the statements of a database from now on; `print` shows the costliest, by what they read or by their time. */
export async function countStatements(database) {
  const client = new pg.Client({ connectionString: database.adminUrl.replace(/\/postgres$/, "/balcao") });
  await client.connect();
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  return {
    client,
    reset: () => client.query("SELECT pg_stat_statements_reset()"),
    print: async (order, most) => {
      const by = { buffers: "shared_blks_hit + shared_blks_read", time: "total_exec_time" }[order];
      const { rows } = await client.query(COSTS.replace("%order%", by), [most]);
      console.log(`\n| calls | buffers each | rows each | ms in all | statement |\n|---|---|---|---|---|`);
      for (const { calls, buffers, rows: found, ms, text } of rows)
        console.log(`| ${calls} | ${buffers} | ${found} | ${ms} | ${text.replaceAll("|", "/")} |`);
      console.log();
    },
    stop: () => client.end(),
  };
}
