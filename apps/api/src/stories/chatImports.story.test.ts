import type { ChatCheckView, ChatImportView, ChatUndoneView, ImportedChatView } from "@balcao/contracts/chatImports";
import type { ContactListView } from "@balcao/contracts/contacts";
import type { JobView } from "@balcao/contracts/jobs";
import type { TicketListView } from "@balcao/contracts/tickets";
import { chatFile, type ChatSpec } from "@balcao/testing/chatFile";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const CHAT = [
  "31/01/2024 21:04 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta.",
  "31/01/2024 21:05 - Carla: Queria um bolo de jabuticaba",
  "31/01/2024 21:06 - Bolos da Ana: Para quando?",
  "31/01/2024 21:07 - Carla: foto.jpg (arquivo anexado)",
  "01/02/2024 09:00 - Bolos da Ana: <Mídia oculta>",
  "01/02/2024 09:01 - Carla: 😀 obrigada",
];
const NUMBER = "11 98600-0001";
const CARLA = { name: "Conversa do WhatsApp com Carla.zip", text: "Conversa do WhatsApp com Carla.txt", lines: CHAT };
const SAID = { us: null, name: "", number: NUMBER };

describe("exported chats of WhatsApp", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  beforeAll(async () => {
    world = await openWorld();
    const queue = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [queue.id] });
    shop = await world.number("Loja", [queue]);
  }, 120_000);
  afterAll(() => world.close());

  const toBody = (
    files: readonly ChatSpec[],
    said: readonly object[] = [],
    fields: Readonly<Record<string, string>> = { whatsappId: String(shop.id) },
  ): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...fields, chats: JSON.stringify(said) })) data.append(name, value);
    for (const file of files) data.append("medias", new Blob([new Uint8Array(chatFile(file))]), file.name);
    return data;
  };
  const check = (files: readonly ChatSpec[], said: readonly object[] = []) =>
    world.davi.ask<ChatCheckView[]>("POST", "/chatImports/check", toBody(files, said));
  const run = (files: readonly ChatSpec[], said: readonly object[] = []) =>
    world.davi.ask<ImportedChatView[]>("POST", "/chatImports", toBody(files, said));
  const list = () => world.davi.ask<ChatImportView[]>("GET", "/chatImports");
  const undo = (runId = 0) => world.davi.ask<ChatUndoneView>("POST", `/chatImports/${runId}/undo`, {});
  const job = async () => (await world.davi.ask<JobView[]>("GET", "/jobs")).find(({ kind }) => kind === "chatImport");
  const counts = () =>
    world.rows(
      "SELECT (SELECT count(*)::int FROM message) AS messages, (SELECT count(*)::int FROM ticket) AS tickets, (SELECT count(*)::int FROM contact) AS contacts",
    );
  const NOTHING = [{ messages: 0, tickets: 0, contacts: 0 }];
  const uploads = async () => readdir(path.join(world.stage.dataDir, "tmp", "uploads")).catch(() => []);

  it("say what is in them and what is missing, and nothing is written [D-622]", async () => {
    const [unsaid] = await check([CARLA]);
    expect(unsaid).toEqual({
      ...{ file: CARLA.name, problem: null, senders: ["Carla", "Bolos da Ana"], us: "Bolos da Ana", name: "Carla" },
      ...{
        number: null,
        numberProblem: null,
        messages: 5,
        media: 2,
        mediaMissing: 1,
        appLines: 1,
        noTime: 0,
        here: 0,
        gone: 0,
        filesWaiting: 0,
      },
      ...{ firstAt: "2024-02-01T00:05:00.000Z", lastAt: "2024-02-01T12:01:00.000Z" },
    });
    expect(await check([CARLA], [{ ...SAID, number: "12" }])).toMatchObject([{ number: null, numberProblem: "short" }]);
    expect(await check([CARLA], [{ ...SAID, us: "Carla", name: "Fornecedor" }])).toMatchObject([
      { us: "Carla", name: "Fornecedor", number: "5511986000001" },
    ]);
    expect(await counts()).toEqual(NOTHING);
    await eventually(async () => expect(await uploads()).toEqual([]));
  });

  it("come whole, are found by their words, wake nobody, and come once [D-622, D-591]", async () => {
    const heard = ana.received.length;
    const log = JSON.stringify({ descricao: "Importou", origem: "Contatos" });
    const body = toBody([CARLA], [SAID]);
    body.append("log", log);
    expect(await world.davi.ask("POST", "/chatImports", body)).toEqual([
      { file: CARLA.name, name: "Carla", messages: 5, here: 5, made: 5, gone: 0, leftOut: 0, files: 1, filesHere: 1 },
    ]);
    expect(await job()).toMatchObject({
      ...{ state: "done", done: 5, total: 5 },
      result: { chats: 1, messages: 5, here: 5, created: 5, gone: 0, leftOut: 0, files: 1, filesHere: 1 },
    });
    await eventually(() => {
      expect(ana.received.slice(heard).filter((line) => line.startsWith("resync "))).toHaveLength(1);
    });
    expect(ana.received.slice(heard).filter((line) => !/^(?:resync|ticketCounts) /.test(line))).toEqual([]);
    expect(await world.rows("SELECT body, from_me AS ours FROM message ORDER BY sent_at, id").then((rows) => JSON.stringify(rows))).toBe(
      JSON.stringify([
        { body: "Queria um bolo de jabuticaba", ours: false },
        { body: "Para quando?", ours: true },
        { body: "", ours: false },
        { body: "", ours: true },
        { body: "😀 obrigada", ours: false },
      ]),
    );
    expect(JSON.stringify(await world.davi.ask("GET", "/tickets/filter?searchParam=jabuticaba"))).toContain("Carla");
    const { tickets } = await world.davi.ask<TicketListView>("GET", "/tickets?status=closed&showAll=true&pageNumber=1");
    expect(tickets.map(({ unreadMessages, lastMessage }) => [unreadMessages, lastMessage])).toEqual([[0, "😀 obrigada"]]);
    expect(await world.rows("SELECT FROM comment_mention UNION ALL SELECT FROM push_delivery")).toEqual([]);
    expect(
      await world.rows(
        "SELECT action, description, connection_id AS connection, contact_id IS NOT NULL AS named FROM audit_entry WHERE action = 'contact.importChat'",
      ),
    ).toEqual([{ action: "contact.importChat", description: "5 of 5 messages", connection: shop.id, named: true }]);
    const before = await counts();
    expect(await check([CARLA], [SAID])).toMatchObject([{ messages: 5, here: 5, filesWaiting: 0 }]);
    expect(await world.rows("SELECT media_state AS state FROM message WHERE file_id IS NOT NULL")).toEqual([{ state: "ready" }]);
    expect(await run([CARLA], [SAID])).toMatchObject([{ messages: 5, here: 5, made: 0 }]);
    expect(await counts()).toEqual(before);
    expect(await list()).toMatchObject([{ name: "Carla", connection: "Loja", messages: 5, hasLater: false }]);
    await eventually(async () => expect(await uploads()).toEqual([]));
  });

  it("bring later what was said since, and are undone one after the other, the newest first [D-622, D-593]", async () => {
    const longer = { ...CARLA, lines: [...CHAT, "03/02/2024 10:00 - Carla: Outro, por favor"] };
    expect(await run([longer], [SAID])).toMatchObject([{ messages: 6, here: 6, made: 1 }]);
    const [second, first] = await list();
    expect([second?.messages, first?.messages, first?.hasLater]).toEqual([1, 5, true]);
    expect(await world.davi.call("POST", `/chatImports/${first?.id ?? 0}/undo`, {})).toMatchObject({
      ...{ status: 400, body: { code: "ERR_VALIDATION", details: [{ field: "runId", rule: "later" }] } },
    });
    expect(await undo(second?.id)).toEqual({ messages: 1, tickets: 0, contacts: 0, kept: [] });
    expect(await undo(first?.id)).toEqual({ messages: 5, tickets: 1, contacts: 1, kept: [] });
    expect(await world.davi.call("POST", `/chatImports/${first?.id ?? 0}/undo`, {})).toMatchObject({ status: 404 });
    expect(await counts()).toEqual(NOTHING);
    expect(await list()).toEqual([]);
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'contact.undoChat' ORDER BY id")).toEqual([
      { description: "1 messages, 0 conversations, 0 contacts" },
      { description: "5 messages, 1 conversations, 1 contacts" },
    ]);
  });

  it("stay where somebody has done something in them since [D-593]", async () => {
    const said = { us: "Carla", name: "Fornecedor", number: "11 98600-0003" };
    await run([CARLA], [said]);
    expect(await world.rows("SELECT from_me AS ours FROM message ORDER BY sent_at, id")).toEqual(
      [true, false, true, false, true].map((ours) => ({ ours })),
    );
    const [made] = await list();
    const [ticket] = await world.rows<{ id: number }>("SELECT id FROM ticket");
    await world.rows("UPDATE ticket SET version = version + 1 WHERE id = $1", [ticket?.id]);
    expect(await undo(made?.id)).toEqual({ messages: 0, tickets: 0, contacts: 0, kept: [ticket?.id] });
    const { contacts } = await world.davi.ask<ContactListView>("GET", "/contacts?searchParam=Fornecedor");
    await world.davi.ask("DELETE", `/contacts/${contacts[0]?.id ?? 0}`);
    expect(await counts()).toEqual(NOTHING);
    // Whoever was deleted here, on purpose or by law, does not come back with the same file.
    expect(await check([CARLA], [said])).toMatchObject([{ messages: 5, here: 0, gone: 5 }]);
    expect(await run([CARLA], [said])).toMatchObject([{ here: 0, made: 0, gone: 5 }]);
    expect(await counts()).toEqual(NOTHING);
  });

  it("stop between two batches when the person says so, and go on with the same file [D-622]", async () => {
    const many = {
      ...CARLA,
      lines: Array.from({ length: 7_000 }, (_, n) => `31/01/2024 21:${String(Math.floor(n / 200)).padStart(2, "0")} - Carla: pedido ${n}`),
    };
    const said = { us: "", name: "", number: NUMBER };
    await world.rows("CREATE TABLE gate AS SELECT true AS closed");
    await world.rows(`CREATE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE EXISTS (SELECT FROM gate) AND clock_timestamp() < statement_timestamp() + interval '20 s' LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NEW; END $$`);
    await world.rows(
      "CREATE TRIGGER gate BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.body = 'pedido 2500') EXECUTE FUNCTION wait_for_gate()",
    );
    const marta = await world.person("Marta", { profile: "admin" });
    const importing = world.davi.call("POST", "/chatImports", toBody([many], [said]));
    await eventually(async () => {
      const [row] = await world.rows<{ n: number }>("SELECT count(*)::int AS n FROM message");
      expect(row?.n).toBe(2_000);
    });
    const { id = 0 } = (await job()) ?? {};
    expect(await world.davi.call("POST", "/chatImports", toBody([CARLA], [SAID]))).toMatchObject({
      ...{ status: 409, body: { code: "ERR_JOB_RUNNING" } },
    });
    // Somebody else waits as well: it could be the same chat.
    expect(await marta.call("POST", "/chatImports", toBody([CARLA], [SAID]))).toMatchObject({
      ...{ status: 409, body: { code: "ERR_JOB_RUNNING" } },
    });
    await world.davi.ask("POST", `/jobs/${id}/stop`, {});
    await world.rows("DELETE FROM gate");
    expect(await importing).toMatchObject({ status: 409, body: { code: "ERR_JOB_STOPPED" } });
    const [{ messages: stopped } = { messages: 0 }] = (await counts()) as { messages: number }[];
    expect([3_000, 4_000]).toContain(stopped);
    expect(await job()).toMatchObject({ state: "cancelled", result: { messages: 7_000, here: stopped, created: stopped } });
    expect(await list()).toMatchObject([{ messages: stopped, endedAt: null }]);
    expect(await run([many], [said])).toMatchObject([{ messages: 7_000, here: 7_000, made: 7_000 - stopped }]);
    expect(await undo((await list())[0]?.id)).toMatchObject({ messages: 7_000, tickets: 1 });
    expect(await counts()).toEqual(NOTHING);
  }, 120_000);

  it.each<[string, ChatSpec, string]>([
    ["no zip", { name: "a.zip", bytes: Buffer.from("31/01/2024 21:05 - Carla: Oi") }, "noZip"],
    ["an empty file", { name: "a.zip", bytes: Buffer.alloc(0) }, "noZip"],
    ["a zip bomb", { name: "a.zip", text: "_chat.txt", lines: [" ".repeat(17 * 1024 * 1024)] }, "tooLarge"],
    ["no chat", { name: "a.zip", text: "notas.txt", lines: CHAT }, "noChat"],
    ["an empty chat", { name: "a.zip", text: "_chat.txt", lines: [""] }, "empty"],
    ["another text", { name: "a.zip", text: "_chat.txt", lines: ["Prezada Carla,"] }, "spelling"],
    ["another language", { name: "a.zip", text: "_chat.txt", lines: ["31/01/2024 21:05 - Les messages sont chiffrés."] }, "language"],
    ["a group", { name: "a.zip", text: "_chat.txt", lines: [...CHAT, "31/01/2024 21:09 - Zé: e aí"] }, "group"],
    ["a customer without a number", CARLA, "number"],
    ["nobody who is the company", { name: "a.zip", text: "_chat.txt", lines: CHAT }, "us"],
  ])("refuse %s by name, with the good ones beside it, and change nothing [D-622]", async (_which, file, rule) => {
    const good = {
      name: "WhatsApp Chat - +55 11 98600-0002.zip",
      text: "_chat.txt",
      lines: CHAT.map((line) => line.replace("Carla", "+55 11 98600-0002")),
    };
    expect(await world.davi.call("POST", "/chatImports", toBody([good, file]))).toMatchObject({
      ...{ status: 400, body: { code: "ERR_VALIDATION", details: [{ field: "chats.1", rule }] } },
    });
    const [other, view] = await check([good, file]);
    expect(other).toMatchObject({ problem: null, us: "Bolos da Ana", number: "5511986000002" });
    expect(view?.problem).toBe(["number", "us"].includes(rule) ? null : rule);
    expect(await counts()).toEqual(NOTHING);
    await eventually(async () => expect(await uploads()).toEqual([]));
  });

  it("are for administrators alone, with a file and a connection that is there [D-622]", async () => {
    expect(await ana.call("POST", "/chatImports", toBody([CARLA], [SAID]))).toMatchObject({ status: 403 });
    expect(await world.davi.call("POST", "/chatImports", toBody([], [SAID]))).toMatchObject({
      ...{ status: 400, body: { details: [{ field: "medias", rule: "required" }] } },
    });
    expect(await world.davi.call("POST", "/chatImports", toBody([CARLA], [SAID], { whatsappId: "99999" }))).toMatchObject({ status: 404 });
    for (const chats of ["nada", "{}", '["x"]', '[{"us":{"a":1}}]', '[{"name":"\\u0000"}]'])
      expect(await world.davi.call("POST", "/chatImports/check", chatsBody(chats))).toMatchObject({ status: 400 });
    expect(await counts()).toEqual(NOTHING);
  });
  const chatsBody = (chats: string): FormData => {
    const data = new FormData();
    data.append("chats", chats);
    data.append("medias", new Blob([new Uint8Array(chatFile(CARLA))]), CARLA.name);
    return data;
  };
});
