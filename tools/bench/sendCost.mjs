// node tools/bench/sendCost.mjs [--texts=1000] [--rounds=3] [--numbers=200]
// What a text of an attendant costs in each of its parts, by processor time of our process and of PostgreSQL: the command that stores it, its way
// through the outbox with a gateway that answers at once, and the receipt that comes back. Other load of the machine lengthens all of it alike.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const AT_ONCE = 16;
const PLANS = 20_000;
const LANES = 3;

const { values } = parseArgs({
  options: {
    texts: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    numbers: { type: "string", default: "200" },
  },
});
const [texts, rounds, numbers] = [values.texts, values.rounds, values.numbers].map(Number);

const { services, databasePid, stop } = await openOwnServices({ program: "worker", poolSize: 10 });
try {
  const { sendMessage } = await built("packages/application", "inbox/messages");
  const { createDispatcher, createResultBatch, dispatchDue } = await built("packages/application", "numbers/outbox");
  const { acceptDelivery } = await built("packages/application", "inbox/intake");
  const { drainLane } = await built("packages/application", "inbox/inbound");
  const { newUuid } = await built("packages/platform", "ids");
  const holder = newUuid();
  await openCompany(holder);
  const rights = { active: true, addContact: true, editContact: true, delContact: true, sendToMany: false, maintain: false };
  const actor = { id: 1, profile: "admin", queueIds: [], ...rights };
  const ctxOf = () => ({ actor, sessionId: newUuid(), ip: null, now: new Date(), route: "POST /messages/1", idempotencyKey: null });

  const sent = [];
  const results = createResultBatch(services, () => undefined);
  const dispatchers = Array.from({ length: numbers }, (_, index) => {
    const connectionId = index + 1;
    const send = (message) => {
      sent.push({ connectionId, externalId: message.externalId });
      return Promise.resolve({ state: "sent", externalId: message.externalId, sentAt: null });
    };
    return createDispatcher(services, { connectionId, api: "meow", epoch: 1, send }, results);
  });
  const interpreter = { toInbound: (_api, _kind, event) => ({ ...event, at: new Date(event.at) }), openEdit: () => null };

  let next = 0;
  const store = async () => {
    for (let place = next++; place < texts; place = next++) {
      const input = {
        ticketId: 1 + (place % numbers),
        body: "Bom dia",
        quotedMessageId: undefined,
        mediaUrl: null,
        voice: false,
        mentions: [],
      };
      await sendMessage(services, ctxOf(), input, []);
    }
  };
  const dispatch = async () => {
    // As many as a gateway gets in some milliseconds, so that what is together is as in a busy minute.
    while (sent.length < texts) if ((await dispatchDue(services, holder, dispatchers)) === 0) await sleep(5);
    for (const dispatcher of dispatchers) await dispatcher.settle();
  };
  const report = async () => {
    const receipts = sent.splice(0);
    const deliver = async () => {
      for (let receipt = receipts.pop(); receipt; receipt = receipts.pop()) {
        const { connectionId, externalId } = receipt;
        const ack = { kind: "ack", chat: {}, externalIds: [externalId], ack: 2, error: null, outboxId: null, by: null, at: new Date() };
        const event = { kind: "ack", chat: `c${connectionId}`, dedupeKey: externalId, sentAt: new Date(), payload: ack, fileIds: [] };
        await acceptDelivery(services, { id: connectionId }, { events: [event], files: [] });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, deliver));
  };
  const drain = async () => {
    while (await drainLane(services, interpreter));
  };

  for (let round = 0; round <= rounds; round += 1) {
    next = 0;
    const parts = {
      stored: await cost(() => Promise.all(Array.from({ length: AT_ONCE }, store))),
      "handed over": await cost(dispatch),
      "receipt journalled": await cost(report),
      "receipt applied": await cost(() => Promise.all(Array.from({ length: LANES }, drain))),
    };
    // The first round fills caches and tables, whose statistics decide about plans.
    if (round === 0) await services.database.sql.ask("VACUUM ANALYZE");
    else
      console.log(
        Object.entries(parts)
          .map(([part, [own, database]]) => `${part} ${own.toFixed(2)} · ${database.toFixed(2)}`)
          .join("   "),
      );
  }
  await printPlans();
} finally {
  await stop();
}

/** Processor milliseconds of the plan of a message, which is a pure function and asks the database nothing. */
async function printPlans() {
  const { planMessage } = await built("packages/domain", "plan");
  const pdf = { mime: "application/pdf", size: 1_024 };
  const drafts = {
    "a text": ["meow", { text: "Bom dia! ".repeat(22), files: [], voice: false }],
    "a photo with a caption": ["cloud_api", { text: "Segue a foto", files: [{ mime: "image/jpeg", size: 204_800 }], voice: false }],
    "ten files with a text": ["cloud_api", { text: "Segue", files: Array.from({ length: 10 }, () => pdf), voice: false }],
    "30,000 characters": ["cloud_api", { text: `${"Bom dia, tudo bem. ".repeat(30)}\n\n`.repeat(52), files: [], voice: false }],
  };
  for (const [what, [api, draft]] of Object.entries(drafts)) {
    const plans = (times) => Array.from({ length: times }, () => planMessage(api, draft)).length;
    plans(PLANS / 10);
    const before = process.cpuUsage();
    plans(PLANS);
    const { user, system } = process.cpuUsage(before);
    console.log(`plan of ${what} ${((user + system) / 1_000 / PLANS).toFixed(4)}`);
  }
}

/** Processor milliseconds per text of our process and of the database. */
async function cost(work) {
  const [own, database] = [process.cpuUsage(), databaseMs(databasePid)];
  await work();
  const { user, system } = process.cpuUsage(own);
  return [(user + system) / 1_000 / texts, (databaseMs(databasePid) - database) / texts];
}

/** Numbers of WuzAPI that this process holds, each with an open ticket. */
async function openCompany(holder) {
  const { sql } = services.database;
  await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Pessoa', 'p@balcao.test', 'x', 'admin')");
  await sql.ask(
    `INSERT INTO connection (api, name, status) SELECT 'meow', 'Loja ' || n, 'CONNECTED' FROM generate_series(1, ${numbers}) n`,
  );
  await sql.ask(
    `INSERT INTO session_lease (connection_id, owner, epoch, expires_at) SELECT id, '${holder}', 1, now() + interval '1 day' FROM connection`,
  );
  await sql.ask(
    `INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, ${numbers}) n`,
  );
  await sql.ask("INSERT INTO contact_address (connection_id, kind, value, contact_id) SELECT 0, 'phone', number, id FROM contact");
  await sql.ask("INSERT INTO ticket (status, contact_id, connection_id, user_id) SELECT 'open', id, id, 1 FROM contact ORDER BY id");
  await services.directory.refresh();
}
