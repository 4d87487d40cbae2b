// node tools/bench/snooze.mjs [--tickets=500] [--rounds=3]
// Wakes snoozed conversations that are due at once: the time of it, and the processor time of our process and of PostgreSQL.
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const { values } = parseArgs({ options: { tickets: { type: "string", default: "500" }, rounds: { type: "string", default: "3" } } });
const [tickets, rounds] = [values.tickets, values.rounds].map(Number);

const { services, databasePid, stop } = await openOwnServices({ program: "worker", poolSize: 10 });
try {
  const { wakeSnoozed } = await built("packages/application", "inbox/flow");
  const { sql } = services.database;
  await sql.ask(
    "INSERT INTO user_account (name, email, password_hash, profile, status) VALUES ('Pessoa', 'p@balcao.test', 'x', 'admin', 'online')",
  );
  await sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#236681')");
  await sql.ask("INSERT INTO user_queue VALUES (1, 1)");
  await sql.ask("INSERT INTO connection (api, name, status) VALUES ('meow', 'Loja', 'CONNECTED')");
  await sql.ask(
    `INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, ${tickets}) n`,
  );
  await sql.ask("INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id) SELECT 'paused', id, 1, 1, 1 FROM contact");
  await services.directory.refresh();
  for (let round = 1; round <= rounds; round += 1) {
    await sql.ask("UPDATE ticket SET status = 'paused', unread = 0, snooze = 'asleep', wakes_at = now() - interval '1 second'");
    // What is empty at first is not analysed: the plan of a prepared statement would read it from end to end for as long as it lasts. No
    // installation analyses what it never had, and PostgreSQL plans for ten pages there.
    await sql.ask("VACUUM ANALYZE ticket, contact");
    const [began, own, database] = [performance.now(), process.cpuUsage(), databaseMs(databasePid)];
    await wakeSnoozed(services);
    const tookMs = performance.now() - began;
    const { user, system } = process.cpuUsage(own);
    const [{ awake }] = await sql.ask("SELECT count(*)::int AS awake FROM ticket WHERE snooze = 'timeUp'");
    console.log(
      `${awake} woken in ${tookMs.toFixed(0)} ms   processor: ours ${((user + system) / 1_000).toFixed(0)} ms · PostgreSQL ${databaseMs(databasePid) - database} ms`,
    );
  }
} finally {
  await stop();
}
