import { sealAudit } from "@balcao/application/roof/housekeeping";
import type { AuditListView, AuditVerifyView } from "@balcao/contracts/audit";
import type { TagView } from "@balcao/contracts/tags";
import type { Agent } from "./agent.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("the audit", () => {
  let world: World;
  let ana: Agent;
  let marta: Agent;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    ana = await world.person("Ana");
    marta = await world.person("Marta", { profile: "admin" });
  }, 90_000);
  afterAll(() => world.close());

  const list = (query = "") => marta.ask<AuditListView>("GET", `/audit${query}`);
  const verify = (after = 0) => marta.ask<AuditVerifyView>("POST", "/audit/verify", { after });
  const sealAll = async () => {
    while (await sealAudit(world.stage.auth.services));
  };

  it("shows administrators who did what to whom, when and from where; others may not read it [S-69, D-228]", async () => {
    const tag = await ana.ask<TagView>("POST", "/tag", { name: "VIP", color: "#1e7a3e" });
    await world.davi.ask("PUT", `/users/${ana.id}`, { profile: "gerente" });
    const { entries } = await list();
    expect(entries.find(({ action }) => action === "tag.create")).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      source: "server",
      action: "tag.create",
      description: "VIP",
      origin: "",
      user: { id: ana.id, name: "Ana" },
      token: null,
      ip: "127.0.0.1",
      about: [{ kind: "tag", id: tag.id, name: "VIP" }],
    });
    // The super administrator has no name for others.
    expect(entries.find(({ action }) => action === "user.change")).toMatchObject({
      user: { id: world.davi.id, name: null },
      about: [{ kind: "user", id: ana.id, name: "Ana" }],
    });
    expect((await world.davi.ask<AuditListView>("GET", "/audit")).entries.find(({ action }) => action === "user.change")?.user?.name).toBe(
      "Administrador",
    );
    expect(await ana.call("GET", "/audit")).toMatchObject({ status: 403 });
    expect(await ana.call("POST", "/audit/verify", {})).toMatchObject({ status: 403 });
  });

  it("is filtered by person, area and days, and read in pages by key", async () => {
    for (let n = 0; n < 60; n += 1) await ana.ask("POST", "/log", { descricao: `Nota ${n}`, origem: "Tags" });
    const own = await list(`?userId=${ana.id}`);
    expect(new Set(own.entries.map(({ user }) => user?.id))).toEqual(new Set([ana.id]));
    const first = await list("?area=remark");
    expect(first.entries).toHaveLength(50);
    const second = await list(`?area=remark&before=${first.next ?? 0}`);
    expect([second.entries.length, second.next]).toEqual([10, null]);
    expect([...first.entries, ...second.entries].map(({ description }) => description)).toEqual(
      Array.from({ length: 60 }, (_, n) => `Nota ${59 - n}`),
    );
    expect((await list("?from=2020-01-01&until=2020-01-31")).entries).toEqual([]);
    expect((await list("?from=2020-01-01&area=remark")).entries).toHaveLength(50);
    for (const wrong of ["from=yesterday", "userId=x", "before=-1"])
      expect(await marta.call("GET", `/audit?${wrong}`)).toMatchObject({ status: 400, body: { code: "ERR_VALIDATION" } });
  });

  it("is filtered by what it is about, by action and by address, alone and together, and offers the actions that there are [S-69]", async () => {
    const tag = await marta.ask<TagView>("POST", "/tag", { name: "Filtrada", color: "#1e7a3e" });
    await marta.ask("POST", "/log", { log: { descricao: "Sobre a etiqueta", origem: "Tags", tagId: tag.id } });
    const actionsOf = async (query: string) => (await list(query)).entries.map(({ action }) => action);
    expect(await actionsOf(`?kind=tag&objectId=${tag.id}`)).toEqual(["remark", "tag.create"]);
    expect(await actionsOf(`?kind=tag&objectId=${tag.id}&action=tag.create&userId=${marta.id}&ip=127.0.0.1`)).toEqual(["tag.create"]);
    for (const other of ["userId=1", "ip=10.1.1.1", "area=user", "until=2020-01-01"])
      expect([other, await actionsOf(`?kind=tag&objectId=${tag.id}&${other}`)]).toEqual([other, []]);
    expect(new Set(await actionsOf(`?kind=user&objectId=${ana.id}`))).toEqual(new Set(["user.create", "user.change"]));
    expect(new Set(await actionsOf("?action=tag.create"))).toEqual(new Set(["tag.create"]));
    expect(await actionsOf("?ip=10.1.1.1")).toEqual([]);
    const actions = await marta.ask<string[]>("GET", "/audit/actions");
    expect(actions).toEqual(expect.arrayContaining(["remark", "tag.create", "user.change"]));
    expect(actions).toEqual([...new Set(actions)].toSorted());
    expect(await marta.call("GET", "/audit?kind=nothing&objectId=1")).toMatchObject({ status: 400 });
    expect(await ana.call("GET", "/audit/actions")).toMatchObject({ status: 403 });
  });

  it("is exported as a streamed CSV file with the same filters, in which no cell is a formula; the export is audited [S-69]", async () => {
    await ana.ask("POST", "/log", { descricao: '=HYPERLINK("http://x")', origem: "Tags" });
    const { cookieHeader } = await world.stage.signIn("marta@balcao.test");
    const answer = await fetch(`${world.stage.origin}/api/audit/export?area=remark&userId=${ana.id}`, {
      headers: { Cookie: cookieHeader },
    });
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      expect.stringContaining('attachment; filename="audit.csv"'),
    ]);
    const lines = (await answer.text()).trim().split("\r\n");
    expect(lines).toHaveLength(62);
    expect(lines[0]).toContain("id;at;source;user;action;about;description;origin;ip");
    expect(lines[1]).toContain(`;client;Ana;remark;;"'=HYPERLINK(""http://x"")";Tags;`);
    expect((await list("?area=audit")).entries).toMatchObject([{ action: "audit.export", user: { id: marta.id }, ip: "127.0.0.1" }]);
    const other = await world.stage.signIn("ana@balcao.test");
    for (const headers of [{}, { Cookie: other.cookieHeader }])
      expect((await fetch(`${world.stage.origin}/api/audit/export`, { headers })).status).toBe(403);
    expect((await fetch(`${world.stage.origin}/api/audit/export?from=x`, { headers: { Cookie: cookieHeader } })).status).toBe(400);
  });

  it("whose years were archived is still a chain; what is missing without an archive is found, and an archive that is back is verified again [S-68]", async () => {
    const [first] = await world.rows<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_entry'::regclass AND inhrelid::regclass::text ~ 'until'",
    );
    const name = first?.name ?? "";
    const [until] = await world.rows<{ at: string }>("SELECT now()::text AS at");
    const attach = `ALTER TABLE audit_entry ATTACH PARTITION ${name} FOR VALUES FROM (MINVALUE) TO ('${until?.at}')`;
    await sealAll();
    await expect(world.rows("SELECT archive_audit($1)", [name])).rejects.toThrow("has not ended yet");
    await expect(world.rows("SELECT archive_audit('audit_entry_default')")).rejects.toThrow(
      "no partition of the audit that can be archived",
    );
    // The year ends now; later entries are outside of it, and so is one whose id is smaller than those of some others.
    await world.rows(`ALTER TABLE audit_entry DETACH PARTITION ${name}`);
    await world.rows("INSERT INTO audit_entry (source, action, at) VALUES ('server', 'remark.late', '2199-01-01')");
    await world.rows(`INSERT INTO ${name} (source, action, at) VALUES ('server', 'remark.last', '2020-01-01')`);
    await world.rows(`INSERT INTO audit_unsealed SELECT id, at FROM ${name} WHERE action = 'remark.last'`);
    await world.rows(attach);
    await ana.ask("POST", "/log", { descricao: "Depois do ano", origem: "Tags" });
    await sealAll();
    const whole = await verify();
    expect(whole).toMatchObject({ archived: 0, broken: null });

    const [taken] = await world.rows<{ n: number }>("SELECT archive_audit($1)::int AS n", [name]);
    expect(taken?.n).toBeGreaterThan(1);
    await sealAll();
    expect(await verify()).toMatchObject({ archived: taken?.n, entries: whole.entries - (taken?.n ?? 0) + 1, next: null, broken: null });
    expect((await list("?area=audit")).entries).toMatchObject([{ action: "audit.archive", description: name, user: null }]);
    await expect(world.rows("DELETE FROM audit_archive")).rejects.toThrow("append-only");
    const [late] = await world.rows<{ id: number }>("SELECT id FROM audit_entry WHERE action = 'remark.late'");
    await world.rows("ALTER TABLE audit_entry_default DISABLE TRIGGER USER");
    await world.rows("CREATE TABLE set_aside AS SELECT * FROM audit_entry WHERE id = $1", [late?.id]);
    await world.rows("DELETE FROM audit_entry_default WHERE id = $1", [late?.id]);
    expect((await verify()).broken?.entryId).toBe(late?.id);
    await world.rows("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_queue");
    await world.rows("INSERT INTO audit_entry SELECT * FROM set_aside");
    await world.rows("ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_queue");

    await world.rows(attach);
    expect(await verify()).toMatchObject({ archived: 0, entries: whole.entries + 1, broken: null });
  });

  it("proves on demand that no sealed entry was changed, deleted or taken out of its chain, and names the first broken one [S-68]", async () => {
    await sealAll();
    await ana.ask("POST", "/log", { descricao: "Depois", origem: "Tags" });
    await sealAll();
    const sound = await verify();
    expect(sound).toMatchObject({ next: null, broken: null });
    expect(sound.seals).toBeGreaterThan(1);
    const target = (await list("?area=remark")).entries[3]?.id ?? 0;
    const tamper = async (sql: string) => {
      await world.rows("ALTER TABLE audit_entry DISABLE TRIGGER USER");
      await world.rows("ALTER TABLE audit_seal DISABLE TRIGGER USER");
      await world.rows(sql);
    };
    await tamper(`UPDATE audit_entry SET description = 'Nada' WHERE id = ${target}`);
    const { broken } = await verify();
    expect(broken).toMatchObject({ entryId: target, sealId: expect.any(Number) });
    expect([broken?.firstEntryId, broken?.lastEntryId].map((id) => Math.sign((id ?? 0) - target))).toEqual([-1, 1]);
    await tamper(`DELETE FROM audit_entry WHERE id = ${target}`);
    expect((await verify()).broken?.entryId).toBe(target);
    // Whoever also changes the seal breaks the chain after it.
    await tamper(`DELETE FROM audit_seal WHERE id = (SELECT min(id) FROM audit_seal)`);
    expect((await verify()).broken).toMatchObject({ entryId: null });
  });
});
