// node tools/bench/shares.mjs [--tickets=200] [--people=10] [--rounds=3]
// Gives conversations that wait at once to people who become free: the time of it, how even it is, and the processor time of our process and of PostgreSQL.
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { tickets: text("200"), people: text("10"), rounds: text("3") } });
const [tickets, people, rounds] = [values.tickets, values.people, values.rounds].map(Number);

const { services, databasePid, stop } = await openOwnServices({ program: "worker", poolSize: 10 });
try {
  const { shareTickets } = await built("packages/application", "inbox/flow");
  const { sql } = services.database;
  await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Admin', 'admin@balcao.test', 'x', 'admin')");
  await sql.ask(
    `INSERT INTO user_account (name, email, password_hash, status, weekdays, saturday, sunday, holidays, start_time, end_time)
     SELECT 'Pessoa', n || '@balcao.test', 'x', 'online', true, true, true, true, '00:00', '00:00' FROM generate_series(1, ${people}) n`,
  );
  await sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#236681')");
  await sql.ask("INSERT INTO user_queue SELECT id, 1 FROM user_account WHERE id > 1");
  await sql.ask("INSERT INTO queue_attendant SELECT 1, id, id FROM user_account WHERE id > 1");
  await sql.ask("INSERT INTO setting (key, value) VALUES ('shareWaiting', 'enabled')");
  await sql.ask("INSERT INTO connection (api, name, status) VALUES ('meow', 'Loja', 'CONNECTED')");
  await sql.ask(
    `INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, ${tickets}) n`,
  );
  await sql.ask("INSERT INTO ticket (status, contact_id, connection_id, queue_id) SELECT 'pending', id, 1, 1 FROM contact");
  await services.directory.refresh();
  for (let round = 1; round <= rounds; round += 1) {
    await sql.ask("UPDATE ticket SET status = 'pending', user_id = NULL, unread = 0");
    await sql.ask("INSERT INTO ticket_share (ticket_id, queue_id, since) SELECT id, 1, now() FROM ticket");
    await sql.ask("VACUUM ANALYZE");
    const [began, own, database] = [performance.now(), process.cpuUsage(), databaseMs(databasePid)];
    while (await shareTickets(services));
    const tookMs = performance.now() - began;
    const { user, system } = process.cpuUsage(own);
    const [{ given, least, most }] = await sql.ask(
      "SELECT sum(n)::int AS given, min(n)::int AS least, max(n)::int AS most FROM (SELECT count(*) AS n FROM ticket WHERE user_id IS NOT NULL GROUP BY user_id) of",
    );
    console.log(
      `${given} given in ${tookMs.toFixed(0)} ms, ${least} to ${most} each   processor: ours ${((user + system) / 1_000).toFixed(0)} ms · PostgreSQL ${databaseMs(databasePid) - database} ms`,
    );
  }
} finally {
  await stop();
}
