// node tools/bench/sends.mjs [--recipients=20000] [--connections=50] [--seconds=60]
// Mass sends: listing the recipients of a run beside other calls, pages of its recipients, and the cost of many connections that send paced.
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseMs } from "./lib/cpuTime.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const GOALS = { freezeMs: 2_000, pauseMs: 100, pageMs: 20, corePercent: 5 };
const PAGE = 50;
const POLL_MS = 500;

const { values } = parseArgs({
  options: {
    recipients: { type: "string", default: "20000" },
    connections: { type: "string", default: "50" },
    seconds: { type: "string", default: "60" },
  },
});
const [recipients, connections, seconds] = [Number(values.recipients), Number(values.connections), Number(values.seconds)];
const ms = (value) => `${value.toFixed(1)} ms`;

const { services, databasePid, stop } = await openOwnServices({ program: "worker", poolSize: 7 });
const { createPacer, freezeRuns } = await built("packages/application", "campaigns/sendRuns");
const { insertRun, listRecipients } = await built("packages/database", "sendRuns");
const { sql } = services.database;
const nobody = { allContacts: false, contactIds: [], tagIds: [], userId: null, fileIds: [], template: null };

async function freeze() {
  await sql.ask(
    `INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, ${recipients}) n`,
  );
  await sql.ask(`INSERT INTO contact_address (connection_id, kind, value, contact_id) SELECT 0, 'phone', number, id FROM contact`);
  await sql.ask("ANALYZE contact, contact_address");
  const [{ id }] = await sql.ask("INSERT INTO connection (name, api, is_default) VALUES ('Loja', 'baileys', true) RETURNING id");
  const runId = await insertRun(sql, { ...nobody, message: "Oi", allContacts: true, connectionId: id }, new Date());
  const pauses = [];
  let isRunning = true;
  // Another call, again and again: a search of contacts, which reads the table that is being listed.
  const others = (async () => {
    while (isRunning) {
      const began = performance.now();
      await sql.ask("SELECT id FROM contact WHERE name_key LIKE 'cliente 19%' ORDER BY name_key, id LIMIT 50");
      pauses.push(performance.now() - began);
    }
  })();
  const began = performance.now();
  while (await freezeRuns(services));
  const took = performance.now() - began;
  isRunning = false;
  await others;
  console.log(
    `listing ${recipients} recipients: ${ms(took)}, goal ${GOALS.freezeMs} ms; longest other call ${ms(Math.max(...pauses))}, goal ${GOALS.pauseMs} ms`,
  );
  return runId;
}

async function pages(runId) {
  const times = [];
  for (let offset = 0; offset < recipients; offset += PAGE) {
    const began = performance.now();
    await listRecipients(sql, runId, { state: null, offset, limit: PAGE + 1 });
    times.push(performance.now() - began);
  }
  const { p50, p95 } = summary(times);
  console.log(`${times.length} pages of the recipients: p50 ${ms(p50)}, p95 ${ms(p95)}, goal ${GOALS.pageMs} ms`);
}

async function paced() {
  await sql.ask("UPDATE send_run SET state = 'done'");
  const ids = [];
  for (let n = 0; n < connections; n += 1) {
    const [{ id }] = await sql.ask(`INSERT INTO connection (name, api) VALUES ('Número ${n}', 'baileys') RETURNING id`);
    await insertRun(
      sql,
      { ...nobody, message: "Oi {{name}}", contactIds: Array.from({ length: 40 }, (_, at) => n * 40 + at + 1), connectionId: id },
      new Date(),
    );
    ids.push(id);
  }
  await services.directory.refresh();
  while (await freezeRuns(services));
  const pacer = createPacer(services);
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return { worker: (user + system) / 1_000, database: databaseMs(databasePid) };
  };
  const before = cpu();
  const began = performance.now();
  while (performance.now() - began < seconds * 1_000) {
    await pacer.pace(ids);
    // What the network would answer at once.
    await sql.ask("UPDATE outbox SET state = 'handed', handed_at = now(), first_handed_at = now() WHERE state = 'queued'");
    await sql.ask("UPDATE outbox SET state = 'sent', finished_at = now() WHERE state = 'handed'");
    await sleep(POLL_MS);
  }
  const after = cpu();
  const wall = performance.now() - began;
  const percent = (part) => (100 * (after[part] - before[part])) / wall;
  const [{ n }] = await sql.ask("SELECT count(*)::int AS n FROM outbox WHERE state = 'sent'");
  console.log(
    `${connections} connections, ${n} messages in ${(wall / 1_000).toFixed(0)} s: ${percent("worker").toFixed(1)} % of a core in the worker, ${percent("database").toFixed(1)} % in the database, goal ${GOALS.corePercent} %`,
  );
}

try {
  await pages(await freeze());
  await paced();
} finally {
  await stop();
}
