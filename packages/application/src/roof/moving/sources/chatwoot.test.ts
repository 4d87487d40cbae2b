import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTestServices, type TestServices } from "../../../services.fixture.js";
import { lookAhead, moveIn, NO_MAP, openSource, type MovingReport } from "../index.js";
import { ROWS } from "./chatwootRows.fixture.js";
import { CHATWOOT } from "./chatwootSchema.fixture.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const OPTIONS = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let test: TestServices;
let folder: string;
beforeEach(async () => {
  test = await openTestServices();
  folder = await mkdtemp(path.join(tmpdir(), "balcao-storage-"));
  await mkdir(path.join(folder, "aa", "bb"), { recursive: true });
  await writeFile(path.join(folder, "aa", "bb", "aabbcc001"), PICTURE);
  await test.rows(CHATWOOT);
  await test.rows(ROWS);
  await test.connection("baileys");
  await test.rows("INSERT INTO connection (name, api) VALUES ('evolution', 'meow'), ('twilio', 'meow')");
  await test.rows("INSERT INTO queue (name, color) VALUES ('Vendas', '#101010')");
  await test.rows(
    "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@example.com', 'x', 'admin'), ('Ana', 'ana@example.com', 'x', 'user')",
  );
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

async function open(more: { readonly company?: string | null; readonly allInboxes?: boolean } = {}) {
  const options = { company: "1", name: "antigo", files: folder, allInboxes: false, connection: null, contact: null, now: NOW };
  return openSource(test.services.database, `${test.url}?options=-csearch_path%3Dchatwoot`, { ...options, ...more });
}
async function run(leftOut: string[] = []): Promise<MovingReport> {
  const source = await open();
  const { database, files } = test.services;
  const onLeftOut = (kind: string, key: string, reason: string) => leftOut.push(`${kind} ${key} ${reason}`);
  try {
    return await moveIn({ database, source, options: OPTIONS, now: NOW, files }, { onLeftOut });
  } finally {
    await source.close();
  }
}
const tickets = () =>
  test.rows(`SELECT c.name, t.status, u.name AS owner, q.name AS queue, n.name AS connection FROM ticket t JOIN contact c ON c.id = t.contact_id JOIN connection n ON n.id = t.connection_id
    LEFT JOIN user_account u ON u.id = t.user_id LEFT JOIN queue q ON q.id = t.queue_id ORDER BY t.id`);

describe("an import from Chatwoot", () => {
  it("brings conversations of WhatsApp with their states, and says what it left out and why", async () => {
    const leftOut: string[] = [];
    const report = await run(leftOut);
    expect(leftOut.sort()).toEqual([
      "contacts 3 noNumber",
      "files 6.2 path",
      "messages 10 noTicket",
      "messages 9 noTicket",
      "people 2 noMatch",
      "queues 2 noMatch",
      "ratings 2 noTicket",
      "tagLinks 0:1 noContact",
      "tickets 6 noContact",
    ]);
    expect(report.kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(report.kinds.map(({ kind, there }) => `${kind} ${there.rows}`)).toEqual([
      ...["people 2", "queues 2", "tags 1", "quickAnswers 1", "contacts 8", "tagLinks 3"],
      ...["tickets 8", "messages 11", "notes 1", "ratings 2", "files 2"],
    ]);
    expect(await tickets()).toEqual([
      { name: "Carla", status: "closed", owner: "Ana", queue: "Vendas", connection: "baileys" },
      { name: "Carla", status: "open", owner: "Ana", queue: "Vendas", connection: "baileys" },
      { name: "Carla", status: "open", owner: "Ana", queue: null, connection: "evolution" },
      { name: "Só endereço", status: "pending", owner: null, queue: null, connection: "baileys" },
      { name: "Bairro", status: "group", owner: null, queue: null, connection: "evolution" },
      { name: "Twilio", status: "closed", owner: null, queue: null, connection: "twilio" },
      { name: "Longe", status: "pending", owner: null, queue: null, connection: "baileys" },
    ]);
    expect(await test.rows("SELECT name, number FROM contact ORDER BY name")).toEqual([
      { name: "Bairro", number: null },
      { name: "Carla", number: "5511986000001" },
      { name: "LID", number: null },
      { name: "Longe", number: "5511986000009" },
      { name: "Ponte", number: "5511986000006" },
      { name: "Só endereço", number: "5511986000002" },
      { name: "Twilio", number: "5511986000008" },
    ]);
  });

  it("brings messages with their ticks, quotes, authors and files, private ones as notes, ratings and tags", async () => {
    await run();
    expect(
      await test.rows(`SELECT m.external_id AS id, m.body, m.type, m.from_me AS mine, m.ack, m.is_deleted AS deleted, m.media_state AS media, u.name AS person, m.details ->> 'writtenBy' AS name, q.external_id AS quoted
        FROM message m LEFT JOIN user_account u ON u.id = m.user_id LEFT JOIN message q ON q.id = m.quoted_id WHERE m.type <> 'comment' ORDER BY m.id`),
    ).toEqual(
      [
        { id: "wamid.A1", body: "Bom dia, quero um bolo" },
        { id: "wamid.A2", body: "Claro!", mine: true, ack: 3, person: "Ana", quoted: "wamid.A1" },
        { body: "Como foi o atendimento?", mine: true, ack: -1 },
        { id: "wamid.A6", body: "fotos 🎂", type: "image", media: "ready" },
        { type: "document", media: "failed" },
        { id: "wamid.A7", body: "https://www.google.com/maps?q=-23.5,-46.6", deleted: true },
        { id: "3EB0", body: "do Zé", mine: true, ack: 2, name: "Zé" },
        { id: "G1", body: "do grupo" },
        { body: "de longe" },
      ].map((row) => ({
        ...{ id: null, body: "", type: "text", mine: false, ack: 0, deleted: false, media: null, person: null, name: null, quoted: null },
        ...row,
      })),
    );
    expect(await test.rows("SELECT body, sent_at AS at FROM message WHERE type = 'comment'")).toEqual([
      { body: "Zé: ligar amanhã", at: new Date("2024-02-01T10:30:00Z") },
    ]);
    expect(await test.rows("SELECT original_name AS name, mime FROM file")).toEqual([{ name: "bolo.png", mime: "image/png" }]);
    expect(await test.rows("SELECT rate FROM rating")).toEqual([{ rate: 4 }]);
    expect(
      await test.rows(
        "SELECT c.name, t.name AS tag FROM contact_tag x JOIN contact c ON c.id = x.contact_id JOIN tag t ON t.id = x.tag_id ORDER BY 1",
      ),
    ).toEqual([
      { name: "Carla", tag: "vip" },
      { name: "Só endereço", tag: "vip" },
    ]);
    expect(await test.rows("SELECT accepted_at AS accepted, closed_at AS closed FROM ticket ORDER BY id LIMIT 1")).toEqual([
      { accepted: new Date("2024-02-01T10:05:00Z"), closed: new Date("2024-02-01T12:00:00Z") },
    ]);
  });

  it("makes nothing twice, and follows what was changed there", async () => {
    await run();
    const before = await test.rows("SELECT id, body FROM message ORDER BY id");
    const again = await run();
    expect(again.kinds.map(({ made, changed }) => made + changed)).toEqual(again.kinds.map(() => 0));
    expect(again.kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(await test.rows("SELECT id, body FROM message ORDER BY id")).toEqual(before);
    await test.rows("UPDATE chatwoot.conversations SET status = 1 WHERE id = 2");
    expect((await run()).kinds.find(({ kind }) => kind === "tickets")).toMatchObject({ made: 0, changed: 1 });
  });

  it("needs to know which account and which inboxes it reads", async () => {
    await expect(open({ company: null })).rejects.toThrow("--company: 1 (Bolos), 2 (Outra)");
    const source = await open({ allInboxes: true });
    expect((await source.connections()).map(({ name }) => name)).toEqual(["Baileys", "Site", "Evolution", "Sistema", "Twilio", "SMS"]);
    const outlook = await lookAhead({ database: test.services.database, source, options: OPTIONS });
    await source.close();
    expect(outlook.unmatched.connections).toEqual(["Site", "Sistema", "SMS"]);
    expect(outlook.counts.messages.rows).toBe(12);
    await test.rows("DELETE FROM chatwoot.inboxes WHERE channel_type <> 'Channel::WebWidget' AND account_id = 1");
    await expect(open()).rejects.toThrow("no inbox of WhatsApp");
  });
});
