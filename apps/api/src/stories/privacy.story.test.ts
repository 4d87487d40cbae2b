import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { sealAudit } from "@balcao/application/roof/housekeeping";
import type { AuditVerifyView } from "@balcao/contracts/audit";
import type { ContactView } from "@balcao/contracts/contacts";
import type { ErasurePreviewView, ErasureView } from "@balcao/contracts/privacy";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const NAME = "Maria Quitéria Azambuja";
const PHONE = "5511987650001";
const OTHER = "5511987650002";
const WORDS = "o boleto da chácara venceu";
/** Whatever is the person's, as it may be written anywhere. */
const NEEDLES = [NAME, PHONE, OTHER, WORDS, "mq@azambuja.example", "bilhete da Maria"];

/** The files of a zip archive, by the directory at its end. */
function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let n = archive.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [packed, name, local] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const data = local + 30 + archive.readUInt16LE(local + 26);
    files.set(archive.toString("utf8", at + 46, at + 46 + name), inflateRawSync(archive.subarray(data, data + packed)));
    at += 46 + name;
  }
  return files;
}

describe("a person who asks for their data, or to be erased", () => {
  let world: World;
  let ana: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let maria: Customer;
  let contactId = 0;
  let ticketId = 0;
  let log = "";

  beforeAll(async () => {
    world = await openWorld({ onLog: (line) => (log += line) });
    const sales = await world.queue("Vendas", "#236681");
    const flags = { queueIds: [sales.id], addContact: true, editContact: true, delContact: true };
    ana = await world.person("Ana", flags);
    marta = await world.person("Marta", { ...flags, profile: "admin" });
    await world.settings({ timeCreateNewTicket: "0" });
    shop = await world.number("Loja", [sales]);
    maria = world.customer(PHONE, shop);
    await maria.writes(WORDS);
    ticketId = await world.ticketOf(ana, PHONE);
    const [contact] = await world.rows<{ id: number }>("SELECT contact_id AS id FROM ticket WHERE id = $1", [ticketId]);
    contactId = contact?.id ?? 0;
    await ana.ask("PUT", `/contacts/${contactId}`, {
      ...{ name: NAME, email: "mq@azambuja.example", extraInfo: [{ name: "CPF", value: "bilhete da Maria" }] },
      log: { descricao: `Alterou o contato ${NAME}`, origem: "Contatos", contactId },
    });
    await ana.accepts(ticketId);
    await ana.writes(ticketId, `Olá ${NAME}, recebi.`);
    await world.customer(OTHER, shop).writes("escrevo do outro aparelho");
    const otherTicket = await world.ticketOf(ana, OTHER);
    const [other] = await world.rows<{ id: number }>("SELECT contact_id AS id FROM ticket WHERE id = $1", [otherTicket]);
    await ana.ask("POST", `/contacts/${contactId}/merge/${other?.id ?? 0}`, {});
  }, 120_000);
  afterAll(() => world.close());

  const preview = () => marta.ask<ErasurePreviewView>("GET", `/contacts/${contactId}/erasure`);
  const erase = (body: object = {}) => marta.call("POST", `/contacts/${contactId}/erasure`, body);
  const verify = async (): Promise<AuditVerifyView> => {
    while (await sealAudit(world.stage.auth.services));
    return marta.ask<AuditVerifyView>("POST", "/audit/verify", { after: 0 });
  };
  const download = (pathname: string, body: object = {}) =>
    fetch(`${world.stage.origin}/api${pathname}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${marta.token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Where the database has one of the texts, in any column of any table. */
  async function findInDatabase(): Promise<string[]> {
    const tables = await world.rows<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1",
    );
    const found: string[] = [];
    for (const { name } of tables)
      for (const needle of NEEDLES)
        if ((await world.rows(`SELECT FROM public.${name} t WHERE position(lower($1) IN lower(t::text)) > 0 LIMIT 1`, [needle])).length > 0)
          found.push(`${name}: ${needle}`);
    return found;
  }

  async function findInFiles(): Promise<string[]> {
    const files = await readdir(world.stage.dataDir, { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const file of files.filter((each) => each.isFile())) {
      const bytes = await readFile(path.join(file.parentPath, file.name));
      if (NEEDLES.some((needle) => bytes.includes(needle))) found.push(file.name);
    }
    return found;
  }

  it("is shown and touched by administrators alone [D-451, D-452]", async () => {
    for (const [method, at] of [
      ["GET", `/contacts/${contactId}/erasure`],
      ["POST", `/contacts/${contactId}/erasure`],
      ["POST", `/contacts/${contactId}/data`],
      ["GET", "/erasures"],
    ] as const)
      expect([at, (await ana.call(method, at, method === "GET" ? undefined : {})).status]).toEqual([at, 403]);
  });

  it("gets everything in one archive: a page, the same as JSON, and the files; a stranger's markup stays a text [D-452]", async () => {
    await maria.writes("<script>alert(1)</script>");
    await eventually(async () => expect(await world.rows("SELECT FROM message WHERE body LIKE '<script>%'")).toHaveLength(1));
    const form = new FormData();
    form.append("medias", new Blob(["o bilhete da Maria"], { type: "text/plain" }), "bilhete.txt");
    const sent = await fetch(`${world.stage.origin}/api/messages/${ticketId}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${ana.token}` },
      body: form,
    });
    expect(sent.status).toBe(200);
    const answer = await download(`/contacts/${contactId}/data`, { language: "es" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const html = files.get("dados.html")?.toString() ?? "";
    for (const text of [NAME, PHONE, OTHER, WORDS, "Datos personales", "&lt;script&gt;alert(1)", "bilhete da Maria"])
      expect(html).toContain(text);
    expect(html).not.toContain("<script>");
    const json = JSON.parse(files.get("dados.json")?.toString() ?? "") as {
      person: object;
      messages: { body: string; file: { file: string } | null }[];
    };
    expect(json.person).toMatchObject({ name: NAME, number: PHONE, email: "mq@azambuja.example" });
    expect(json.messages.map(({ body }) => body)).toContain(WORDS);
    const named = json.messages.flatMap(({ file }) => (file ? [file.file] : []));
    expect(named).toHaveLength(1);
    expect(files.get(named[0] ?? "")?.toString()).toBe("o bilhete da Maria");
    expect(await world.rows("SELECT FROM person_export")).toEqual([]);
  });

  it("is not erased while a conversation is live, a mass send has them or an export is read, and the refusal says which [D-451]", async () => {
    expect((await preview()).obstacles.map(({ reason }) => reason)).toContain("live");
    expect(await erase()).toMatchObject({ status: 409, body: { code: "ERR_CONTACT_ATTENDED" } });
    await world.rows("UPDATE ticket SET status = 'closed', closed_at = now(), ended_at = now() WHERE contact_id = $1", [contactId]);
    await eventually(async () => expect((await preview()).obstacles).toEqual([]));
    const [run] = await world.rows<{ id: number }>(
      `WITH r AS (INSERT INTO send_run (state, message, all_contacts, contact_ids, connection_id, total) VALUES ('paused', 'Oferta', false, ARRAY[$1::int], $2, 1) RETURNING id)
       INSERT INTO send_recipient (run_id, contact_id, name, state, destination) SELECT id, $1, $3, 'queued', $4 FROM r RETURNING run_id AS id`,
      [contactId, shop.id, NAME, `phone:${PHONE}`],
    );
    expect(await erase()).toMatchObject({ status: 409, body: { details: [{ field: "sends", rule: "1" }] } });
    await world.rows("UPDATE send_recipient SET state = 'sent' WHERE run_id = $1", [run?.id]);
    await world.rows("UPDATE send_run SET state = 'done', finished_at = now() WHERE id = $1", [run?.id]);
    await world.rows("INSERT INTO person_export (contact_id, user_id) VALUES ($1, 1)", [contactId]);
    expect(await erase()).toMatchObject({ status: 409, body: { details: [{ field: "exports", rule: "1" }] } });
    await world.rows("DELETE FROM person_export");
    expect(await findInDatabase()).not.toEqual([]);
  });

  it("is erased everywhere: database, files and logs have neither name nor number nor words, and the certificate says what may remain [D-451]", async () => {
    await world.rows("INSERT INTO protocol (number, ticket_id, message, created_at) VALUES ('20261129-1', $1, $2, now())", [
      ticketId,
      WORDS,
    ]);
    await world.rows(
      "INSERT INTO rating (ticket_id, contact_id, contact_name, asked_at, ended_at, rate, rated_at) VALUES ($1, $2, $3, now(), now(), 5, now())",
      [...[ticketId, contactId, NAME]],
    );
    await world.rows(
      "INSERT INTO schedule (message, recurrence, send_at, all_contacts, contact_ids) VALUES ('Oi', 'once', now(), false, ARRAY[$1::int, 999])",
      [contactId],
    );
    await world.rows(
      "INSERT INTO backup (started_at, finished_at, bytes, files, encrypted, keep_days) VALUES (now(), now(), 1, 1, true, 30)",
    );
    // A reply of somebody else has a copy of the words that it quotes (D-480).
    await world.customer("5511987650003", shop).writes("é isso mesmo");
    const quoted = { type: "chat", body: WORDS, fileName: null, fromMe: false, contact: { id: contactId, name: NAME } };
    const reply = await eventually(async () => {
      const [row] = await world.rows<{ id: number }>(
        "UPDATE message SET details = coalesce(details, '{}') || $1 WHERE body = 'é isso mesmo' RETURNING id",
        [JSON.stringify({ quoted })],
      );
      expect(row).toBeDefined();
      return row?.id;
    });
    // What a webhook was told is sealed: it has to be found by what it is about.
    await world.rows(
      `WITH h AS (INSERT INTO hook (user_id, name, address, events, reach, queue_ids, secret_sealed, created_at, paused_at, pause_reason)
         VALUES (1, 'CRM', 'https://crm.example', '{}', 'all', '{}', 'x', now(), now(), 'person') RETURNING id)
       INSERT INTO hook_delivery (hook_id, event, lane, topic, ticket_id, payload, at, state, first_at, due_at, body_sealed)
       SELECT h.id, 'x', d.lane, 'x', d.ticket_id, '{}', now(), 'sent', now(), now(), 'sealed' FROM h, (SELECT 't' || $1::int, $1::int
         UNION ALL SELECT 'c' || $2::int, NULL UNION ALL SELECT 'p' || id, NULL FROM protocol UNION ALL SELECT 'c0', NULL) AS d(lane, ticket_id)`,
      [ticketId, contactId],
    );
    await world.rows("INSERT INTO moving_source (name) VALUES ($1)", [`chat:Loja:${PHONE}`]);
    const before = await verify();
    expect(before.broken).toBeNull();
    expect(await erase()).toMatchObject({ status: 400, body: { code: "ERR_CONTACT_HAS_PROTOCOL" } });
    const { status, body } = await erase({ withProtocols: true });
    expect(status).toBe(200);
    const view = body as ErasureView;
    expect(view.deleted).toMatchObject({ files: 1, protocols: ["20261129-1"], ratings: 1, recipients: 1, schedules: 1 });
    expect(view.deleted.messages).toBeGreaterThan(3);
    expect(view.deleted.auditTexts).toBeGreaterThan(0);
    expect(Date.parse(view.remains.backupsUntil ?? "") - Date.parse(view.remains.lastBackupAt ?? "")).toBe(30 * 24 * 3_600_000);
    expect(await findInDatabase()).toEqual([]);
    expect(await world.rows("SELECT lane FROM hook_delivery")).toEqual([{ lane: "c0" }]);
    expect(await world.rows("SELECT body FROM message WHERE id = $1", [reply])).toEqual([{ body: "é isso mesmo" }]);
    expect(await findInFiles()).toEqual([]);
    expect(NEEDLES.filter((needle) => log.includes(needle))).toEqual([]);
    expect(await marta.call("GET", `/contacts/${contactId}`)).toMatchObject({ status: 404 });
    const certificate = await (await download(`/erasures/${view.id}`, { language: "en" })).text();
    for (const text of [
      "Certificate of personal data erasure",
      `contact no. ${contactId}`,
      "20261129-1",
      "hold the data",
      view.remains.auditDigest,
    ])
      expect(certificate).toContain(text);
    expect((await marta.ask<ErasureView[]>("GET", "/erasures")).map(({ id }) => id)).toEqual([view.id]);
    expect(await erase()).toMatchObject({ status: 404 });
  });

  it("leaves an audit whose chain is verified over the erased texts, and in which nothing else can be changed unseen [D-451, S-69]", async () => {
    expect((await verify()).broken).toBeNull();
    const change = "UPDATE audit_entry SET description = 'x' WHERE id = (SELECT min(entry_id) FROM audit_erased)";
    await expect(world.rows(change)).rejects.toThrow("append-only");
    await expect(world.rows("UPDATE erasure SET contact_id = 1")).rejects.toThrow("append-only");
    await world.rows(`DO $$ BEGIN PERFORM set_config('balcao.erasure', 'on', true); ${change}; END $$`);
    const [erased] = await world.rows<{ id: number }>("SELECT min(entry_id) AS id FROM audit_erased");
    expect((await verify()).broken).toMatchObject({ entryId: erased?.id });
  });

  it("may write again, as somebody new [D-451]", async () => {
    await maria.writes("bom dia");
    const id = await world.ticketOf(ana, PHONE);
    const [row] = await world.rows<{ contactId: number }>(`SELECT contact_id AS "contactId" FROM ticket WHERE id = $1`, [id]);
    expect((await marta.ask<ContactView>("GET", `/contacts/${row?.contactId ?? 0}`)).number).toBe(PHONE);
    expect(row?.contactId).not.toBe(contactId);
    await world.allInStep();
  });
});
