// node bench/dashboard.mjs [--tickets=1000000] [--managers=10] [--rounds=6]
// The dashboard on a year of tickets: storing its figures, and all calls of a refresh by several managers at once.
import { parseArgs } from "node:util";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const GOALS = { yearMs: 300, todayMs: 60, recountSeconds: 60 };
const [QUEUES, PEOPLE, CONTACTS] = [10, 20, 50_000];
const SLICES = 10;

const { values } = parseArgs({
  options: {
    tickets: { type: "string", default: "1000000" },
    managers: { type: "string", default: "10" },
    rounds: { type: "string", default: "6" },
  },
});
const [tickets, managers, rounds] = [Number(values.tickets), Number(values.managers), Number(values.rounds)];
const ms = (value) => `${value.toFixed(0)} ms`;

const { services, stop } = await openOwnServices({ program: "api", poolSize: 10 });
const { localDay, addDays } = await built("packages/domain", "calendar");
const dashboard = await built("packages/application", "dashboard");
const { sql } = services.database;
const ctx = { actor: { id: 1, profile: "admin", active: true, queueIds: [] }, now: new Date() };

/** A year of tickets of the past, evenly spread, most of them closed within the day. */
async function fill() {
  await sql.ask(
    `INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#0000' || lpad(g::text, 2, '0') FROM generate_series(1, ${QUEUES}) g`,
  );
  await sql.ask(
    `INSERT INTO user_account (id, name, email, password_hash, profile) SELECT g, 'Pessoa ' || g, g || '@balcao.test', 'x', CASE g WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, ${PEOPLE}) g`,
  );
  await sql.ask(`INSERT INTO contact (name) SELECT 'Cliente ' || g FROM generate_series(1, ${CONTACTS}) g`);
  // Counts per cell are of no interest here, and their trigger would write two rows for each ticket.
  await sql.ask("ALTER TABLE ticket DISABLE TRIGGER USER");
  const step = 50_000;
  for (let from = 0; from < tickets; from += step)
    await sql.ask(
      `INSERT INTO ticket (status, contact_id, queue_id, user_id, created_at, accepted_at, closed_at, last_activity)
       SELECT 'closed', 1 + g % ${CONTACTS}, 1 + g % ${QUEUES}, 1 + g % ${PEOPLE}, at, at + (g % 90) * interval '1 minute', at + (90 + g % 300) * interval '1 minute', at
       FROM (SELECT g, now() - (g::float / ${tickets}) * interval '365 days' AS at FROM generate_series(${from + 1}, ${Math.min(from + step, tickets)}) g) made`,
    );
  await sql.ask("ALTER TABLE ticket ENABLE TRIGGER USER");
  await sql.ask("VACUUM ANALYZE");
  await services.directory.refresh();
}

/** Everything that the page asks for at once. */
const refresh = (filter) =>
  Promise.all([
    dashboard.getDashboardCounters(services, ctx, filter),
    dashboard.getDashboardStats(services, ctx, { ...filter, pairs: false }),
    dashboard.getDashboardRating(services, ctx, filter),
    dashboard.listDashboardUsers(services, ctx, filter),
    dashboard.countTicketsByUser(services, ctx, { ...filter, limit: SLICES }),
    dashboard.countTicketsByContact(services, ctx, { ...filter, limit: SLICES }),
    dashboard.countTicketsByQueue(services, ctx, { ...filter, limit: SLICES }),
  ]);

async function measure(what, filter, goal) {
  const times = [];
  await refresh(filter);
  const manager = async () => {
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await refresh(filter);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: managers }, manager));
  const { p50, p95 } = summary(times);
  console.log(`${what}, ${managers} managers at once: p50 ${ms(p50)}, p95 ${ms(p95)}, goal ${goal} ms`);
}

try {
  await fill();
  const began = performance.now();
  while (await dashboard.keepFigures(services));
  const seconds = (performance.now() - began) / 1_000;
  console.log(`storing the figures of a year with ${tickets} tickets: ${seconds.toFixed(1)} s, goal ${GOALS.recountSeconds} s`);
  const today = localDay(new Date(), services.directory.current().settings.timeZone);
  await measure("a refresh of the year", { firstDate: addDays(today, -364), lastDate: today }, GOALS.yearMs);
  await measure("a refresh of today", { firstDate: today, lastDate: today }, GOALS.todayMs);
} finally {
  await stop();
}
