// node tools/bench/directory.mjs [--people=500] [--numbers=200] [--queues=20]
// The directory that every process holds in memory: what it takes to read it whole, and to follow people who come and go and numbers that
// connect, in the processor time of our process and of PostgreSQL.
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { openOwnServices } from "./lib/services.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { people: text("500"), numbers: text("200"), queues: text("20") } });
const [people, numbers, queues] = [values.people, values.numbers, values.queues].map(Number);
const ROUNDS = 200;

const { services, databasePid, stop } = await openOwnServices({ program: "api", poolSize: 10 });
try {
  const { sql } = services.database;
  await sql.ask(
    `INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || n, n || '@balcao.test', 'x', CASE n WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, ${people}) n`,
  );
  await sql.ask(`INSERT INTO queue (name, color) SELECT 'Fila ' || n, '#7a7a7a' FROM generate_series(1, ${queues}) n`);
  await sql.ask(`INSERT INTO user_queue SELECT id, q FROM user_account, generate_series(1, ${queues}) q WHERE (id + q) % 5 = 0`);
  await sql.ask(
    `INSERT INTO connection (api, name, status) SELECT 'meow', 'Loja ' || n, 'CONNECTED' FROM generate_series(1, ${numbers}) n`,
  );
  await sql.ask(`INSERT INTO connection_queue SELECT id, 1 + id % ${queues} FROM connection`);
  await sql.ask(
    `INSERT INTO connection_gap (connection_id, from_at, until_at) SELECT id, now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 minute' FROM connection, generate_series(1, 20) n`,
  );
  await sql.ask("VACUUM ANALYZE");
  await services.directory.refresh();
  const measure = async (what, refresh) => {
    for (let n = 0; n < 20; n += 1) await refresh(n);
    const [own, database] = [process.cpuUsage(), databaseMs(databasePid)];
    for (let n = 0; n < ROUNDS; n += 1) await refresh(n);
    const { user, system } = process.cpuUsage(own);
    const each = (ms) => (ms / ROUNDS).toFixed(2);
    console.log(`${what}: ours ${each((user + system) / 1_000)} ms · PostgreSQL ${each(databaseMs(databasePid) - database)} ms`);
  };
  await measure(`all ${people} people and ${numbers} numbers`, () => services.directory.refresh());
  await measure("one row that changed (goal 2 ms in all)", (n) =>
    services.directory.refresh(
      n % 2 ? { userIds: [1 + (n % people)], connectionIds: [] } : { userIds: [], connectionIds: [1 + (n % numbers)] },
    ),
  );
} finally {
  await stop();
}
