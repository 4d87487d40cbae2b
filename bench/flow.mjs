// node bench/flow.mjs [--customers=1000] [--rounds=4]
// What a customer's text costs with the flow (greeting, menu, queue, distribution) above what it costs without: processor time of
// worker and database per message. Both kinds take turns, so that other load of the machine touches both.
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const GOAL_MS = 5;
const WORDS = ["Bom dia", "1", "Preciso de ajuda"];

const { values } = parseArgs({
  options: { customers: { type: "string", default: "1000" }, rounds: { type: "string", default: "4" } },
});
const [customers, rounds] = [Number(values.customers), Number(values.rounds)];
const ms = (value) => `${value.toFixed(2)} ms`;

const { services, databasePid, stop } = await openOwnServices({ program: "worker", poolSize: 6 });
const { acceptDelivery } = await built("packages/application", "intake");
const { drainLane } = await built("packages/application", "inbound");
const { sql } = services.database;
const interpreter = { toInbound: (_api, _kind, event) => ({ ...event, sentAt: new Date(event.sentAt) }), openEdit: () => null };
let phones = 5511900000000;

/** A company that is always open, with three queues whose tickets are shared out among two people. Returns its connection. */
async function company() {
  await sql.ask(
    `INSERT INTO setting (key, value) VALUES ('horarioAbertura', '00:00'), ('horarioFechamento', '23:59'), ('saturday', 'disabled'), ('sunday', 'disabled'), ('holidays', 'disabled')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  await sql.ask(
    `INSERT INTO user_account (name, email, password_hash, profile, weekdays, saturday, sunday, holidays, start_time, end_time)
     SELECT 'Pessoa ' || n, n || '@balcao.test', 'x', 'admin', true, true, true, true, '00:00', '00:00' FROM generate_series(1, 3) n`,
  );
  await sql.ask("UPDATE user_account SET status = 'online'");
  const [{ id }] = await sql.ask(
    `INSERT INTO connection (api, name, greeting_message, is_default) VALUES ('baileys', 'Loja', 'Olá, {{name}}! Escolha:', true) RETURNING id`,
  );
  for (const n of [1, 2, 3]) {
    const [queue] = await sql.ask(
      `INSERT INTO queue (name, color, custom_order, greeting_message) VALUES ('Fila ${n}', '#00000${n}', ${n}, 'Um momento.') RETURNING id`,
    );
    await sql.ask(`INSERT INTO connection_queue VALUES (${id}, ${queue.id})`);
    await sql.ask(`INSERT INTO user_queue SELECT u, ${queue.id} FROM generate_series(2, 3) u`);
    await sql.ask(`INSERT INTO queue_attendant SELECT ${queue.id}, u, u FROM generate_series(2, 3) u`);
  }
  await services.directory.refresh();
  return id;
}

/** Contacts of this round, who are answered by the flow or not. */
async function newCustomers(count, isAnswered) {
  const made = Array.from({ length: count }, () => String((phones += 1)));
  await sql.ask(
    `WITH made AS (INSERT INTO contact (name, number, auto_reply) SELECT 'Cliente ' || p, p, ${isAnswered} FROM unnest('{${made.join(",")}}'::text[]) p RETURNING id, number)
     INSERT INTO contact_address (connection_id, kind, value, contact_id) SELECT 0, 'phone', number, id FROM made`,
  );
  return made;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return { worker: (user + system) / 1_000, database: databaseMs(databasePid) };
};

/** What these customers' messages cost, in milliseconds of processor time. */
async function converse(connectionId, made) {
  const before = cpu();
  for (const [at, body] of WORDS.entries())
    for (const phone of made) {
      const payload = {
        kind: "message",
        ref: { chat: { phone }, author: { phone }, fromMe: false, externalId: `E${phone}${at}` },
        authorName: "Cliente",
        sentAt: new Date(),
        content: { kind: "text", type: "conversation", body },
        quotedExternalId: null,
        mentions: [],
        forwarded: false,
        live: true,
      };
      const event = { kind: "message", chat: phone, dedupeKey: `${phone}${at}`, sentAt: new Date(), payload, fileIds: [] };
      await acceptDelivery(services, { id: connectionId }, { events: [event], files: [] });
      while (await drainLane(services, interpreter));
    }
  const after = cpu();
  return { worker: after.worker - before.worker, database: after.database - before.database };
}

try {
  const connectionId = await company();
  const totals = { on: { worker: 0, database: 0 }, off: { worker: 0, database: 0 } };
  const perRound = Math.ceil(customers / rounds);
  // The first messages compile statements and code, and are not counted.
  for (const isAnswered of [true, false]) await converse(connectionId, await newCustomers(50, isAnswered));
  for (let round = 0; round < rounds; round += 1)
    for (const kind of round % 2 === 0 ? ["on", "off"] : ["off", "on"]) {
      const { worker, database } = await converse(connectionId, await newCustomers(perRound, kind === "on"));
      totals[kind].worker += worker;
      totals[kind].database += database;
    }
  const messages = rounds * perRound * WORDS.length;
  const [{ n }] = await sql.ask("SELECT count(*)::int AS n FROM outbox");
  for (const kind of ["off", "on"])
    console.log(
      `flow ${kind}: ${ms(totals[kind].worker / messages)} in the worker and ${ms(totals[kind].database / messages)} in the database per message`,
    );
  const cost = ["worker", "database"].reduce((sum, part) => sum + totals.on[part] - totals.off[part], 0) / messages;
  console.log(`the flow costs ${ms(cost)} per message (${messages} messages of each kind, ${n} automatic texts), goal ${GOAL_MS} ms`);
} finally {
  await stop();
}
