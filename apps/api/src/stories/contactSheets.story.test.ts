import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ContactListView, ContactView, SheetImportView } from "@balcao/contracts/contacts";
import type { JobView } from "@balcao/contracts/jobs";
import type { QueueView } from "@balcao/contracts/queues";
import { readSheet, type Sheet } from "@balcao/platform/spreadsheets";
import { sheetBytes } from "../sheet.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const HEADER = ["Nome", "Número", "Email", "Resposta automática", "Tags"];
const DELEGATION = ["Nome", "Número", "Fila", "Usuário"];

const WIDE = Array.from({ length: 200 }, (_, at) => `Campo ${at + 1}`);

describe("spreadsheets of contacts", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let bia: Agent;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "contacts-"));
    world = await openWorld({ ownWorker: false });
    sales = await world.queue("Vendas", "#ff0000");
    support = await world.queue("Suporte", "#00ff00");
    ana = await world.person("Ana", { queueIds: [sales.id], addContact: true, editContact: true });
    bia = await world.person("Bia", { queueIds: [support.id] });
  }, 90_000);
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  const upload = async (
    at: string,
    bytes: Uint8Array<ArrayBuffer>,
    fields: Readonly<Record<string, string>> = {},
    { token } = ana,
  ): Promise<{ status: number; body: unknown }> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("medias", new Blob([bytes]), "contatos.xls");
    const answer = await world.stage.call("POST", `/api${at}`, { token, body });
    return { status: answer.status, body: await answer.json() };
  };
  const imports = async (rows: readonly (readonly string[])[], fields = {}, at = "/contacts/import"): Promise<SheetImportView> => {
    const { status, body } = await upload(at, await sheetBytes(rows), fields);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as SheetImportView;
  };
  let rowsSaid: string | null = null;
  const exported = async (at: string, body: object = {}): Promise<Sheet> => {
    const answer = await world.stage.call("POST", `/api${at}`, { token: ana.token, body });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ]);
    // The number of its rows comes before it; an empty sheet to be filled in has none.
    rowsSaid = answer.headers.get("x-rows");
    const place = path.join(folder, "export");
    await writeFile(place, new Uint8Array(await answer.arrayBuffer()));
    return readSheet(place);
  };
  const byNumber = async (number: string): Promise<ContactView | undefined> =>
    (await ana.ask<ContactListView>("GET", `/contacts?searchParam=${number}`)).contacts[0] as ContactView | undefined;
  const all = () => world.rows("SELECT id FROM contact ORDER BY id");

  it("are checked before anything is written, then imported; known numbers are skipped and never overwritten [API-051, D-133, D-134]", async () => {
    const heard: string[] = [];
    bia.socket.on("contact", ({ action }) => void heard.push(action));
    await ana.ask("POST", "/tag", { name: "Atacado", color: "#1e7a3e" });
    await ana.ask("POST", "/contacts", { name: "Já Existe", number: "5511988880001", respostaAutomatica: true });
    await eventually(() => expect(heard).toEqual(["create"]));
    const rows = [
      HEADER,
      ["Zé", "+55 (11) 98888-0002", "ZE@example.com", "Não", "atacado"],
      ["", "5511988880003", "", "", ""],
      ["Outro Nome", "551188880001", "", "", ""],
      ["Sem número", "", "", "", ""],
      ["X", "5511988880004", "", "", ""],
      ["Mau e-mail", "5511988880005", "nada", "", ""],
      ["Talvez", "5511988880006", "", "talvez", ""],
      ["Sem etiqueta", "5511988880007", "", "", "Não há"],
      ["Zé de novo", "5511988880002", "", "", ""],
    ];
    const problems = [
      { line: 5, problem: "number", reason: "none", number: "" },
      { line: 6, problem: "name", number: "5511988880004" },
      { line: 7, problem: "email", number: "5511988880005" },
      { line: 8, problem: "autoReply", number: "5511988880006" },
      { line: 9, problem: "tags", number: "5511988880007" },
      { line: 10, problem: "repeated", number: "5511988880002" },
    ];
    const before = await all();
    const expected = { created: 2, skipped: 1, changed: 0, problems, problemCount: 6 };
    const nothing = { count: 0, samples: [] };
    const checked = await imports(rows, { dryRun: "true" });
    expect(checked).toMatchObject({ ...expected, numbers: { code: "55", completed: nothing, abroad: nothing } });
    expect(await all()).toEqual(before);
    const progress: unknown[] = [];
    ana.socket.on("job", (event) => void progress.push(event.action === "update" && event.job.state));
    bia.socket.on("job", (event) => void progress.push(event));
    expect(await imports(rows)).toEqual(expected);
    await eventually(() => expect(heard).toEqual(["create", "reload"]));
    await eventually(() => expect(progress.at(-1)).toBe("done"));
    expect(progress.every((state) => state === "running" || state === "done")).toBe(true);
    expect((await ana.ask<JobView[]>("GET", "/jobs"))[0]).toMatchObject({
      ...{ kind: "contactImport", state: "done", done: 3, total: 3, result: { created: 2, skipped: 1, problems: 6 } },
    });
    expect(await byNumber("5511988880002")).toMatchObject({
      ...{ name: "Zé", email: "ze@example.com", respostaAutomatica: false, tags: [{ name: "Atacado" }] },
    });
    expect(await byNumber("5511988880003")).toMatchObject({ name: "+55 (11) 98888-0003", respostaAutomatica: true });
    expect(await byNumber("5511988880001")).toMatchObject({ name: "Já Existe" });
    expect(await imports(rows)).toEqual({ ...expected, created: 0, skipped: 3 });
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'contact.import' ORDER BY id")).toEqual([
      { description: "2 of 3 rows written" },
      { description: "0 of 3 rows written" },
    ]);
  });

  it("name what is wrong with a file, and write nothing [CONTACT-009, D-134]", async () => {
    const before = await all();
    const wrong = async (bytes: Uint8Array<ArrayBuffer>, rule: string, at = "/contacts/import"): Promise<void> =>
      expect(await upload(at, bytes)).toMatchObject({ status: 400, body: { details: [{ field: "medias", rule }] } });
    for (const at of ["/contacts/import", "/contacts/delegation/"]) {
      await wrong(new TextEncoder().encode("%PDF-1.7\nNome,Número"), "type", at);
      await wrong((await sheetBytes([HEADER])).slice(0, 300), "damaged", at);
      await wrong(await sheetBytes([["Nome", "Cidade"]]), "column", at);
      await wrong(await sheetBytes([[""]]), "empty", at);
    }
    // Without a file an import of contacts reads the address book of the phone.
    expect(await ana.call("POST", "/contacts/delegation/", {})).toMatchObject({
      ...{ status: 400, body: { details: [{ field: "medias", rule: "required" }] } },
    });
    expect(await ana.call("POST", "/contacts/import", {})).toMatchObject({ status: 400, body: { code: "ERR_NO_DEF_WAPP_FOUND" } });
    expect(await all()).toEqual(before);
  });

  it("are exported as they can be imported, formulas as harmless text, groups left out [API-052, CONTACT-006, D-134, S-50]", async () => {
    await ana.ask("POST", "/contacts", { name: "=1+1", number: "5511988881111", respostaAutomatica: false });
    await world.rows("INSERT INTO contact (name, is_group) VALUES ('Obra', true)");
    const sheet = await exported("/contacts/export");
    expect(sheet.header).toEqual(HEADER);
    const rows = sheet.rows.map(({ cells }) => cells);
    expect(rows).toContainEqual(["Zé", "5511988880002", "ze@example.com", "Não", "Atacado"]);
    expect(rows).toContainEqual(["'=1+1", "5511988881111", "", "Não"]);
    expect(rows.some(([name]) => name === "Obra")).toBe(false);
    expect(rowsSaid).toBe(String(rows.length));
    await world.rows("DELETE FROM contact WHERE number IN ('5511988880002', '5511988881111')");
    expect(await imports([HEADER, ...rows.map((cells) => [...cells])])).toMatchObject({ created: 2, problems: [] });
    expect(await byNumber("5511988881111")).toMatchObject({ name: "=1+1", respostaAutomatica: false });
    expect(await byNumber("5511988880002")).toMatchObject({ name: "Zé", tags: [{ name: "Atacado" }] });
    expect((await exported("/contacts/export", { template: true })).rows).toEqual([]);
    expect(rowsSaid).toBeNull();
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'contact.export'")).toEqual([{ description: "contacts" }]);
  });

  it("are read as offices have them: exports of Google, Outlook and iPhone, titles above the header; what lacks the number is refused by name [CONTACT-009, D-133]", async () => {
    const files = [
      Buffer.from(
        "First Name,Middle Name,Last Name,Labels,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value\nJoão,,Silva,* myContacts,Mobile,,11 98610-0001\n",
      ),
      Buffer.from("Nome;Sobrenome;Endereço de email;Telefone celular\r\nJoão;Silva;joao@x.com;11 98610-0001\r\n", "latin1"),
      Buffer.from(
        "BEGIN:VCARD\nVERSION:3.0\nFN:João Silva\nTEL;type=HOME:11 3333-0001\nitem1.TEL;type=CELL:+55 11 98610-0001\nEND:VCARD\n",
      ),
      Buffer.from(
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Silva;Jo=C3=A3=\r\no;;;\r\nTEL;WORK:1133330001\r\nTEL;CELL:11986100001\r\nEND:VCARD\r\n",
      ),
      await sheetBytes([["Clientes de novembro"], ["Cliente", "WhatsApp:"], ["João Silva", "11 98610-0001"]]),
    ];
    for (const bytes of files) {
      expect(await upload("/contacts/import", new Uint8Array(bytes))).toMatchObject({ status: 200, body: { created: 1, problems: [] } });
      expect(await byNumber("5511986100001")).toMatchObject({ name: "João Silva" });
      await world.rows("DELETE FROM contact WHERE number = '5511986100001'");
    }
    expect(await upload("/contacts/import", new Uint8Array(Buffer.from("Nome,Email\nAna,a@x.com\n")))).toMatchObject({
      status: 400,
      body: { error: "A planilha não tem a coluna Número.", details: [{ field: "medias", rule: "column" }] },
    });
    expect(await upload("/contacts/import", new Uint8Array(Buffer.from("OFXHEADER:100\n")))).toMatchObject({
      ...{ status: 400, body: { details: [{ field: "medias", rule: "type" }] } },
    });
  });

  it.each([
    [
      "headers that nobody knows",
      "Quem,Zap do cliente,Obs\nAna,11 98620-0001,vip\nBia,11 98620-0002,\n",
      "name,number,",
      ["Quem", "Zap do cliente", "Obs"],
    ],
    ["no headers", "11 98620-0001;Ana\n11 98620-0002;Bia\n", "number,name", ["", ""]],
    [
      "200 columns, and the number in the last one",
      [WIDE, ["Ana", ...WIDE.slice(2).fill("x"), "11 98620-0001"], ["Bia", ...WIDE.slice(2).fill(""), "11 98620-0002"]]
        .map((cells) => cells.join(";"))
        .join("\n"),
      ["name", ...WIDE.slice(2).fill(""), "number"].join(","),
      WIDE,
    ],
  ])("are assigned column by column where the file has %s [CONTACT-009, D-264, D-361]", async (_what, text, columns, header) => {
    const bytes = new Uint8Array(Buffer.from(text));
    const before = await all();
    const checked = await upload("/contacts/import", bytes, { dryRun: "true" });
    expect(checked).toMatchObject({ status: 200, body: { created: 0, columns: { header, isMissing: true } } });
    expect(await upload("/contacts/import", bytes)).toMatchObject({
      status: 400,
      body: { details: [{ field: "medias", rule: "column" }] },
    });
    const assigned = { columns, dryRun: "true" };
    expect(await upload("/contacts/import", bytes, assigned)).toMatchObject({
      ...{
        status: 200,
        body: { created: 2, columns: { taken: columns.split(","), isMissing: false }, numbers: { completed: { count: 2 } } },
      },
    });
    expect(await all()).toEqual(before);
    expect(await upload("/contacts/import", bytes, { columns })).toMatchObject({ status: 200, body: { created: 2, problems: [] } });
    expect(await byNumber("5511986200001")).toMatchObject({ name: "Ana" });
    expect(await byNumber("5511986200002")).toMatchObject({ name: "Bia" });
    await world.rows("DELETE FROM contact WHERE number LIKE '55119862%'");
  });

  it("take the first number that can be read where a row or a card has several [CONTACT-009, D-361]", async () => {
    const card = "BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;type=CELL:ramal 22\nTEL;type=CELL:11 98620-0001\nEND:VCARD\n";
    for (const text of ["Nome,Celular,Telefone\nAna,não tem,11 98620-0001\n", card]) {
      expect(await upload("/contacts/import", new Uint8Array(Buffer.from(text)))).toMatchObject({ status: 200, body: { created: 1 } });
      await world.rows("DELETE FROM contact WHERE number = '5511986200001'");
    }
  });

  it("are read as people write numbers: what was added is counted with samples, and what is no number is left out with its reason [D-263]", async () => {
    const good = [
      ["11986000002", "5511986000002"],
      ["011 98600-0003", "5511986000003"],
      ["(51) 98000-0000", "5551980000000"],
      ["+55 11 98600-0005", "5511986000005"],
      ["5511986000007.0", "5511986000007"],
      ["551186000012", "5511986000012"],
      ["00351912345678", "351912345678"],
      ["0xx11 98600-0015", "5511986000015"],
      ["\u00a05511986000016\u00a0", "5511986000016"],
      ["+51 980 000 001", "51980000001"],
    ] as const;
    const bad = [
      ["5,51199E+12", "exponent"],
      ["+55 11 98600-0009 ::: +55 11 3333-0009", "several"],
      ["5511986000010 / 5511986000011", "several"],
      ["ligar depois 98600-0013", "noAreaCode"],
      ["551133330014 ramal 22", "extension"],
      ["986000019", "noAreaCode"],
      ["1234567", "short"],
      ["1234567890123456", "long"],
      ["+999 12345678", "country"],
    ] as const;
    const rows = [HEADER, ...[...good, ...bad].map(([number], n) => [`Cliente ${n}`, number, "", "", ""])];
    const checked = await imports(rows, { dryRun: "true" });
    expect(checked.problems.map(({ problem, reason, number }) => [problem, number, reason])).toEqual(
      bad.map(([number, reason]) => ["number", number, reason]),
    );
    expect(checked).toMatchObject({
      created: good.length,
      problemCount: bad.length,
      numbers: {
        code: "55",
        completed: { count: 4, samples: [{ line: 2, written: "11986000002", number: "5511986000002" }, {}, {}, {}] },
        abroad: { count: 2, samples: [{ number: "351912345678" }, { number: "51980000001" }] },
      },
    });
    expect(await imports(rows)).toMatchObject({ created: good.length });
    const stored = good.map(([, number]) => number);
    expect((await world.rows("SELECT 1 FROM contact WHERE number = ANY($1)", [stored])).length).toBe(good.length);

    // A number that would be read as a Brazilian one is exported so that it comes back as itself.
    const cells = (await exported("/contacts/export")).rows.map((row) => [...row.cells]);
    expect(cells.map(([, number]) => number)).toEqual(expect.arrayContaining(["'+51980000001", "351912345678", "5511986000002"]));
    await world.rows("DELETE FROM contact WHERE number = ANY($1)", [stored]);
    await imports([HEADER, ...cells]);
    expect((await world.rows("SELECT 1 FROM contact WHERE number = ANY($1)", [stored])).length).toBe(good.length);
    await world.rows("DELETE FROM contact WHERE number = ANY($1)", [stored]);

    await world.settings({ companyCountry: "PE" });
    expect((await imports([HEADER, ["Lima", "980 000 001", "", "", ""]], { dryRun: "true" })).numbers).toMatchObject({
      ...{ code: "51", completed: { count: 1, samples: [{ number: "51980000001" }] }, abroad: { count: 0 } },
    });
    expect((await world.davi.call("PUT", "/settings/companyCountry", { value: "ZZ" })).status).toBe(400);
    await world.settings({ companyCountry: "BR" });
  });

  it("hand contacts to attendants per queue, all rows or none, and come back the same [API-053, API-054, CONTACT-009, D-135]", async () => {
    const good = [
      DELEGATION,
      ["Novo", "5511988882222", "vendas", "Ana"],
      [
        "",
        "5511988880002",
        "Vendas",
        (await world.rows<{ email: string }>("SELECT email FROM user_account WHERE id = $1", [ana.id]))[0]?.email ?? "",
      ],
    ];
    const bad = [
      ...good,
      ["", "1", "Vendas", "Ana"],
      ["", "5511988880003", "Não há", "Ana"],
      ["", "5511988880003", "Suporte", "Bia"],
      ["", "5511988880003", "Vendas", "Bia"],
      ["", "5511988882222", "Vendas", "Ana"],
    ];
    const before = await all();
    const { problems } = await imports(bad, { dryRun: "true" }, "/contacts/delegation/");
    expect(problems.map(({ line, problem }) => [line, problem])).toEqual([
      [4, "number"],
      [5, "queue"],
      [6, "queue"],
      [7, "user"],
      [8, "repeated"],
    ]);
    expect(await upload("/contacts/delegation/", await sheetBytes(bad))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("linha 4") as unknown, details: [{ field: "medias", rule: "rows" }] },
    });
    expect(await all()).toEqual(before);
    expect(await world.rows("SELECT 1 FROM contact_redirect")).toEqual([]);
    expect(await imports(good, {}, "/contacts/delegation/")).toMatchObject({ created: 1, changed: 2, skipped: 0 });
    expect(await byNumber("5511988882222")).toMatchObject({ name: "Novo", redirect: [{ queueId: sales.id, userId: ana.id }] });
    expect(await imports(good, {}, "/contacts/delegation/")).toMatchObject({ created: 0, changed: 0, skipped: 2 });
    const sheet = await exported("/contacts/export/delegation");
    expect(sheet.header).toEqual(DELEGATION);
    expect(sheet.rows).toHaveLength(2);
    expect(rowsSaid).toBe("2");
    // Sign-in addresses are for administrators, and user 1 for nobody [D-111, D-121].
    expect(sheet.rows.map(({ cells }) => cells[3])).toEqual(["Ana", "Ana"]);
    const support = await world.queue("Reservado", "#2e7d32");
    await world.rows(
      `INSERT INTO contact_redirect (contact_id, queue_id, user_id) SELECT id, $1, $2 FROM contact WHERE number = '5511988882222'`,
      [support.id, world.davi.id],
    );
    expect((await exported("/contacts/export/delegation")).rows.map(({ cells }) => cells[2])).toEqual(["Vendas", "Vendas"]);
    await world.rows("DELETE FROM contact_redirect WHERE queue_id = $1", [support.id]);
    const again = await imports([DELEGATION, ...sheet.rows.map(({ cells }) => [...cells])], {}, "/contacts/delegation/");
    expect(again).toMatchObject({ changed: 0, skipped: 2 });
  });

  const mayEdit = (editContact: boolean) => world.davi.ask("PUT", `/users/${ana.id}`, { editContact });
  /** Until the table is dropped, each step with one of these numbers takes some seconds, fewer than a statement may. */
  const closeGate = async (numbers: string): Promise<void> => {
    await world.rows("CREATE TABLE gate ()");
    await world.rows(`CREATE OR REPLACE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE to_regclass('gate') IS NOT NULL AND clock_timestamp() < statement_timestamp() + interval '4 s' LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NEW; END $$`);
    await world.rows(
      `CREATE OR REPLACE TRIGGER gate BEFORE INSERT ON contact FOR EACH ROW WHEN (NEW.number LIKE '${numbers}') EXECUTE FUNCTION wait_for_gate()`,
    );
  };

  it("go on when the browser leaves, one import at a time, until the person stops it; what is written stays and is said [API-051, D-133, D-275]", async () => {
    const PREFIX = "55119777";
    const rows = Array.from({ length: 20_000 }, (_, n) => [`Cliente ${n}`, `${PREFIX}${String(n).padStart(5, "0")}`, "", "", ""]);
    const bytes = await sheetBytes([HEADER, ...rows]);
    const one = await sheetBytes([HEADER, ["Outra", "5511977666555", "", "", ""]]);
    const jobs = () => ana.ask<JobView[]>("GET", "/jobs");
    const importJob = async () => (await jobs()).find(({ kind }) => kind === "contactImport");
    await closeGate(`${PREFIX}%500`);
    const body = new FormData();
    body.append("medias", new Blob([bytes]), "contatos.xlsx");
    const leaving = new AbortController();
    const left = fetch(`${world.stage.origin}/api/contacts/import`, {
      ...{ method: "POST", headers: { Authorization: `Bearer ${ana.token}` }, body, signal: leaving.signal },
    }).catch(() => "left");
    await eventually(async () => expect((await importJob())?.done).toBeGreaterThanOrEqual(1_000));
    leaving.abort();
    expect(await left).toBe("left");
    // The same file again, as after a lost answer, and another one.
    for (const again of [bytes, one])
      expect(await upload("/contacts/import", again)).toMatchObject({ status: 409, body: { code: "ERR_JOB_RUNNING" } });
    const { id = 0 } = (await importJob()) ?? {};
    expect(await bia.call("POST", `/jobs/${id}/stop`, {})).toMatchObject({ status: 404 });
    expect(await bia.ask("GET", "/jobs")).toEqual([]);
    expect(await ana.call("DELETE", `/jobs/${id}`)).toMatchObject({ status: 404 });
    await ana.ask("POST", `/jobs/${id}/stop`, {});
    await world.rows("DROP TABLE gate");
    await eventually(async () => expect(await importJob()).toMatchObject({ id, state: "cancelled" }));
    const { done = 0, result } = (await importJob()) ?? {};
    expect(done % 100).toBe(0);
    expect(done).toBeLessThan(20_000);
    expect(result).toEqual({ created: done, skipped: 0, problems: 0 });
    expect(await world.rows("SELECT count(*)::int AS n FROM contact WHERE number LIKE $1", [`${PREFIX}%`])).toEqual([{ n: done }]);
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'contact.import' ORDER BY id DESC LIMIT 1")).toEqual([
      { description: `${done} of 20000 rows written` },
    ]);
    // The planner knows them at once, without waiting for the database's own turn.
    const counted = "SELECT greatest(reltuples, 0)::int AS n FROM pg_class WHERE oid = 'contact'::regclass";
    await eventually(async () => expect((await world.rows<{ n: number }>(counted))[0]?.n).toBeGreaterThanOrEqual(done));
    await ana.ask("DELETE", `/jobs/${id}`);
    expect(await importJob()).toBeUndefined();
    const both = await Promise.all([one, one].map((each) => upload("/contacts/import", each)));
    const created = both.map(({ status, body }) => (status === 409 ? "ERR_JOB_RUNNING" : (body as { created: number }).created));
    // The second of two at once is refused, or finds what the first has written.
    expect([
      [1, 0],
      [0, 1],
      [1, "ERR_JOB_RUNNING"],
      ["ERR_JOB_RUNNING", 1],
    ]).toContainEqual(created);
    expect(await world.rows("SELECT count(*)::int AS n FROM contact WHERE number = '5511977666555'")).toEqual([{ n: 1 }]);
  }, 90_000);

  it("end when the right is taken away while they write; what is written stays and is said [W-06, D-278]", async () => {
    const PREFIX = "55119666";
    const rows = Array.from({ length: 400 }, (_, n) => [`Cliente ${n}`, `${PREFIX}${String(n).padStart(5, "0")}`, "", "", ""]);
    await closeGate(`${PREFIX}%350`);
    const importing = upload("/contacts/import", await sheetBytes([HEADER, ...rows]));
    const importJob = async () => (await ana.ask<JobView[]>("GET", "/jobs")).find(({ kind }) => kind === "contactImport");
    await eventually(async () => expect((await importJob())?.done).toBe(300));
    await mayEdit(false);
    await world.rows("DROP TABLE gate");
    expect(await importing).toMatchObject({ status: 409, body: { code: "ERR_JOB_STOPPED" } });
    expect(await importJob()).toMatchObject({ state: "cancelled", done: 300, result: { created: 300 }, endedBy: "right" });
    expect(await world.rows("SELECT count(*)::int AS n FROM contact WHERE number LIKE $1", [`${PREFIX}%`])).toEqual([{ n: 300 }]);
    await mayEdit(true);
  }, 60_000);

  it("write nothing when the right is taken away while the file comes in [W-08, D-278]", async () => {
    const uploads = path.join(world.stage.dataDir, "tmp", "uploads");
    const bytes = await sheetBytes([HEADER, ["Tarde", "5511988884444", "", "", ""]]);
    const head = '--x\r\nContent-Disposition: form-data; name="medias"; filename="contatos.xlsx"\r\n\r\n';
    let finish = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (sent) => {
        sent.enqueue(Buffer.concat([Buffer.from(head), bytes.subarray(0, 1_000)]));
        finish = () => {
          sent.enqueue(Buffer.concat([bytes.subarray(1_000), Buffer.from("\r\n--x--\r\n")]));
          sent.close();
        };
      },
    });
    const headers = { Authorization: `Bearer ${ana.token}`, "Content-Type": "multipart/form-data; boundary=x" };
    const call = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const coming = fetch(`${world.stage.origin}/api/contacts/import`, call);
    await eventually(async () => expect(await readdir(uploads)).toHaveLength(1));
    await mayEdit(false);
    finish();
    expect((await coming).status).toBe(403);
    expect(await world.rows("SELECT 1 FROM contact WHERE number = '5511988884444'")).toEqual([]);
    await mayEdit(true);
  });

  it("are not handed out when the right is taken away while they are made [W-09, D-278]", async () => {
    const { making } = await world.stage.test.database.transaction(async (tx) => {
      await tx.ask("LOCK TABLE contact IN ACCESS EXCLUSIVE MODE");
      const begun = ana.call("POST", "/contacts/export", {});
      await eventually(async () => {
        const waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        expect(await world.rows(`SELECT 1 ${waiting}`)).not.toEqual([]);
      });
      await mayEdit(false);
      return { making: begun };
    });
    expect(await making).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    await mayEdit(true);
  });

  it("are refused without the flags, and while the super administrator blocks imports, except for that person [CONTACT-005, CONTACT-006, CONTACT-020, D-127, D-133]", async () => {
    const bytes = await sheetBytes([HEADER, ["Fora", "5511988883333", "", "", ""]]);
    for (const at of ["/contacts/import", "/contacts/delegation"]) expect(await upload(at, bytes, {}, bia)).toMatchObject({ status: 403 });
    for (const at of ["/contacts/export", "/contacts/export/delegation"])
      expect(await bia.call("POST", at, {})).toMatchObject({ status: 403 });
    await world.settings({ blockContactImport: "enabled" });
    expect(await upload("/contacts/import", bytes)).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await byNumber("5511988883333")).toBeUndefined();
    expect(await upload("/contacts/import", bytes, {}, world.davi)).toMatchObject({ status: 200, body: { created: 1 } });
    await world.settings({ blockContactImport: "disabled" });
  });
});
