import type { MovingSource } from "@balcao/domain/moving";
import { listIdleTickets } from "@balcao/database/flow";
import { listFigureTickets } from "@balcao/database/dashboard";
import { openForeignDatabase } from "@balcao/database/moving";
import { keepFigures } from "../../company/dashboard/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { lookAhead, moveIn, NO_MAP, undoMove, type MovingListener, type MovingOptions, type MovingReport } from "./index.js";
import { addressOf, schemaOf } from "./sources/whaticketSchema.fixture.js";
import { openWhaticket } from "./sources/whaticket.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const OPTIONS: MovingOptions = { map: NO_MAP, people: "text", makesQueues: false, figures: false };

/** A database as it is after years: orphans, no times, numbers that are none, one contact twice, an id above 2³¹. */
const COMMUNITY_ROWS = `
SET search_path = community;
INSERT INTO "Users" VALUES (1, 'Ana', 'ANA@example.com', 'x', now(), now()), (2, 'Zé', 'ze@old.example', 'x', now(), now());
INSERT INTO "Queues" VALUES (1, 'Vendas', '#112233', '', now(), now()), (2, 'Sumida', '#445566', '', now(), now());
INSERT INTO "Whatsapps" (id, name, "createdAt", "updatedAt") VALUES (1, 'baileys', now(), now()), (2, 'segundo', now(), now());
ALTER TABLE "Contacts" ALTER id TYPE bigint; ALTER TABLE "Tickets" ALTER "contactId" TYPE bigint;
INSERT INTO "Contacts" (id, name, number, "isGroup", "createdAt", "updatedAt") VALUES
  (1, 'Carla', '5511986000001', false, '2024-01-01', now()), (2, 'Carla de novo', '551186000001', false, '2024-01-02', now()),
  (3, '5511986000003', '5511986000003', false, '2024-01-01', now()), (4, 'Sem número', NULL, false, 'epoch', now()),
  (5, 'Bairro', '5511986000001-1500000000', true, '2024-01-01', now()), (9000000000, 'AtenÃ§Ã£o', '5511986000009', false, '2024-01-01', now());
INSERT INTO "Tickets" (id, status, "contactId", "userId", "whatsappId", "queueId", "createdAt", "updatedAt") VALUES
  (1, 'closed', 1, 1, 1, 1, '2024-02-01 10:00Z', '2024-02-01 12:00Z'), (2, 'open', 1, 1, 1, 1, '2024-03-01 10:00Z', '2024-03-02 10:00Z'),
  (3, 'open', 2, 1, 2, 1, '2024-03-01 10:00Z', '2024-03-02 10:00Z'), (4, 'pending', 3, NULL, 1, 2, '2024-03-01 10:00Z', '2024-03-02 10:00Z'),
  (5, 'open', 4, 1, 1, 1, '2024-03-01 10:00Z', '2024-03-02 10:00Z'), (6, 'open', 99, 1, 1, 1, '2024-03-01 10:00Z', '2024-03-02 10:00Z'),
  (7, 'open', 3, 2, 1, 1, '2024-03-03 10:00Z', '2024-03-04 10:00Z'), (8, 'open', 5, NULL, 1, NULL, '2024-03-01 10:00Z', '2024-03-02 10:00Z'),
  (9, 'pending', 9000000000, NULL, 1, NULL, NULL, NULL);
INSERT INTO "Messages" (id, body, ack, "mediaType", "mediaUrl", "ticketId", "createdAt", "fromMe", "contactId", "quotedMsgId", "isDeleted") VALUES
  ('A1', 'Bom dia, quero um bolo', 0, 'chat', NULL, 1, '2024-02-01 10:00Z', false, 1, NULL, false), ('A2', 'Claro!', 3, 'chat', NULL, 1, '2024-02-01 10:05Z', true, NULL, 'A1', false),
  ('A3', 'foto 🎂', 0, 'image', '1700000000-bolo.jpg', 2, '2024-03-01 10:00Z', false, 1, NULL, false), ('A4', 'até já', 9, 'chat', NULL, 2, '2024-03-01 10:01Z', true, NULL, 'A2', false),
  ('A5', 'sem ticket', 0, 'chat', NULL, NULL, '2024-03-01 10:00Z', false, 1, NULL, false), ('A6', 'ticket sem contato', 0, 'chat', NULL, 6, '2024-03-01 10:00Z', false, 1, NULL, false),
  ('A7', 'sem hora', 0, 'chat', NULL, 2, NULL, false, 1, NULL, false), ('A8', 'época', 0, 'chat', NULL, 2, 'epoch', false, 1, NULL, false),
  ('A9', 'do grupo', 0, 'conversation', NULL, 8, '2024-03-01 10:00Z', false, 3, NULL, false), ('A10', 'AtenÃ§Ã£o', 0, 'pollMessage', NULL, 9, '2024-03-01 10:00Z', false, 1, NULL, true);
INSERT INTO "QuickAnswers" VALUES (1, '/oi', 'Bom dia, como posso ajudar?', now(), now()), (2, 'x', 'curta', now(), now());
SET search_path = public;
`;

const TICKETZ_ROWS = `
SET search_path = ticketz;
INSERT INTO "Companies" (name) VALUES ('Bolos'), ('Outra');
INSERT INTO "Users" (name, email, "passwordHash", "createdAt", "updatedAt", "companyId") VALUES ('Zé', 'ze@old.example', 'x', now(), now(), 1), ('Fora', 'f@x', 'x', now(), now(), 2);
INSERT INTO "Whatsapps" (name, "createdAt", "updatedAt", "companyId") VALUES ('baileys', now(), now(), 1), ('de outra', now(), now(), 2);
INSERT INTO "Contacts" (name, number, "createdAt", "updatedAt", "companyId", channel) VALUES ('Carla', '5511986000001', now(), now(), 1, 'whatsapp'),
  ('Só LID', '123456789012345@lid', now(), now(), 1, 'whatsapp'), ('Insta', '17841400000', now(), now(), 1, 'instagram'), ('De outra', '5511986000002', now(), now(), 2, 'whatsapp');
INSERT INTO "Tickets" (status, "contactId", "userId", "whatsappId", "createdAt", "updatedAt", "companyId") VALUES ('closed', 1, 1, 1, '2024-02-01 10:00Z', '2024-02-05', 1), ('open', 4, 2, 2, now(), now(), 2);
INSERT INTO "TicketTraking" ("ticketId", "startedAt", "finishedAt") VALUES (1, '2024-02-01 10:10Z', '2024-02-01 11:00Z');
INSERT INTO "Messages" (id, body, "ticketId", "createdAt", "mediaType", "isEdited", "companyId") VALUES ('T1', 'oi', 1, '2024-02-01 10:00Z', 'conversation', true, 1), ('T2', 'não', 2, now(), 'conversation', false, 2);
INSERT INTO "OldMessages" (body, "messageId", "ticketId", "createdAt") VALUES ('oj', 'T1', 1, '2024-02-01 10:01Z'), ('oí', 'T1', 1, '2024-02-01 10:02Z'), ('de outro ticket', 'T1', 2, now()),
  ('sem mensagem', NULL, 1, now());
INSERT INTO "Tags" (name, color, "companyId") VALUES ('VIP', '#ff0000', 1);
INSERT INTO "TicketTags" VALUES (1, 1, now(), now());
INSERT INTO "TicketNotes" (note, "userId", "ticketId", "createdAt") VALUES ('ligar amanhã', 1, 1, '2024-02-01 10:30Z');
INSERT INTO "UserRatings" ("ticketId", "companyId", "userId", rate, "createdAt") VALUES (1, 1, 1, 4, '2024-02-01 11:05Z');
SET search_path = public;
`;

let test: TestServices;
let connectionId: number;
beforeEach(async () => {
  test = await openTestServices();
  await test.rows(schemaOf("community"));
  await test.rows(COMMUNITY_ROWS);
  connectionId = await test.connection("baileys");
  await test.rows("INSERT INTO connection (name, api) VALUES ('segundo', 'meow')");
  await test.rows("INSERT INTO queue (name, color) VALUES ('vendas', '#101010')");
  await test.rows(
    "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@example.com', 'x', 'admin'), ('Ana', 'ana@example.com', 'x', 'user')",
  );
});
afterEach(() => test.close());

const openSource = async (): Promise<MovingSource> =>
  openWhaticket(await openForeignDatabase(addressOf(test.url, "community")), {
    company: null,
    name: "antigo",
    files: null,
    now: NOW,
  });
async function run(options: Partial<MovingOptions> = {}, listener: MovingListener = {}): Promise<MovingReport> {
  const source = await openSource();
  try {
    return await moveIn({ database: test.services.database, source, options: { ...OPTIONS, ...options }, now: NOW }, listener);
  } finally {
    await source.close();
  }
}
const count = async (what: string): Promise<number> =>
  (await test.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`))[0]?.n ?? -1;
const EVERYTHING = [
  "contact",
  "contact_address",
  "ticket",
  "message",
  "quick_answer",
  "tag",
  "queue",
  "user_account",
  "moving_item",
] as const;
const all = async () => Object.fromEntries(await Promise.all(EVERYTHING.map(async (table) => [table, await count(table)] as const)));
const kindOf = ({ kinds }: MovingReport, kind: string) => kinds.find((each) => each.kind === kind);
const tickets = () =>
  test.rows<{ name: string; status: string; owner: string | null; queue: string | null }>(
    `SELECT c.name, t.status, u.name AS owner, q.name AS queue FROM ticket t JOIN contact c ON c.id = t.contact_id
     LEFT JOIN user_account u ON u.id = t.user_id LEFT JOIN queue q ON q.id = t.queue_id ORDER BY t.id`,
  );

describe("an import from whaticket", () => {
  it("brings contacts, conversations with their states and messages, and says what it left out and why", async () => {
    const leftOut: string[] = [];
    const report = await run({}, { onLeftOut: (kind, key, reason) => leftOut.push(`${kind} ${key} ${reason}`) });
    expect(leftOut.sort()).toEqual([
      "contacts 4 noNumber",
      "files 2/A3 noFile",
      "messages /A5 noTicket",
      "messages 2/A7 noTime",
      "messages 2/A8 noTime",
      "messages 6/A6 noTicket",
      "people 2 noMatch",
      "queues 2 noMatch",
      "quickAnswers 2 length",
      "tickets 5 noContact",
      "tickets 6 noContact",
    ]);
    expect(await tickets()).toEqual([
      { name: "Carla", status: "closed", owner: "Ana", queue: "vendas" },
      { name: "Carla", status: "open", owner: "Ana", queue: "vendas" },
      { name: "Carla", status: "open", owner: "Ana", queue: "vendas" },
      { name: "5511986000003", status: "pending", owner: null, queue: null },
      // A second open one of the same contact on the same connection.
      { name: "5511986000003", status: "closed", owner: null, queue: "vendas" },
      { name: "Bairro", status: "group", owner: null, queue: null },
      { name: "AtenÃ§Ã£o", status: "pending", owner: null, queue: null },
    ]);
    expect(
      await test.rows(`SELECT m.external_id AS id, m.body, m.type, m.ack, m.chat, m.author, m.is_deleted AS deleted, m.media_state AS media, q.external_id AS quoted
        FROM message m LEFT JOIN message q ON q.id = m.quoted_id ORDER BY m.id`),
    ).toEqual([
      {
        id: "A1",
        body: "Bom dia, quero um bolo",
        type: "chat",
        ack: 0,
        chat: "phone:5511986000001",
        author: "phone:5511986000001",
        deleted: false,
        media: null,
        quoted: null,
      },
      {
        id: "A2",
        body: "Claro!",
        type: "chat",
        ack: 3,
        chat: "phone:5511986000001",
        author: "me",
        deleted: false,
        media: null,
        quoted: "A1",
      },
      {
        id: "A3",
        body: "foto 🎂",
        type: "image",
        ack: 0,
        chat: "phone:5511986000001",
        author: "phone:5511986000001",
        deleted: false,
        media: "failed",
        quoted: null,
      },
      {
        id: "A4",
        body: "até já",
        type: "chat",
        ack: 4,
        chat: "phone:5511986000001",
        author: "me",
        deleted: false,
        media: null,
        quoted: "A2",
      },
      {
        id: "A9",
        body: "do grupo",
        type: "conversation",
        ack: 0,
        chat: "group:5511986000001-1500000000",
        author: "phone:5511986000003",
        deleted: false,
        media: null,
        quoted: null,
      },
      {
        id: "A10",
        body: "AtenÃ§Ã£o",
        type: "conversation",
        ack: 0,
        chat: "phone:5511986000009",
        author: "phone:5511986000009",
        deleted: true,
        media: null,
        quoted: null,
      },
    ]);
    expect(kindOf(report, "contacts")).toMatchObject({ there: { rows: 6 }, here: { rows: 5 }, made: 4, isWhole: true });
    expect(report.kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    const [{ rows: length } = { rows: 0 }] = await test.rows<{ rows: number }>(
      `SELECT sum(char_length(body))::int AS rows FROM community."Messages"`,
    );
    expect(kindOf(report, "messages")?.there).toEqual({ rows: 10, characters: length });
  });

  it("makes nothing twice, and brings later what is new and what was changed there while nobody touched it here", async () => {
    await run();
    const before = await all();
    const again = await run();
    expect(await all()).toEqual(before);
    expect(again.kinds.map(({ made, changed }) => made + changed)).toEqual(again.kinds.map(() => 0));

    await test.rows(`UPDATE ticket SET version = version + 1 WHERE id = (SELECT id FROM moving_item WHERE kind = 'tickets' AND key = '3')`);
    await test.rows(`UPDATE community."Tickets" SET status = 'closed', "updatedAt" = '2024-04-01' WHERE id IN (2, 3)`);
    await test.rows(
      `INSERT INTO community."Messages" (id, body, "ticketId", "createdAt", "mediaType") VALUES ('A11', 'obrigada', 2, '2024-04-01', 'chat')`,
    );
    const later = await run();
    expect(kindOf(later, "messages")).toMatchObject({ made: 1, isWhole: true });
    expect(kindOf(later, "tickets")).toMatchObject({ made: 0, changed: 1 });
    expect((await tickets()).slice(1, 3).map(({ status }) => status)).toEqual(["closed", "open"]);
    expect(await test.rows(`SELECT last_message AS text, unread FROM ticket ORDER BY id OFFSET 1 LIMIT 1`)).toEqual([
      { text: "obrigada", unread: 0 },
    ]);
  });

  it("reads a copy of a MySQL database: numbers and bits where others have booleans, longer ids", async () => {
    await test.rows(`ALTER TABLE community."Messages" ALTER "fromMe" DROP DEFAULT, ALTER "fromMe" TYPE smallint USING "fromMe"::int, ALTER ack TYPE smallint,
      ALTER "isDeleted" DROP DEFAULT, ALTER "isDeleted" TYPE bit(1) USING "isDeleted"::int::bit(1), ALTER "ticketId" TYPE bigint;
      ALTER TABLE community."Contacts" ALTER "isGroup" DROP DEFAULT, ALTER "isGroup" TYPE bigint USING "isGroup"::int`);
    expect((await run()).kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(await count("message WHERE from_me")).toBe(2);
    expect(await count("message WHERE is_deleted")).toBe(1);
    expect(await count("contact WHERE is_group")).toBe(1);
  });

  it("counts the statistics of its tables anew as they fill, so that no plan stays that of an empty installation", async () => {
    await test.rows(`INSERT INTO community."Contacts" (id, name, number, "createdAt", "updatedAt")
      SELECT n, 'Cliente ' || n, (5511900000000 + n)::text, now(), now() FROM generate_series(100, 600) n`);
    const known = () =>
      test.rows<{ table: string }>(`SELECT relname AS table FROM pg_class WHERE reltuples > 0 AND relname = ANY ($1) ORDER BY 1`, [
        ["contact", "message", "moving_item", "ticket"],
      ]);
    expect(await known()).toEqual([]);
    await run();
    expect((await known()).map(({ table }) => table)).toEqual(["contact", "message", "moving_item", "ticket"]);
  });

  it("goes on where it was cut, after every batch, and the end is the same", async () => {
    await run();
    const whole = await all();
    const contents = await test.rows(`SELECT body, sent_at FROM message ORDER BY sent_at, body`);
    await test.rows("TRUNCATE moving_source, moving_run, moving_item, message, ticket, contact, quick_answer RESTART IDENTITY CASCADE");
    for (let cut = 1; cut <= 20; cut += 1) {
      let left = 1;
      const dies = () => {
        left -= 1;
        if (left < 0) throw new Error("killed");
      };
      const done = await run({}, { onProgress: dies }).then(
        () => true,
        (error: unknown) => (error as Error).message === "killed" && false,
      );
      if (done) break;
    }
    expect(await all()).toEqual(whole);
    expect(await count("moving_run")).toBe(1);
    expect(await test.rows(`SELECT body, sent_at FROM message ORDER BY sent_at, body`)).toEqual(contents);
  });

  it("counts in no figure, triggers nothing, notifies nobody, leaves nothing unread and nothing to be closed as idle", async () => {
    await run();
    expect(await count("outbox")).toBe(0);
    expect(await count("push_event")).toBe(0);
    expect(await count("ticket_share")).toBe(0);
    expect(await count("target_clock")).toBe(0);
    expect(await count("ticket WHERE unread > 0 OR waiting_since IS NOT NULL OR flow_step <> 'done'")).toBe(0);
    // One event, by which open browsers read again.
    expect(await test.rows("SELECT topic FROM live_event")).toEqual([{ topic: "everything" }]);
    const { sql } = test.services.database;
    const spans = { from: [new Date("2020-01-01")], until: [new Date("2030-01-01")] };
    expect(await listFigureTickets(sql, spans, 100)).toEqual([]);
    // Nor does the worker compute the days of years in which nothing counts.
    await keepFigures(test.services);
    expect(await count("figure_day")).toBe(0);
    const queues = (await test.rows<{ id: number }>("SELECT id FROM queue")).map(({ id }) => id);
    expect(await listIdleTickets(sql, { since: NOW, queueKeys: [0, ...queues], limit: 10 })).toEqual([]);
    await test.rows("UPDATE ticket SET version = 2");
    expect(await listIdleTickets(sql, { since: NOW, queueKeys: [0, ...queues], limit: 10 })).not.toEqual([]);
  });

  it("counts in figures where that was asked for, also before the first day that is stored", async () => {
    await test.rows("INSERT INTO figure_day (day, rule) VALUES ('2026-11-29', 'r')");
    await run({ figures: true });
    expect(await test.rows("SELECT day::text FROM figure_ticket_cell WHERE created > 0 ORDER BY day LIMIT 1")).toEqual([
      { day: "2024-02-01" },
    ]);
    expect(
      await listFigureTickets(test.services.database.sql, { from: [new Date("2020-01-01")], until: [new Date("2030-01-01")] }, 100),
    ).toHaveLength(7);
  });

  it("takes what is here already for what it is: a contact in another form of its number, a message by its id, a live conversation", async () => {
    await test.rows("INSERT INTO contact (name, number) VALUES ('Carla aqui', '5511986000001')");
    await test.rows("INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', number, id FROM contact");
    await test.rows("INSERT INTO ticket (status, contact_id, connection_id) SELECT 'pending', id, $1 FROM contact", [connectionId]);
    await test.rows(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at)
       SELECT id, $1, 'lid:77', 'lid:77', false, 'A3', 'image', 'foto 🎂', '2024-03-01 10:00Z' FROM ticket`,
      [connectionId],
    );
    const report = await run();
    expect(kindOf(report, "contacts")).toMatchObject({ made: 3, isWhole: true });
    expect(await count("message WHERE external_id = 'A3'")).toBe(1);
    expect((await tickets()).map(({ name, status }) => `${name} ${status}`).slice(0, 3)).toEqual([
      "Carla aqui pending",
      "Carla aqui closed",
      "Carla aqui closed",
    ]);
  });

  it("needs a connection for each, by its name or by the map; people and queues are made when asked", async () => {
    await test.rows("UPDATE connection SET name = 'novo' WHERE name = 'segundo'");
    await expect(run()).rejects.toThrow('No connection here is called "segundo"');
    expect(await count("moving_run")).toBe(0);
    await run({ map: { ...NO_MAP, connections: { segundo: "Novo" } }, people: "old", makesQueues: true });
    expect(await test.rows("SELECT name, active FROM user_account WHERE email = 'ze@old.example'")).toEqual([
      { name: "antigo: Zé", active: false },
    ]);
    expect(await count("queue WHERE name = 'Sumida'")).toBe(1);
    expect((await tickets())[3]).toMatchObject({ status: "pending", queue: "Sumida" });
  });

  it("takes names of theirs that are one of ours for one, counts what refers to nothing, and goes on [D-699]", async () => {
    await test.rows(`SET search_path = community;
      INSERT INTO "Queues" (id, name, color, "createdAt", "updatedAt") VALUES (91, 'Caixa', '#919191', now(), now()), (92, 'caixa ', '#929292', now(), now()),
        (93, ' ', '#939393', now(), now());
      INSERT INTO "Users" (id, name, email, "passwordHash", "createdAt", "updatedAt") VALUES (91, 'Eva', 'eva@old.example', 'x', now(), now()),
        (92, 'Eva B', 'EVA@old.example', 'x', now(), now());
      INSERT INTO "Messages" (id, body, "ticketId", "createdAt") VALUES ('ZZ', 'de ninguém', -5, '2024-01-01'); SET search_path = public;`);
    const report = await run({ people: "old", makesQueues: true });
    expect(await count("queue WHERE lower(name) = 'caixa'")).toBe(1);
    expect(await count("user_account WHERE email = 'eva@old.example'")).toBe(1);
    const ids = async (kind: string) =>
      (await test.rows<{ id: number }>("SELECT id FROM moving_item WHERE kind = $1 AND key IN ('91', '92')", [kind])).map(({ id }) => id);
    for (const kind of ["queues", "people"]) expect([kind, new Set(await ids(kind)).size]).toEqual([kind, 1]);
    for (const kind of ["queues", "people", "messages"]) expect(kindOf(report, kind)).toMatchObject({ isWhole: true });
  });

  it("is undone as a whole, but for conversations in which somebody has done something since", async () => {
    const before = await all();
    const { runId } = await run();
    const [touched] = await test.rows<{ id: number }>("SELECT min(id) AS id FROM ticket");
    await test.rows("UPDATE ticket SET version = 2 WHERE id = $1", [touched?.id]);
    const later = await run();
    const { database } = test.services;
    await expect(undoMove({ database, runId, now: NOW })).rejects.toThrow("later run");
    await undoMove({ database, runId: later.runId, now: NOW });
    expect(await undoMove({ database, runId, now: NOW })).toEqual({ messages: 4, tickets: 6, contacts: 3, kept: [touched?.id] });
    expect(await count("message")).toBe(2);
    await test.rows("DELETE FROM ticket");
    await test.rows("DELETE FROM contact");
    await test.rows("DELETE FROM moving_item");
    expect(await all()).toEqual(before);
    // And it can come again.
    expect(kindOf(await run(), "messages")).toMatchObject({ made: 6, isWhole: true });
  });

  it("reads Ticketz too: tags, notes, ratings, LIDs and times, of one company", async () => {
    await test.rows(schemaOf("ticketz"));
    await test.rows(TICKETZ_ROWS);
    const open = async (company: string | null) =>
      openWhaticket(await openForeignDatabase(addressOf(test.url, "ticketz")), { company, name: null, files: null, now: NOW });
    await expect(open(null)).rejects.toThrow("--company: 1 (Bolos), 2 (Outra)");
    const source = await open("1");
    const report = await moveIn({ database: test.services.database, source, options: OPTIONS, now: NOW });
    await source.close();
    expect(report.kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(kindOf(report, "contacts")).toMatchObject({ made: 2, leftOut: [{ reason: "otherNetwork", rows: 1 }] });
    expect(
      await test.rows(
        "SELECT c.name, t.name AS tag FROM contact_tag x JOIN contact c ON c.id = x.contact_id JOIN tag t ON t.id = x.tag_id",
      ),
    ).toEqual([{ name: "Carla", tag: "VIP" }]);
    expect(
      await test.rows(
        "SELECT name, number, kind, value FROM contact c JOIN contact_address a ON a.contact_id = c.id WHERE kind = 'lid' AND a.connection_id = $1",
        [connectionId],
      ),
    ).toEqual([{ name: "Só LID", number: null, kind: "lid", value: "123456789012345" }]);
    expect(await test.rows("SELECT body, type, is_edited AS edited FROM message ORDER BY sent_at")).toEqual([
      { body: "oi", type: "conversation", edited: true },
      { body: "Zé: ligar amanhã", type: "comment", edited: false },
    ]);
    expect(
      await test.rows(
        "SELECT e.body, e.replaced_at AS at, m.previous_body AS before FROM message_edit e JOIN message m ON m.id = e.message_id ORDER BY 2",
      ),
    ).toEqual([
      { body: "oj", at: new Date("2024-02-01T10:01:00Z"), before: "oí" },
      { body: "oí", at: new Date("2024-02-01T10:02:00Z"), before: "oí" },
    ]);
    expect(await test.rows("SELECT rate, imported FROM rating")).toEqual([{ rate: 4, imported: "apart" }]);
    expect(await test.rows("SELECT accepted_at AS accepted, closed_at AS closed FROM ticket")).toEqual([
      { accepted: new Date("2024-02-01T10:10:00Z"), closed: new Date("2024-02-01T11:00:00Z") },
    ]);
  });

  it("says beforehand what it would find, and writes nothing", async () => {
    const before = await all();
    const source = await openSource();
    const outlook = await lookAhead({ database: test.services.database, source, options: OPTIONS });
    await source.close();
    expect(outlook.contacts).toEqual({ noNumber: 1 });
    expect(outlook.unmatched).toEqual({ connections: [], queues: ["Sumida"], people: ["ze@old.example"], tags: [] });
    expect([outlook.counts.contacts.rows, outlook.counts.tickets.rows, outlook.counts.messages.rows]).toEqual([6, 9, 10]);
    expect(await all()).toEqual(before);
  });
});
