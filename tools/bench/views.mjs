// node tools/bench/views.mjs [--tickets=100000] [--live=6000]
// What the number of a saved view's tab takes of PostgreSQL, for each kind of filter: kept counts where the place decides, else counted up to 100.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { tickets: text("100000"), live: text("6000") } });
const [tickets, live] = [values.tickets, values.live].map(Number);
const ROUNDS = 200;
const QUEUES = 20;
const PEOPLE = 100;
const TOGETHER = 10_000;

const { services, databasePid, stop } = await openOwnServices({ program: "api", poolSize: 4 });
try {
  const { countSavedViews, createSavedView, deleteSavedView } = await built("packages/application", "inbox/savedViews");
  const { toActor } = await built("packages/application", "ground/directory");
  const { foldCounts } = await built("packages/application", "roof/housekeeping");
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
  const ctxOf = (id) => ({
    actor: toActor(services.directory.current(), id),
    sessionId: randomUUID(),
    ip: null,
    now: new Date(),
    idempotencyKey: null,
  });
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
  for (const [person, id] of [
    ["administrator", 1],
    ["person of four queues", 3],
  ])
    for (const [what, fields] of views) {
      const ctx = ctxOf(id);
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
} finally {
  await stop();
}
