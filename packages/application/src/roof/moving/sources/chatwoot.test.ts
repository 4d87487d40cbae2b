import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTestServices, type TestServices } from "../../../services.fixture.js";
import { lookAhead, moveIn, NO_MAP, openSource, type MovingReport } from "../index.js";
import { CHATWOOT } from "./chatwootSchema.fixture.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const OPTIONS = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** An installation as it is after years: other networks, a bridge's addresses, orphans, contacts without a number, ids above 2³¹, another account. */
const ROWS = `
SET search_path = chatwoot;
ALTER TABLE contacts ALTER id TYPE bigint; ALTER TABLE conversations ALTER id TYPE bigint; ALTER TABLE messages ALTER id TYPE bigint, ALTER conversation_id TYPE bigint;
INSERT INTO accounts (id, name) VALUES (1, 'Bolos'), (2, 'Outra');
INSERT INTO users (id, name, email) VALUES (1, 'Ana', 'ANA@example.com'), (2, 'Zé', 'ze@old.example'), (3, 'De outra', 'x@old.example');
INSERT INTO account_users (account_id, user_id) VALUES (1, 1), (1, 2), (2, 3);
INSERT INTO channel_twilio_sms (id, auth_token, account_sid, account_id, medium) VALUES (1, '', '', 1, 1), (2, '', '', 1, 0);
INSERT INTO inboxes (id, channel_id, account_id, name, channel_type) VALUES (1, 1, 1, 'Baileys', 'Channel::Whatsapp'), (2, 1, 1, 'Site', 'Channel::WebWidget'), (3, 1, 1, 'Evolution', 'Channel::Api'),
  (4, 2, 1, 'Sistema', 'Channel::Api'), (5, 1, 1, 'Twilio', 'Channel::TwilioSms'), (6, 2, 1, 'SMS', 'Channel::TwilioSms'), (7, 9, 2, 'De outra', 'Channel::Whatsapp');
INSERT INTO teams (id, name, account_id) VALUES (1, 'vendas', 1), (2, 'sumida', 1), (3, 'de outra', 2);
INSERT INTO contacts (id, name, phone_number, identifier, account_id, created_at) VALUES (1, 'Carla', '+5511986000001', NULL, 1, '2024-01-01'), (2, 'Só endereço', NULL, NULL, 1, '2024-01-01'),
  (3, 'Visita', NULL, NULL, 1, '2024-01-01'), (4, 'Bairro', NULL, '120363000000000001@g.us', 1, '2024-01-01'), (5, 'LID', '', '123456789012345@lid', 1, '2024-01-01'),
  (6, 'Ponte', NULL, '5511986000006@s.whatsapp.net', 1, '2024-01-01'), (9000000000, 'Longe', '+5511986000009', NULL, 1, '1970-01-01'), (7, 'De outra', '+5511986000007', NULL, 2, '2024-01-01'),
  (8, 'Twilio', NULL, NULL, 1, '2024-01-01');
INSERT INTO contact_inboxes (contact_id, inbox_id, source_id) VALUES (1, 1, '5511986000001'), (2, 1, '5511986000002'), (3, 2, 'e7b1'), (1, 3, 'a1'), (3, 4, 'b1'), (8, 5, 'whatsapp:+5511986000008');
INSERT INTO conversations (id, account_id, inbox_id, status, assignee_id, team_id, contact_id, created_at, last_activity_at, first_reply_created_at) VALUES
  (1, 1, 1, 1, 1, 1, 1, '2024-02-01 10:00', '2024-02-01 12:00', '2024-02-01 10:05'), (2, 1, 1, 0, 1, 1, 1, '2024-03-01 10:00', '2024-03-01 12:00', NULL),
  (3, 1, 3, 3, 1, 2, 1, '2024-03-02 10:00', '2024-03-02 12:00', NULL), (4, 1, 1, 2, NULL, NULL, 2, '2024-03-03 10:00', '2024-03-03 12:00', NULL),
  (5, 1, 2, 0, 1, NULL, 3, '2024-03-04 10:00', '2024-03-04 12:00', NULL), (6, 1, 1, 0, NULL, NULL, NULL, '2024-03-05 10:00', '2024-03-05 12:00', NULL),
  (7, 1, 3, 0, NULL, NULL, 4, '2024-03-06 10:00', '2024-03-06 12:00', NULL), (9000000000, 1, 1, 0, 2, NULL, 9000000000, '2024-03-07 10:00', '2024-03-07 12:00', NULL),
  (8, 1, 5, 1, NULL, NULL, 8, '2024-03-08 10:00', '2024-03-08 12:00', NULL), (10, 2, 7, 0, 3, NULL, 7, '2024-03-09 10:00', '2024-03-09 12:00', NULL);
INSERT INTO messages (id, account_id, inbox_id, conversation_id, message_type, private, status, content, source_id, sender_type, sender_id, content_attributes, created_at) VALUES
  (1, 1, 1, 1, 0, false, 0, 'Bom dia, quero um bolo', 'wamid.A1', 'Contact', 1, '{}', '2024-02-01 10:00'),
  (2, 1, 1, 1, 1, false, 2, 'Claro!', 'wamid.A2', 'User', 1, '{"in_reply_to_external_id":"wamid.A1"}', '2024-02-01 10:05'),
  (3, 1, 1, 1, 2, false, 0, 'Ana resolveu a conversa', NULL, NULL, NULL, '{}', '2024-02-01 12:00'),
  (4, 1, 1, 1, 1, true, 0, 'ligar amanhã', NULL, 'User', 2, '{}', '2024-02-01 10:30'),
  (5, 1, 1, 1, 3, false, 3, 'Como foi o atendimento?', NULL, NULL, NULL, '{}', '2024-02-01 11:00'),
  (6, 1, 1, 2, 0, false, 0, 'fotos 🎂', 'wamid.A6', 'Contact', 1, '{}', '2024-03-01 10:00'),
  (7, 1, 1, 2, 0, false, 0, NULL, 'wamid.A7', 'Contact', 1, '"{\\"deleted\\":true}"', '2024-03-01 10:01'),
  (8, 1, 3, 3, 1, false, 1, 'do Zé', 'WAID:3EB0', 'User', 2, '{}', '2024-03-02 10:00'),
  (9, 1, 1, 99, 0, false, 0, 'sem conversa', NULL, 'Contact', 1, '{}', '2024-03-01 10:00'), (10, 1, 1, 6, 0, false, 0, 'sem contato', NULL, NULL, NULL, NULL, '2024-03-05 10:00'),
  (11, 1, 2, 5, 0, false, 0, 'do site', NULL, 'Contact', 3, '{}', '2024-03-04 10:00'), (12, 1, 3, 7, 0, false, 0, 'do grupo', 'WAID:G1', 'Contact', 4, '{}', '2024-03-06 10:00'),
  (9000000001, 1, 1, 9000000000, 0, false, 0, 'de longe', NULL, 'Contact', 9000000000, '{"x":"\\u0000"}', '2024-03-07 10:00'), (13, 2, 7, 10, 0, false, 0, 'de outra', NULL, 'Contact', 7, '{}', '2024-03-09 10:00');
INSERT INTO attachments (id, file_type, message_id, account_id, coordinates_lat, coordinates_long) VALUES (1, 0, 6, 1, 0, 0), (2, 3, 6, 1, 0, 0), (3, 4, 7, 1, -23.5, -46.6);
INSERT INTO active_storage_blobs (id, key, filename, content_type, byte_size) VALUES (1, 'aabbcc001', 'bolo.png', 'image/png', 1), (2, '../../x', 'lista.pdf', 'application/pdf', 1);
INSERT INTO active_storage_attachments (name, record_type, record_id, blob_id) VALUES ('file', 'Attachment', 1, 1), ('file', 'Attachment', 2, 2), ('avatar', 'Contact', 1, 1);
INSERT INTO labels (id, title, color, account_id) VALUES (1, 'vip', '#ff0000', 1), (2, 'vip', '#00ff00', 2);
INSERT INTO tags (id, name) VALUES (1, 'vip'), (2, 'gone');
INSERT INTO taggings (tag_id, taggable_type, taggable_id, context) VALUES (1, 'Conversation', 1, 'labels'), (1, 'Contact', 1, 'labels'), (1, 'Contact', 2, 'labels'), (2, 'Contact', 2, 'labels'), (1, 'Conversation', 6, 'labels');
INSERT INTO canned_responses (account_id, short_code, content) VALUES (1, 'oi', 'Bom dia, como posso ajudar?'), (2, 'oi', 'De outra, como posso ajudar?');
INSERT INTO csat_survey_responses (account_id, conversation_id, message_id, rating, contact_id, assigned_agent_id, created_at) VALUES (1, 1, 5, 4, 1, 1, '2024-02-01 11:05'), (1, 99, 1, 5, 1, NULL, '2024-02-01 11:05');
SET search_path = public;
`;

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
