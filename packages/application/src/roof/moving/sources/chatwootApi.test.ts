import type { MovingSource } from "@balcao/domain/moving";
import { openSqlPool } from "@balcao/database/sql";
import { openTestServices, type TestServices } from "../../../services.fixture.js";
import { lookAhead, moveIn, NO_MAP, openSource, type MovingReport } from "../index.js";
import { startChatwoot, type ChatwootStandIn } from "./chatwootApi.fixture.js";
import { openChatwootApi } from "./chatwootApi.js";
import { ROWS } from "./chatwootRows.fixture.js";
import { CHATWOOT } from "./chatwootSchema.fixture.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const OPTIONS = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const TOKEN = "the-token-of-ana";

/** The numbers that people see, and more than a page of each list. */
const MORE = `
SET search_path = chatwoot;
UPDATE conversations SET display_id = n.nth FROM (SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY created_at)::int AS nth FROM conversations) n WHERE n.id = conversations.id;
INSERT INTO contacts (id, name, phone_number, account_id, created_at) SELECT 100 + n, 'Cliente ' || n % 7, '+55119870' || 10000 + n, 1, '2024-01-01' FROM generate_series(1, 40) n;
INSERT INTO conversations (id, account_id, inbox_id, status, contact_id, created_at, last_activity_at, display_id)
  SELECT 100 + n, 1, 1, 1, 100 + n, timestamp '2024-04-01' + n * interval '1 minute', timestamp '2024-04-02' - n * interval '1 minute', 100 + n FROM generate_series(1, 40) n;
INSERT INTO messages (id, account_id, inbox_id, conversation_id, message_type, private, status, content, source_id, sender_type, sender_id, created_at)
  SELECT 1000 + n, 1, 1, 101, n % 2, n % 9 = 0, 0, 'linha ' || n, CASE WHEN n % 9 > 0 THEN 'wamid.L' || n END, CASE WHEN n % 2 = 1 THEN 'User' ELSE 'Contact' END, CASE WHEN n % 2 = 1 THEN 1 ELSE 101 END,
    timestamp '2024-04-01' + (n / 3) * interval '1 second' FROM generate_series(1, 95) n;
DELETE FROM messages WHERE conversation_id = 99; DELETE FROM csat_survey_responses WHERE conversation_id = 99;
SET search_path = public;
`;

let there: TestServices;
let here: TestServices;
let chatwoot: ChatwootStandIn;
let waits: number[];
/** What the stand-in answers from: it asks hundreds of times, so that a connection for each question would cost more than the rest. */
let foreign: ReturnType<typeof openSqlPool>;
const prepare = async (): Promise<TestServices> => {
  const test = await openTestServices();
  await test.connection("baileys");
  await test.rows("INSERT INTO connection (name, api) VALUES ('evolution', 'meow'), ('twilio', 'meow')");
  await test.rows("INSERT INTO queue (name, color) VALUES ('Vendas', '#101010')");
  await test.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Ana', 'ana@example.com', 'x', 'admin')");
  return test;
};
const start = (role = "administrator") =>
  startChatwoot(TOKEN, {
    ask: (text) => foreign.sql.ask<Record<string, unknown>>(text),
    account: "1",
    role,
    file: (key) => (key === "aabbcc001" ? PICTURE : null),
  });
beforeEach(async () => {
  [there, here, waits] = [await prepare(), await prepare(), []];
  await there.rows(CHATWOOT);
  await there.rows(ROWS);
  await there.rows(MORE);
  foreign = openSqlPool({ url: `${there.url}?options=-csearch_path%3Dchatwoot%20-cTimeZone%3DUTC`, applicationName: "test", poolSize: 2 });
  chatwoot = await start();
});
afterEach(async () => {
  await chatwoot.close();
  await foreign.close();
  await there.close();
  await here.close();
});

const wait = (ms: number): Promise<void> => {
  waits.push(ms);
  return Promise.resolve();
};
const byApi = (token = TOKEN) =>
  openChatwootApi({ address: `${chatwoot.address}/`, token, company: "1", name: null, allInboxes: false, now: NOW, wait });
const byDatabase = () =>
  openSource(there.services.database, `${there.url}?options=-csearch_path%3Dchatwoot`, {
    ...{ company: "1", name: null, files: null, allInboxes: false, connection: null, contact: null, now: NOW },
  });
async function run(test: TestServices, open: () => Promise<MovingSource>, leftOut: string[] = []): Promise<MovingReport> {
  const source = await open();
  const { database, files } = test.services;
  const onLeftOut = (kind: string, key: string, reason: string) => leftOut.push(`${kind} ${key} ${reason}`);
  try {
    return await moveIn({ database, source, options: OPTIONS, now: NOW, files }, { onLeftOut });
  } finally {
    await source.close();
  }
}

/** What of a firm's history is in a database, without our numbers of rows. */
const contents = async (test: TestServices) => ({
  contacts: await test.rows("SELECT name, number, email, is_group, created_at FROM contact ORDER BY number, name"),
  addresses: await test.rows("SELECT kind, value FROM contact_address ORDER BY 1, 2"),
  tickets:
    await test.rows(`SELECT c.name, c.number, t.status, u.name AS owner, q.name AS queue, n.name AS connection, t.created_at, t.accepted_at, t.closed_at, t.last_activity, t.last_message
    FROM ticket t JOIN contact c ON c.id = t.contact_id LEFT JOIN connection n ON n.id = t.connection_id LEFT JOIN user_account u ON u.id = t.user_id LEFT JOIN queue q ON q.id = t.queue_id
    ORDER BY t.created_at, c.number`),
  messages:
    await test.rows(`SELECT m.external_id, m.body, m.type, m.from_me, m.ack, m.is_deleted, m.chat, m.author, m.details, m.media ->> 'fileName' AS file, q.external_id AS quoted, u.name AS person, m.sent_at
    FROM message m LEFT JOIN message q ON q.id = m.quoted_id LEFT JOIN user_account u ON u.id = m.user_id ORDER BY m.sent_at, m.body, m.external_id`),
  tags: await test.rows(
    "SELECT c.name, t.name AS tag FROM contact_tag x JOIN contact c ON c.id = x.contact_id JOIN tag t ON t.id = x.tag_id ORDER BY 1, 2",
  ),
  answers: await test.rows("SELECT shortcut, message FROM quick_answer ORDER BY 1"),
  ratings: await test.rows("SELECT rate, rated_at FROM rating"),
});

describe("Chatwoot by its API", () => {
  it("brings what its database brings, also where calls are refused or break, and again nothing", async () => {
    await run(there, byDatabase);
    chatwoot.faults.push({ retryAfter: "7" }, "cut", "away", { retryAfter: null }, "cut");
    const leftOut: string[] = [];
    const report = await run(here, byApi, leftOut);
    expect(waits).toEqual([7_000, 1_000, 2_000, 10_000, 5_000]);
    expect(leftOut.sort()).toEqual([
      "files 6.2 noFile",
      "messages 10 noTicket",
      "people 2 noMatch",
      "queues 2 noMatch",
      "tagLinks 0:1 noContact",
      "tickets 6 noContact",
    ]);
    expect(report.kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(await contents(here)).toEqual(await contents(there));
    expect(await here.rows("SELECT original_name AS name, mime FROM file")).toEqual([{ name: "bolo.png", mime: "image/png" }]);

    const again = await run(here, byApi);
    expect(again.kinds.map(({ made, changed }) => made + changed)).toEqual(again.kinds.map(() => 0));
    await there.rows("UPDATE chatwoot.conversations SET status = 1 WHERE id = 2");
    expect((await run(here, byApi)).kinds.find(({ kind }) => kind === "tickets")).toMatchObject({ made: 0, changed: 1 });
  });

  it("goes on where it was cut, and reads nothing there that cannot have changed", async () => {
    const source = await byApi();
    const died = moveIn(
      { database: here.services.database, source, options: OPTIONS, now: NOW },
      {
        onProgress: (kind) => {
          if (kind === "messages") throw new Error("killed");
        },
      },
    );
    await expect(died).rejects.toThrow("killed");
    expect((await run(here, byApi)).kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(await here.rows("SELECT count(*)::int AS n FROM moving_run")).toEqual([{ n: 1 }]);
    // Notes and files are read of the conversations that have some.
    const ofMessages = chatwoot.asked.filter((path) => path.includes("/conversations/120/messages"));
    expect(ofMessages.length).toBeLessThanOrEqual(2 * 2);
  });

  it("says beforehand what it would find", async () => {
    const source = await byApi();
    const outlook = await lookAhead({ database: here.services.database, source, options: OPTIONS });
    expect(outlook.counts).toMatchObject({
      // The visitor of the website is in no list, and in no conversation that comes.
      contacts: { rows: 47 },
      tickets: { rows: 48 },
      messages: { rows: 95 },
      notes: { rows: 11 },
      files: { rows: 2 },
    });
    expect(await here.rows("SELECT FROM contact")).toEqual([]);
  });

  it("refuses a wrong token, an account that is not named, and a person who does not see everything", async () => {
    await expect(byApi("wrong")).rejects.toThrow("refuses the token for /api/v1/profile");
    const open = (more: object) =>
      openChatwootApi({ address: chatwoot.address, token: TOKEN, company: null, name: null, allInboxes: false, now: NOW, wait, ...more });
    await expect(open({})).rejects.toThrow("--company: 1 (Bolos), 2 (Outra)");
    await chatwoot.close();
    await expect(open({ company: "1" })).rejects.toThrow("does not answer");
    expect(waits).toHaveLength(8);
    chatwoot = await start("agent");
    await expect(byApi()).rejects.toThrow("not of an administrator");
  });
});
