// node tools/bench/many.mjs [--tickets=200] [--rounds=8]
// Resolves many conversations with one call, beside another person's list that is asked for again and again: the time of each call, and
// the 95th percentile of the list alone and beside it, over all rounds.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseMs } from "./lib/cpuTime.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const GOALS = { callMs: 3_000, times: 1.2 };
const PAUSE_MS = 10;
const sessionId = randomUUID();

const { values } = parseArgs({ options: { tickets: { type: "string", default: "200" }, rounds: { type: "string", default: "8" } } });
const [tickets, rounds] = [values.tickets, values.rounds].map(Number);

const { services, databasePid, stop } = await openOwnServices({ program: "api", poolSize: 10 });
try {
  const { changeTickets } = await built("packages/application", "people/manyTickets");
  const { listTickets } = await built("packages/application", "inbox/tickets");
  const { sql } = services.database;
  await sql.ask(
    "INSERT INTO user_account (name, email, password_hash, profile, status) VALUES ('Pessoa', 'p@balcao.test', 'x', 'admin', 'online')",
  );
  await sql.ask(
    `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until) VALUES ('${sessionId}', 1, 'x', 'infinity', 'infinity')`,
  );
  await sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#236681')");
  await sql.ask("INSERT INTO connection (api, name, status, farewell_message) VALUES ('meow', 'Loja', 'CONNECTED', 'Até logo')");
  await sql.ask(
    `INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, ${tickets * 2}) n`,
  );
  await sql.ask("INSERT INTO contact_address (connection_id, kind, value, contact_id) SELECT 0, 'phone', number, id FROM contact");
  await sql.ask(
    "INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, flow_step) SELECT 'open', id, 1, 1, 1, 'done' FROM contact",
  );
  await services.directory.refresh();
  const actor = { ...services.directory.current().users.get(1), queueIds: [1] };
  const ctx = () => ({ actor, sessionId, ip: null, now: new Date(), route: "POST /tickets/many", idempotencyKey: null });

  /** The list of the other half, until the work is over. */
  async function listBeside(work) {
    const times = [];
    let isOver = false;
    const ended = work().finally(() => (isOver = true));
    while (!isOver) {
      const began = performance.now();
      await listTickets(services, ctx(), { status: "pending", showAll: true, pageNumber: 1 });
      times.push(performance.now() - began);
      await sleep(PAUSE_MS);
    }
    await ended;
    return times;
  }
  const [alone, beside] = [[], []];

  // The first round makes everything warm, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    await sql.ask(
      `UPDATE ticket SET status = CASE WHEN id <= ${tickets} THEN 'open' ELSE 'pending' END, user_id = CASE WHEN id <= ${tickets} THEN 1 END`,
    );
    await sql.ask("VACUUM ANALYZE");
    const before = await listBeside(() => sleep(2_000));
    let [took, cost] = [0, ""];
    const meanwhile = await listBeside(async () => {
      const [began, own, database] = [performance.now(), process.cpuUsage(), databaseMs(databasePid)];
      const ticketIds = Array.from({ length: tickets }, (_each, at) => at + 1);
      const { done } = await changeTickets(services, ctx(), {
        ticketIds,
        work: { kind: "change", patch: { status: "closed" } },
        note: null,
      });
      took = performance.now() - began;
      const { user, system } = process.cpuUsage(own);
      cost = `ours ${((user + system) / 1_000).toFixed(0)} ms, PostgreSQL ${databaseMs(databasePid) - database} ms`;
      if (done !== tickets) throw new Error(`only ${done} were closed`);
    });
    if (round === 0) continue;
    alone.push(...before);
    beside.push(...meanwhile);
    console.log(`${tickets} closed in ${took.toFixed(0)} ms, goal ${GOALS.callMs} ms; processor: ${cost}`);
  }
  const [quiet, busy] = [summary(alone), summary(beside)];
  const said = ({ p50, p95 }, { length }) => `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms of ${length}`;
  console.log(
    `a list alone: ${said(quiet, alone)}; beside: ${said(busy, beside)}; p95 ${(busy.p95 / quiet.p95).toFixed(2)} ×, goal ${GOALS.times} ×`,
  );
} finally {
  await stop();
}
