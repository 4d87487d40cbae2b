// node tools/bench/now.mjs [--people=300] [--screens=50] [--queues=20] [--tickets=6000]
// "Agora" on many screens: the processor time of a reading, ours with its text compressed and PostgreSQL's, and what the screens cost when
// each reads every eight seconds, as often as it may.
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { people: text("300"), screens: text("50"), queues: text("20"), tickets: text("6000") } });
const [people, screens, queues, tickets] = [values.people, values.screens, values.queues, values.tickets].map(Number);
const ROUNDS = 20;
const APART_S = 8;

const { services, databasePid, stop } = await openOwnServices({ program: "api", poolSize: 10 });
try {
  const { getTeamNow } = await built("packages/application", "company/dashboard");
  const { toActor } = await built("packages/application", "ground/directory");
  const { sql } = services.database;
  await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Admin', 'admin@balcao.test', 'x', 'admin')");
  await sql.ask(
    `INSERT INTO user_account (name, email, password_hash, status, profile) SELECT 'Pessoa ' || n, n || '@balcao.test', 'x', 'online', CASE WHEN n <= ${screens} THEN 'gerente' ELSE 'user' END FROM generate_series(1, ${people}) n`,
  );
  await sql.ask(
    `INSERT INTO queue (name, color, first_answer_target) SELECT 'Fila ' || n, '#7a7a7a', 30 FROM generate_series(1, ${queues}) n`,
  );
  await sql.ask(
    `INSERT INTO user_queue SELECT id, q FROM user_account, generate_series(1, ${queues}) q WHERE (id + q) % 5 = 0 OR id <= 1 + ${screens}`,
  );
  await sql.ask("INSERT INTO connection (api, name, status) VALUES ('meow', 'Loja', 'CONNECTED')");
  await sql.ask(`INSERT INTO contact (name, number) SELECT 'Cliente', (5511900000000 + n)::text FROM generate_series(1, ${tickets}) n`);
  await sql.ask(
    `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, waiting_since, due_at, answered_at, accepted_at, closed_at)
     SELECT CASE id % 6 WHEN 0 THEN 'pending' WHEN 1 THEN 'closed' ELSE 'open' END, id, 1, 1 + id % ${queues}, CASE WHEN id % 6 > 0 THEN 2 + id % ${people} END, now() - id % 97 * interval '1 minute',
       CASE WHEN id % 9 = 0 THEN now() END, now(), now(), CASE WHEN id % 6 = 1 THEN now() END FROM contact`,
  );
  const { foldCounts } = await built("packages/application", "roof/housekeeping");
  await foldCounts(services);
  await sql.ask("VACUUM ANALYZE");
  await services.directory.refresh();
  const contexts = Array.from({ length: screens }, (_, at) => ({
    actor: toActor(services.directory.current(), 2 + at),
    sessionId: "00000000-0000-4000-8000-000000000000",
    now: services.clock.now(),
  }));
  let bytes = 0;
  const round = () =>
    Promise.all(
      contexts.map(async (ctx) => {
        bytes = gzipSync(JSON.stringify(await getTeamNow(services, ctx)), { level: 1 }).length;
      }),
    );
  await round();
  const [own, database] = [process.cpuUsage(), databaseMs(databasePid)];
  for (let at = 0; at < ROUNDS; at += 1) await round();
  const { user, system } = process.cpuUsage(own);
  const readings = ROUNDS * screens;
  const [ours, theirs] = [(user + system) / 1_000 / readings, (databaseMs(databasePid) - database) / readings];
  const share = ((ours + theirs) * screens) / APART_S / 10;
  console.log(`a reading: ours ${ours.toFixed(2)} ms · PostgreSQL ${theirs.toFixed(2)} ms · ${bytes} bytes`);
  console.log(`${screens} screens with ${people} people that read every ${APART_S} s: ${share.toFixed(2)} % of a core`);
} finally {
  await stop();
}
