// node tools/bench/views.mjs [--tickets=100000] [--live=6000] [--lists]
// What the number of a saved view's tab takes of PostgreSQL, for each kind of filter: kept counts where the place decides, else counted up to 100.
// With --lists what the documented lists take where queues have targets and people have views, beside an installation without them.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { tickets: text("100000"), live: text("6000"), lists: { type: "boolean", default: false } } });
const [tickets, live] = [values.tickets, values.live].map(Number);
const ROUNDS = 200;
const QUEUES = 20;
const PEOPLE = 100;
const TOGETHER = 10_000;
/** Both installations are asked in turn, so that other work meets both. */
const TURNS = 40;
const LISTS_A_TURN = 50;

const { countSavedViews, createSavedView, deleteSavedView } = await built("packages/application", "inbox/savedViews");
const { listTickets } = await built("packages/application", "inbox/tickets");
const { toActor } = await built("packages/application", "ground/directory");
const { foldCounts } = await built("packages/application", "roof/housekeeping");

/** An installation with people, queues and tickets. */
async function fill(services) {
  const { sql } = services.database;
  await sql.ask(
    `INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || n, n || '@balcao.test', 'x', CASE n WHEN 1 THEN 'admin' WHEN 2 THEN 'gerente' ELSE 'user' END FROM generate_series(1, ${PEOPLE}) n`,
  );
  await sql.ask(`INSERT INTO queue (name, color) SELECT 'Fila ' || n, '#7a7a7a' FROM generate_series(1, ${QUEUES}) n`);
  await sql.ask(`INSERT INTO user_queue SELECT id, q FROM user_account, generate_series(1, ${QUEUES}) q WHERE (id + q) % 5 = 0`);
  await sql.ask("INSERT INTO connection (api, name, status) VALUES ('meow', 'Loja', 'CONNECTED'), ('meow', 'Filial', 'CONNECTED')");
  await sql.ask("INSERT INTO tag (name, color) VALUES ('VIP', '#112233')");
  await sql.ask(`INSERT INTO contact (name, number) SELECT 'Cliente', (5511900000000 + n)::text FROM generate_series(1, ${tickets}) n`);
  await sql.ask("INSERT INTO contact_tag (contact_id, tag_id) SELECT id, 1 FROM contact WHERE id % 50 = 0");
  for (let from = 0; from < tickets; from += TOGETHER)
    await sql.ask(
      `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, waiting_since, due_at, accepted_at, closed_at)
     SELECT CASE WHEN id > ${live} THEN 'closed' WHEN id % 4 = 0 THEN 'pending' ELSE 'open' END, id, 1 + id % 2, 1 + id % ${QUEUES}, CASE WHEN id > ${live} OR id % 4 > 0 THEN 1 + id % ${PEOPLE} END,
       CASE WHEN id <= ${live} AND id % 3 = 0 THEN now() - id % 97 * interval '1 minute' END, CASE WHEN id <= ${live} AND id % 9 = 0 THEN now() END, now(), CASE WHEN id > ${live} THEN now() END FROM contact WHERE id > ${from} AND id <= ${from + TOGETHER}`,
    );
  await foldCounts(services);
  await sql.ask("VACUUM ANALYZE");
  await services.directory.refresh();
}

const ctxOf = ({ directory }, id) => ({
  actor: toActor(directory.current(), id),
  sessionId: randomUUID(),
  ip: null,
  now: new Date(),
  idempotencyKey: null,
});

const PEOPLE_WHO_LOOK = [
  ["administrator", 1],
  ["person of four queues", 3],
];

/** What the number of each kind of view takes. */
async function measureCounts({ services, databasePid }) {
  await fill(services);
  const views = [
    ["waiting, by kept counts", { status: "pending" }],
    ["nobody's, of three queues", { owner: "none", queueIds: [1, 2, 3] }],
    ["waits for more than an hour", { waitingMinutes: 60 }],
    ["waits for more than a day (none)", { waitingMinutes: 1_440 }],
    ["overdue", { target: "overdue" }],
    ["of a tag", { tagIds: [1] }],
    ["of a connection and a tag", { tagIds: [1], whatsappId: 2 }],
    ["from an advertisement (none)", { fromAd: true }],
  ];
  for (const [person, id] of PEOPLE_WHO_LOOK)
    for (const [what, fields] of views) {
      const ctx = ctxOf(services, id);
      const view = await createSavedView(services, ctx, { name: what, pinned: true, ...fields });
      for (let n = 0; n < 20; n += 1) await countSavedViews(services, ctx);
      const before = databaseMs(databasePid);
      let counts = [];
      for (let n = 0; n < ROUNDS; n += 1) counts = await countSavedViews(services, ctx);
      const ms = (databaseMs(databasePid) - before) / ROUNDS;
      const [{ count, hasMore }] = counts;
      console.log(`${person}: ${what}: ${count}${hasMore ? "+" : ""}, PostgreSQL ${ms.toFixed(2)} ms (goal 2)`);
      await deleteSavedView(services, ctx, { viewId: view.id });
    }
}

/** Targets of every queue, what is due of the live tickets, and seven views of each person as tabs. */
async function addTargetsAndViews(services) {
  const { sql } = services.database;
  await sql.ask("UPDATE queue SET first_answer_target = 30, next_answer_target = 60, resolution_target = 480");
  await sql.ask(
    `INSERT INTO target_clock (ticket_id, kind, since, started_at, running_since, target_ms, warn_at, due_at, queue_id, user_id)
     SELECT id, 'nextAnswer', waiting_since, waiting_since, waiting_since, 3600000, due_at, due_at, queue_id, user_id FROM ticket WHERE due_at IS NOT NULL`,
  );
  await sql.ask("UPDATE ticket SET due_of = 'nextAnswer' WHERE due_at IS NOT NULL");
  await services.directory.refresh();
  for (let id = 1; id <= PEOPLE; id += 1)
    for (let n = 0; n < 7; n += 1)
      await createSavedView(services, ctxOf(services, id), {
        name: `Visão ${n}`,
        pinned: true,
        status: "pending",
        waitingMinutes: 10 * (n + 1),
      });
  await sql.ask("VACUUM FULL ANALYZE ticket");
}

/** What `n` readings of a list take: processor time of PostgreSQL and of ours, and each one's time. */
async function readLists({ services, databasePid }, id, status) {
  const ctx = ctxOf(services, id);
  const times = [];
  const [database, own] = [databaseMs(databasePid), process.cpuUsage()];
  for (let n = 0; n < LISTS_A_TURN; n += 1) {
    const before = performance.now();
    await listTickets(services, ctx, { status, showAll: true, pageNumber: 1 });
    times.push(performance.now() - before);
  }
  const { user, system } = process.cpuUsage(own);
  return { database: databaseMs(databasePid) - database, own: (user + system) / 1_000, times };
}

/** Both installations in turn; a figure of the first one, of the second one, and the difference in percent. */
async function compareLists(sides, id, status) {
  const found = sides.map(() => []);
  for (let turn = -2; turn < TURNS; turn += 1)
    for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const read = await readLists(sides[at], id, status);
      if (turn >= 0) found[at].push(read);
    }
  const n = TURNS * LISTS_A_TURN;
  const [first, second] = found.map((reads) => ({
    database: reads.reduce((sum, { database }) => sum + database, 0) / n,
    own: reads.reduce((sum, { own }) => sum + own, 0) / n,
    p95: reads.flatMap(({ times }) => times).sort((a, b) => a - b)[Math.floor(n * 0.95)],
  }));
  const words = (of) => `${first[of].toFixed(2)} and ${second[of].toFixed(2)} ms (${((100 * first[of]) / second[of] - 100).toFixed(1)} %)`;
  return { first, second, text: `PostgreSQL ${words("database")}, ours ${words("own")}, p95 ${words("p95")}` };
}

/** The documented lists with targets and views, and without them (goal: within 5 %). */
async function measureLists(first, second) {
  for (const { services } of [first, second]) await fill(services);
  await addTargetsAndViews(first.services);
  await second.services.database.sql.ask("UPDATE ticket SET due_at = NULL WHERE due_at IS NOT NULL");
  await second.services.database.sql.ask("VACUUM FULL ANALYZE ticket");
  const all = [];
  for (const [person, id] of PEOPLE_WHO_LOOK)
    for (const status of ["open", "pending", "closed"]) {
      const { text, ...figures } = await compareLists([first, second], id, status);
      console.log(`${person}, ${status}, with and without: ${text}`);
      all.push(figures);
    }
  const sum = (of, side) => all.reduce((total, figures) => total + figures[side][of], 0);
  for (const of of ["database", "own", "p95"])
    console.log(`all lists, ${of}: ${((100 * sum(of, "first")) / sum(of, "second") - 100).toFixed(1)} % (goal 5)`);
}

const opened = [];
try {
  const open = async () => {
    opened.push(await openOwnServices({ program: "api", poolSize: 4 }));
    return opened.at(-1);
  };
  if (values.lists) await measureLists(await open(), await open());
  else await measureCounts(await open());
} finally {
  for (const { stop } of opened) await stop();
}
