import type { SettingView } from "@balcao/contracts/settings";
import { SETTING_KEYS, SETTINGS } from "@balcao/domain/settings";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("settings", () => {
  let world: World;
  let marta: Agent;
  let ana: Agent;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    marta = await world.person("Marta", { profile: "admin" });
    ana = await world.person("Ana");
  }, 90_000);
  afterAll(() => world.close());

  const read = async (agent: Agent, key: string) => (await agent.ask<SettingView[]>("GET", "/settings")).find((each) => each.key === key);
  const change = (agent: Agent, key: string, value: unknown) => agent.call("PUT", `/settings/${key}`, { value });

  it("are changed by administrators one at a time; everybody hears of it, and administrators see who it was [API-089, SET-002, RT-027, D-224]", async () => {
    const heard: unknown[] = [];
    ana.socket.on("settings", (event) => void heard.push(event));
    const began = Date.now();
    const changed = await marta.ask<SettingView>("PUT", "/settings/forceSign", { value: "enabled" });
    expect(changed).toEqual({ key: "forceSign", value: "enabled", changed: { at: expect.any(String), by: "Marta" } });
    expect(Date.parse(changed.changed?.at ?? "")).toBeGreaterThanOrEqual(began - 1_000);
    await eventually(() => expect(heard).toEqual([{ action: "update", setting: { key: "forceSign", value: "enabled" } }]));
    expect(await read(ana, "forceSign")).toEqual({ key: "forceSign", value: "enabled" });
    expect((await change(ana, "forceSign", "disabled")).status).toBe(403);
    expect(await read(ana, "forceSign")).toMatchObject({ value: "enabled" });
  });

  it("do not name the super administrator to other administrators [D-121]", async () => {
    await world.davi.ask("PUT", "/settings/call", { value: "disabled" });
    expect((await read(world.davi, "call"))?.changed).toMatchObject({ by: "Administrador" });
    expect((await read(marta, "call"))?.changed).toEqual({ at: expect.any(String), by: null });
  });

  it("take every value of their list, and refuse all others with the field and, for times, the documented sentence [SET-003, SET-004, SET-007, SET-011, SET-028, SET-029, SET-030, SET-031, SET-032]", async () => {
    for (const key of SETTING_KEYS) {
      const row = SETTINGS[key];
      const values = "choices" in row ? row.choices : row.kind === "toggle" ? ["enabled", "disabled"] : [row.default];
      for (const value of values)
        expect([key, await change(world.davi, key, value)]).toMatchObject([key, { status: 200, body: { key, value: String(value) } }]);
      const wrong = row.kind === "text" ? "x".repeat(row.longest + 1) : "25:99";
      expect([key, await change(world.davi, key, wrong)]).toMatchObject([
        key,
        { status: 400, body: { code: "ERR_VALIDATION", details: [{ field: "value" }] } },
      ]);
      // Otherwise the next calls would be refused until a second factor is set up (D-521).
      if (key === "secondFactorFor") await change(world.davi, key, row.default);
    }
    for (const [key, sentence] of [
      ["horarioAbertura", "Horário de abertura inválido"],
      ["horarioFechamento", "Horário de fechamento inválido"],
      ["horarioAlmoco", "Horário de almoço inválido"],
      ["horarioFimAlmoco", "Horário de final de almoço inválido"],
    ] as const)
      for (const wrong of ["24:00", "8:00", "08:60", ""])
        expect((await change(marta, key, wrong)).body).toMatchObject({ error: sentence, message: sentence });
    expect(await change(marta, "queueCron", "")).toMatchObject({ status: 200, body: { value: "" } });
    expect(await change(marta, "nothing", "1")).toMatchObject({ status: 404, body: { code: "ERR_NO_SETTING_FOUND" } });
    expect((await marta.call("PUT", "/settings/call", {})).status).toBe(400);
  }, 60_000);

  it("of the super administrator are hidden from other administrators and refused to them [SET-033, CONTACT-020]", async () => {
    expect(await read(marta, "blockContactImport")).toBeUndefined();
    expect((await change(marta, "blockContactImport", "enabled")).status).toBe(403);
    await change(world.davi, "blockContactImport", "enabled");
    expect(await read(world.davi, "blockContactImport")).toMatchObject({ value: "enabled" });
    expect(await read(marta, "contactImport")).toEqual({ key: "contactImport", value: "disabled" });
    expect(await read(world.davi, "contactImport")).toEqual({ key: "contactImport", value: "enabled" });
    const events = marta.received.filter((text) => text.includes("blockContactImport"));
    expect(events).toEqual([]);
  });

  it("are not overwritten by somebody who has seen another value, unless that person does not say what was seen [API-089, D-224]", async () => {
    await change(marta, "horarioAbertura", "08:30");
    const stale = { value: "09:30", expected: "08:00", log: { descricao: "Alterou", origem: "Outra tela" } };
    expect(await world.davi.call("PUT", "/settings/horarioAbertura", stale)).toMatchObject({
      status: 409,
      body: { code: "ERR_SETTING_CHANGED", error: "Outra pessoa alterou esta configuração." },
    });
    expect(await read(marta, "horarioAbertura")).toMatchObject({ value: "08:30" });
    expect(await world.rows("SELECT 1 FROM audit_entry WHERE description LIKE 'horarioAbertura%09:30'")).toEqual([]);
    expect((await world.davi.call("PUT", "/settings/horarioAbertura", { ...stale, value: "08:30" })).status).toBe(200);
    expect((await world.davi.call("PUT", "/settings/horarioAbertura", { ...stale, expected: "08:30" })).status).toBe(200);
    // A setting that nobody has changed yet is seen with its default.
    await world.rows("DELETE FROM setting WHERE key = 'intervalClose'");
    expect((await marta.call("PUT", "/settings/intervalClose", { value: "60", expected: "10" })).status).toBe(409);
    expect((await marta.call("PUT", "/settings/intervalClose", { value: "60", expected: "" })).status).toBe(200);
    expect((await change(marta, "horarioAbertura", "08:00")).status).toBe(200);
  });

  it("leave who changed what from which value in the audit, once, and nothing for a value that stays [S-69, LOG-002, D-230]", async () => {
    await change(marta, "sound", "skype");
    await marta.ask("PUT", "/settings/sound", { value: "blub", log: { descricao: "Alterou o som", origem: "Configurações" } });
    await change(marta, "sound", "blub");
    expect(
      await world.rows(
        `SELECT e.source, e.action, e.description, e.origin, e.user_id AS "userId" FROM audit_entry e
         LEFT JOIN setting s ON e.related_kind = 'setting' AND s.id = e.related_id WHERE s.key = 'sound' AND e.user_id = $1 OR e.origin = 'Configurações' ORDER BY e.id`,
        [marta.id],
      ),
    ).toEqual([
      { source: "server", action: "setting.change", description: "sound: skype → blub", origin: "", userId: marta.id },
      { source: "client", action: "remark", description: "Alterou o som", origin: "Configurações", userId: marta.id },
    ]);
  });
});
