import type { JobView } from "@balcao/contracts/jobs";
import type { ImportedUsersView, ImportPreviewView, UserListView, UserView } from "@balcao/contracts/users";
import { sheetFile } from "@balcao/testing/sheetFile";
import type { Agent } from "./agent.fixture.js";
import { photo } from "./photo.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const HEADER = ["Nome*", "EMAIL", "Perfil", "Filas", "Conexao", "Ativo", "Senha"];

describe("the import of users", () => {
  let world: World;
  let marta: Agent;
  let queueId: number;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    marta = await world.person("Marta", { profile: "admin" });
    queueId = (await world.queue("Vendas", "#236681")).id;
    await world.queue("Pós-venda", "#aa0000");
  }, 90_000);
  afterAll(() => world.close());

  const upload = (rows: readonly (readonly string[])[], fields: Readonly<Record<string, string>> = {}): FormData => {
    const data = photo({ bytes: sheetFile(rows), name: "usuarios.xlsx", type: "application/octet-stream" });
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  const run = (rows: readonly (readonly string[])[], fields?: Readonly<Record<string, string>>) =>
    marta.call("POST", `/users/import/${marta.id}`, upload(rows, fields));
  const accounts = async () => (await marta.ask<UserListView>("GET", "/users?all=true")).users.map(({ name }) => name);

  it("shows each row with everything that is wrong with it, and writes nothing [USER-005, D-122]", async () => {
    const before = await accounts();
    const rows = [
      HEADER,
      ["Nina", "nina@x.com", "Gerente", "vendas; pos-venda", "", "Não", "ignorada"],
      ["N", "nada", "rei", "Nenhuma", "Loja X", "talvez"],
      ["Outra", "NINA@x.com"],
      ["Marta", "marta@balcao.test"],
    ];
    expect(await marta.ask<ImportPreviewView>("POST", `/users/import/${marta.id}/preview`, upload(rows))).toEqual({
      rows: [
        { line: 2, name: "Nina", email: "nina@x.com", profile: "gerente", active: false, exists: false, problems: [] },
        {
          ...{ line: 3, name: "N", email: "nada", profile: "user", active: true, exists: false },
          problems: [
            { column: "name", rule: "length" },
            { column: "email", rule: "email" },
            { column: "profile", rule: "unknown" },
            { column: "queues", rule: "unknown" },
            { column: "connection", rule: "unknown" },
            { column: "active", rule: "unknown" },
          ],
        },
        {
          line: 4,
          name: "Outra",
          email: "nina@x.com",
          profile: "user",
          active: true,
          exists: false,
          problems: [{ column: "email", rule: "repeated" }],
        },
        { line: 5, name: "Marta", email: "marta@balcao.test", profile: "user", active: true, exists: true, problems: [] },
      ],
      columns: {
        header: HEADER,
        samples: rows.slice(1, 4),
        taken: ["name", "email", "profile", "queues", "connection", "active", ""],
        isMissing: false,
      },
    });
    expect(await run(rows)).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", details: expect.arrayContaining([{ field: "rows.3.name", rule: "length" }]) },
    });
    expect(await accounts()).toEqual(before);
  });

  it("creates the chosen rows with one-time passwords that must be changed, skips known e-mails, and tells everybody [API-065, USER-005, S-49, C-5]", async () => {
    const rows = [
      HEADER,
      ["Nina", "nina@x.com", "gerente", "Vendas"],
      ["Olga", "olga@x.com"],
      ["N", "ruim"],
      ["Marta", "marta@balcao.test"],
    ];
    const answer = await run(rows, { lines: "2,5", log: JSON.stringify({ descricao: "Importou", origem: "Usuários" }) });
    expect(answer.status).toBe(200);
    const { created, skipped, accounts: made } = answer.body as ImportedUsersView;
    expect([created, skipped, made.map(({ name, line }) => [name, line])]).toEqual([1, 1, [["Nina", 2]]]);
    expect(await accounts()).toContain("Nina");
    expect(await accounts()).not.toContain("Olga");
    await eventually(() => expect(marta.received.some((text) => text.startsWith("user") && text.includes("Nina"))).toBe(true));
    const { users } = await marta.ask<UserListView>("GET", "/users?searchParam=Nina");
    const nina = await marta.ask<UserView>("GET", `/users/${users[0]?.id ?? 0}`);
    expect(nina).toMatchObject({ email: "nina@x.com", profile: "gerente", active: true, addContact: false, queues: [{ id: queueId }] });
    await world.rows(
      "UPDATE user_account SET saturday = true, sunday = true, holidays = true, start_time = '', end_time = '' WHERE id = $1",
      [nina.id],
    );
    await world.stage.auth.services.directory.refresh();
    expect((await world.stage.signIn("nina@x.com", made[0]?.password)).user).toMatchObject({ mustChangePassword: true });
    expect(
      await world.rows("SELECT action, source, subject_user_id AS subject FROM audit_entry WHERE user_id = $1 ORDER BY id", [marta.id]),
    ).toEqual([
      { action: "session.login", source: "server", subject: null },
      { action: "user.import", source: "server", subject: null },
      { action: "remark", source: "client", subject: null },
      { action: "user.create", source: "server", subject: nina.id },
    ]);
  });

  it("is a job with its progress, one at a time; stopped it writes no account and says so [D-122, D-133, D-275]", async () => {
    const before = await accounts();
    const rows = [HEADER, ...Array.from({ length: 400 }, (_none, at) => [`Pessoa ${at}`, `pessoa${at}@x.com`])];
    const jobs = () => marta.ask<readonly JobView[]>("GET", "/jobs");
    const running = run(rows);
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ kind: "userImport", state: "running", total: 400 }));
    const id = (await jobs())[0]?.id ?? 0;
    // The same file again, as after a lost answer.
    expect(await run(rows)).toMatchObject({ status: 409, body: { code: "ERR_JOB_RUNNING" } });
    await marta.ask("POST", `/jobs/${id}/stop`, {});
    expect(await running).toMatchObject({ status: 409, body: { code: "ERR_JOB_STOPPED" } });
    const [ended] = await jobs();
    expect(ended).toMatchObject({ id, state: "cancelled", result: { created: 0 } });
    expect(ended?.done).toBeLessThan(400);
    expect(await accounts()).toEqual(before);
    const leaving = new AbortController();
    const left = fetch(`${world.stage.origin}/api/users/import/${marta.id}`, {
      ...{ method: "POST", headers: { Authorization: `Bearer ${marta.token}` }, body: upload(rows), signal: leaving.signal },
    }).catch(() => "left");
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ state: "running" }));
    leaving.abort();
    expect(await left).toBe("left");
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ state: "cancelled", result: { created: 0 } }));
    expect(await accounts()).toEqual(before);
    expect(marta.received.some((text) => text.startsWith("job") && text.includes("userImport"))).toBe(true);
    await run([HEADER, ["Zilda", "zilda@x.com"], ["Marta", "marta@balcao.test"]]);
    expect((await jobs())[0]).toMatchObject({ state: "done", done: 1, total: 1, result: { created: 1, skipped: 1 } });
  });

  it("refuses no file, a file that is no spreadsheet, another person's id and everybody but administrators, and stores nothing [USER-005, D-122, ERR-020]", async () => {
    const before = await accounts();
    const at = `/users/import/${marta.id}`;
    for (const path of [at, `${at}/preview`]) {
      expect(await marta.call("POST", path, {})).toMatchObject({ status: 400, body: { details: [{ field: "medias", rule: "required" }] } });
      expect(await marta.call("POST", path, photo())).toMatchObject({ status: 400, body: { details: [{ field: "medias" }] } });
      // Only a preview asks what the columns are.
      const unknown = path.endsWith("preview")
        ? { status: 200, body: { rows: [] } }
        : { status: 400, body: { details: [{ rule: "column" }] } };
      expect(await marta.call("POST", path, upload([["Apelido"], ["Nina"]]))).toMatchObject(unknown);
      expect(await world.davi.call("POST", path, upload([HEADER, ["Zeca", "zeca@x.com"]]))).toMatchObject({ status: 403 });
    }
    const ana = await world.person("Ana");
    expect(await ana.call("POST", `/users/import/${ana.id}`, upload([HEADER, ["Zeca", "zeca@x.com"]]))).toMatchObject({ status: 403 });
    expect((await accounts()).filter((name) => name !== "Ana")).toEqual(before);
  });

  it.each<[string, readonly string[][], string, number]>([
    [
      "headers that are not understood",
      [
        ["Colaborador", "Endereço"],
        ["Nina", "nina@x.com"],
      ],
      "name,email",
      2,
    ],
    ["no headers", [["nina@x.com", "Nina"]], "email,name", 1],
  ])("asks what each column is where the file has %s, and reads it as the person says [D-361]", async (_what, rows, columns, line) => {
    const preview = (fields?: Readonly<Record<string, string>>) =>
      marta.ask<ImportPreviewView>("POST", `/users/import/${marta.id}/preview`, upload(rows, fields));
    expect(await preview()).toMatchObject({ rows: [], columns: { isMissing: true, taken: ["", ""] } });
    expect(await preview({ columns })).toMatchObject({
      rows: [{ line, name: "Nina", email: "nina@x.com", problems: [] }],
      columns: { isMissing: false, taken: columns.split(",") },
    });
    expect(await run(rows)).toMatchObject({ status: 400, body: { details: [{ field: "medias", rule: "column" }] } });
    const mine = rows.map((cells) => cells.map((cell) => cell.replace("nina@", `nina${line}@`).replace("Nina", `Nina ${line}`)));
    expect(await run(mine, { columns })).toMatchObject({ status: 200, body: { created: 1, accounts: [{ name: `Nina ${line}` }] } });
  });
});
