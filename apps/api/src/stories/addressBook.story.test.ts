import type { ContactListView, ContactView, SheetImportView } from "@balcao/contracts/contacts";
import type { JobView } from "@balcao/contracts/jobs";
import type { QueueView } from "@balcao/contracts/queues";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const AT = "/contacts/import";

describe("the address book of a phone", () => {
  let world: World;
  let sales: QueueView;
  let shop: LinkedNumber;
  let branch: LinkedNumber;
  let ana: Agent;
  let rui: Agent;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#ff0000");
    shop = await world.number("Loja", [sales], { isDefault: true });
    branch = await world.number("Filial", [sales]);
    ana = await world.person("Ana", { queueIds: [sales.id], editContact: true });
    rui = await world.person("Rui", { queueIds: [sales.id], editContact: true, whatsappId: branch.id });
  }, 90_000);
  afterAll(() => world.close());

  const save = (number: LinkedNumber, jid: string, name: string): void =>
    world.gateway.control.saveContact({ token: number.key, jid, name });
  const byNumber = async (number: string): Promise<ContactView | undefined> =>
    (await ana.ask<ContactListView>("GET", `/contacts?searchParam=${number}`)).contacts[0] as ContactView | undefined;
  const job = async (): Promise<JobView | undefined> =>
    (await ana.ask<JobView[]>("GET", "/jobs")).find(({ kind }) => kind === "contactImport");

  it("is imported without a file: saved people with a number once, known numbers as they are [API-051, D-133, D-252]", async () => {
    await world.davi.ask("POST", "/contact", { name: "Já Existe", number: "5511988880001", email: "" });
    save(shop, "551188880001", "Outro Nome");
    save(shop, "5511988880002", "<img src=x onerror=alert(1)>");
    save(shop, "5511988880003", "\u202e\u0645\u062d\u0645\u062f \u0639\u0644\u064a\u0000");
    save(shop, "5511988880004", `${"😀".repeat(20)}${"A".repeat(2_000)}`);
    save(shop, "5511988880005", "Z");
    save(shop, "5511988880006", "Com nono dígito");
    save(shop, "551188880006", "Sem nono dígito");
    save(shop, "100000000000077@lid", "Só LID");
    save(shop, "120363000000000001@g.us", "Grupo");
    const { number = "" } = world.gateway.control.state().users.find(({ token }) => token === shop.key) ?? {};
    save(shop, number, "Eu");
    const before = await world.rows("SELECT id FROM contact ORDER BY id");
    const expected: SheetImportView = { created: 5, skipped: 1, changed: 0, problems: [], problemCount: 2 };
    expect(await ana.ask("POST", AT, { dryRun: true })).toEqual(expected);
    expect(await world.rows("SELECT id FROM contact ORDER BY id")).toEqual(before);
    expect(await ana.ask("POST", AT, {})).toEqual(expected);
    expect(await byNumber("5511988880001")).toMatchObject({ name: "Já Existe" });
    expect(await byNumber("5511988880002")).toMatchObject({ name: "<img src=x onerror=alert(1)>", respostaAutomatica: true });
    expect(await byNumber("5511988880003")).toMatchObject({ name: expect.stringMatching(/^\u0645\u062d\u0645\u062f \u0639\u0644\u064a/) });
    const { name = "" } = (await byNumber("5511988880004")) ?? {};
    expect([name.length, name.startsWith("😀😀"), name.endsWith("A")]).toEqual([50, true, true]);
    expect(await byNumber("5511988880005")).toMatchObject({ name: "+55 (11) 98888-0005" });
    expect(await byNumber("5511988880006")).toMatchObject({ name: "Com nono dígito" });
    expect(await world.rows("SELECT 1 FROM contact WHERE number = $1 OR name IN ('Grupo', 'Eu', 'Só LID')", [number])).toEqual([]);
    expect(await job()).toMatchObject({ state: "done", done: 6, total: 6, result: { created: 5, skipped: 1, leftOut: 2 } });
    expect(await world.rows("SELECT description, connection_id FROM audit_entry WHERE action = 'contact.import'")).toEqual([
      { description: "5 of 6 saved contacts of the phone written", connection_id: shop.id },
    ]);
    expect(await ana.ask("POST", AT, {})).toEqual({ ...expected, created: 0, skipped: 6 });
    expect(await world.rows("SELECT 1 FROM gateway_call WHERE kind = 'addressBook'")).toEqual([]);
  });

  it("is that of the person's own default connection, where there is one [API-051, D-133]", async () => {
    save(branch, "5511988881111", "Da filial");
    expect(await rui.ask("POST", AT, {})).toMatchObject({ created: 1, skipped: 0 });
    expect(await byNumber("5511988881111")).toMatchObject({ name: "Da filial" });
  });

  it("goes on when the browser leaves, and can be stopped [API-051, D-133]", async () => {
    const PREFIX = "55119777";
    for (let n = 0; n < 3_000; n += 1) save(shop, `${PREFIX}${String(n).padStart(5, "0")}`, `Cliente ${n}`);
    await world.rows("CREATE TABLE gate ()");
    await world.rows(`CREATE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE to_regclass('gate') IS NOT NULL AND clock_timestamp() < statement_timestamp() + interval '4 s' LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NEW; END $$`);
    await world.rows(
      `CREATE TRIGGER gate BEFORE INSERT ON contact FOR EACH ROW WHEN (NEW.number LIKE '${PREFIX}%500') EXECUTE FUNCTION wait_for_gate()`,
    );
    const leaving = new AbortController();
    const left = fetch(`${world.stage.origin}/api${AT}`, {
      ...{ method: "POST", headers: { Authorization: `Bearer ${ana.token}` }, signal: leaving.signal },
    }).catch(() => "left");
    await eventually(async () => expect(await job()).toMatchObject({ state: "running" }));
    leaving.abort();
    expect(await left).toBe("left");
    expect(await ana.call("POST", AT, {})).toMatchObject({ status: 409, body: { code: "ERR_JOB_RUNNING" } });
    const { id = 0 } = (await job()) ?? {};
    await ana.ask("POST", `/jobs/${id}/stop`, {});
    await world.rows("DROP TABLE gate");
    await eventually(async () => expect(await job()).toMatchObject({ id, state: "cancelled" }));
    const { done = 0, total, result } = (await job()) ?? {};
    expect(done).toBeLessThan(total ?? 0);
    const inserted = await world.rows("SELECT 1 FROM contact WHERE number LIKE $1", [`${PREFIX}%`]);
    const written = inserted.length;
    expect(result).toMatchObject({ created: written });
    await world.rows("DROP TRIGGER gate ON contact");
    expect(await ana.ask("POST", AT, {})).toMatchObject({ created: 3_000 - written });
  }, 90_000);

  it("is refused while the super administrator blocks imports, except for that person, and without the flag [CONTACT-020, D-127, D-133]", async () => {
    const bia = await world.person("Bia", { queueIds: [sales.id] });
    expect(await bia.call("POST", AT, {})).toMatchObject({ status: 403 });
    await world.settings({ blockContactImport: "enabled" });
    expect(await ana.call("POST", AT, {})).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await world.davi.ask("POST", AT, { dryRun: true })).toMatchObject({ created: 0 });
    await world.settings({ blockContactImport: "disabled" });
  });

  it("says why it cannot be read: phone not linked, connector without an address book, no worker, no default connection [D-133, D-252]", async () => {
    const refused = (body: object) => ({ status: 400, body });
    const change = async (sql: string): Promise<void> => {
      await world.rows(sql, [branch.id]);
      await world.stage.auth.services.directory.refresh();
    };
    world.gateway.control.loggedOut({ token: branch.key });
    expect(await rui.call("POST", AT, {})).toMatchObject(refused({ code: "ERR_GATEWAY", error: "ERR_GATEWAY_NOT_CONNECTED" }));
    await world.restartWorker(async () => {
      for (const api of ["baileys", "cloud_api"]) {
        await change(`UPDATE connection SET api = '${api}' WHERE id = $1`);
        expect(await rui.call("POST", AT, {})).toMatchObject(refused({ code: "ERR_GATEWAY", error: "ERR_GATEWAY_NO_ADDRESS_BOOK" }));
      }
      await change("UPDATE connection SET api = 'meow' WHERE id = $1");
      expect(await rui.call("POST", AT, {})).toMatchObject(refused({ code: "ERR_GATEWAY_TIMEOUT" }));
      await change("UPDATE connection SET is_default = false WHERE id <> $1");
      expect(await ana.call("POST", AT, {})).toMatchObject(refused({ code: "ERR_NO_DEF_WAPP_FOUND" }));
    });
  }, 60_000);
});
