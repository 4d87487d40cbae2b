// node tools/bench/upgrade.mjs [--messages=2000000] [--from=0153]
// How long the migrations of a filled database take: those after the version --from (0153 is schema.sql), each of them, and all together.
import { parseArgs } from "node:util";
import { askOnce, fillWithMessages } from "./lib/oldConversations.mjs";
import { startOwnDatabase } from "./lib/ownDatabase.mjs";
import { built } from "./lib/place.mjs";

const { values } = parseArgs({ options: { messages: { type: "string", default: "2000000" }, from: { type: "string", default: "0153" } } });
const messages = Number(values.messages);
const SHOWN_SECONDS = 0.5;
/** Within it a container that migrates is not unhealthy: the start period of the Dockerfile. */
const LIMIT_S = 3_600;

const { database, stop } = await startOwnDatabase();
const { MIGRATIONS, runMigrations } = await built("packages/database", "migrations");

const ask = (text, given) => askOnce(database.url, text, given);

async function fill() {
  await fillWithMessages(database.url, messages);
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
