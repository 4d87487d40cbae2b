// node bench/upgrade.mjs [--messages=2000000] [--from=0020]
// How long the migrations of a filled database take: those after the version --from, each of them, and all together.
import { parseArgs } from "node:util";
import pg from "pg";
import { startOwnDatabase } from "./lib/ownDatabase.mjs";
import { built } from "./lib/place.mjs";

const { values } = parseArgs({ options: { messages: { type: "string", default: "2000000" }, from: { type: "string", default: "0020" } } });
const messages = Number(values.messages);
const TICKETS = 10_000;
const SHOWN_SECONDS = 0.5;
/** Within it a container that migrates is not unhealthy: the start period of the Dockerfile. */
const LIMIT_S = 3_600;

const { database, stop } = await startOwnDatabase();
const { MIGRATIONS, runMigrations } = await built("packages/database", "migrations");

async function ask(text, given = []) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return (await client.query(text, given).finally(() => client.end())).rows;
}

async function fill() {
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await ask("INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, $1::int) n", [
    TICKETS,
  ]);
  await ask("INSERT INTO ticket (status, contact_id, connection_id) SELECT 'closed', id, 1 FROM contact");
  await ask(
    `INSERT INTO message (ticket_id, connection_id, contact_id, chat, author, from_me, external_id, type, body, sent_at)
     SELECT 1 + n % $2, 1, 1 + n % $2, 'phone:' || n % $2, 'phone:' || n % $2, n % 2 = 0, md5(n::text), 'chat',
       'Bom dia, gostaria de saber sobre o pedido ' || n || ' ' || md5((n * 7)::text), now() - n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [messages, TICKETS],
  );
  await ask(
    `INSERT INTO audit_entry (source, action, description, origin) SELECT 'server', 'message.create', 'm' || n, '' FROM generate_series(1, $1::int) n`,
    [messages],
  );
  await ask("ANALYZE");
}

try {
  const names = MIGRATIONS.map(({ name }) => name);
  await runMigrations(database.url, { only: names.filter((name) => name.slice(0, 4) <= values.from) });
  await fill();
  const began = performance.now();
  const starts = [];
  await runMigrations(database.url, { onStep: (step) => starts.push([step, performance.now()]) });
  const ended = performance.now();
  for (const [index, [step, at]] of starts.entries()) {
    const seconds = ((starts[index + 1]?.[1] ?? ended) - at) / 1_000;
    if (seconds >= SHOWN_SECONDS) console.log(`  ${step}: ${seconds.toFixed(1)} s`);
  }
  console.log(
    `${starts.length} migrations after ${values.from} of ${messages} messages and as many audit entries: ` +
      `${((ended - began) / 1_000).toFixed(0)} s, goal ${LIMIT_S} s`,
  );
} finally {
  await stop();
}
