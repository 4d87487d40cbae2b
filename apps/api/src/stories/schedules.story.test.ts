import type { ContactView } from "@balcao/contracts/contacts";
import type { ServerEvent } from "@balcao/contracts/live";
import type { ScheduleLogView, ScheduleView } from "@balcao/contracts/schedules";
import { sampleOf } from "@balcao/simulators/wuzapi";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const MINUTE_MS = 60_000;

describe("schedules", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let phones = 5511900300000;
  const heard: ServerEvent<"agendamento">[] = [];

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia");
    shop = await world.number("Loja", [sales]);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 100)", [shop.id]);
    await world.settings({});
    bia.socket.on("agendamento", (event) => heard.push(event));
  }, 120_000);
  afterAll(() => world.close());

  const contact = (name: string) =>
    world.davi.ask<ContactView>("POST", "/contacts", { name, number: String((phones += 1)), respostaAutomatica: true });
  const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const create = (body: object) =>
    ana.ask<ScheduleView>("POST", "/agendamento", {
      title: "Aviso",
      message: "Olá, {{name}}",
      recurrence: "once",
      RValue: "0",
      sendAt: soon(60),
      ...body,
    });
  const get = (id: number) => bia.ask<ScheduleView>("GET", `/agendamento/${id}`);
  const logs = (id: number) => ana.ask<ScheduleLogView[]>("GET", `/agendamento/logs/${id}`);
  /** The minute of the schedule has come. */
  const makeDue = (id: number, ago = "1 second") =>
    world.rows(`UPDATE schedule SET next_due = date_trunc('milliseconds', now() - $2::interval) WHERE id = $1`, [id, ago]);
  const done = (id: number) => eventually(async () => expect((await get(id)).status).toBe("done"), PATIENCE_MS);
  const got = ({ number }: ContactView): string[] =>
    world
      .customer(number ?? "", shop)
      .chat()
      .flatMap(({ author, text }) => (author === "owner" ? [text] : []));

  it("send once at their moment, with a log of who got what, and everybody sees it [SCHED-011, SCHED-012, SCHED-014, SCHED-022, RT-023, API-120, API-121, API-122, D-187, D-189, D-195, D-199]", async () => {
    const [um, dois] = [await contact("Um"), await contact("Dois")];
    const sendAt = soon(60);
    const made = await create({ sendAt, contactsIds: `${um.id},${dois.id}` });
    expect(made).toMatchObject({
      title: "Aviso",
      recurrence: "once",
      RValue: "0",
      contactsIds: `${um.id},${dois.id}`,
      tagsIds: "",
      allContacts: false,
      enviados: 0,
      total: 0,
      whatsapp: null,
      updatedAt: expect.any(String),
    });
    expect(Date.parse(made.sendAt)).toBe(Math.floor(Date.parse(sendAt) / MINUTE_MS) * MINUTE_MS);
    expect(await logs(made.id)).toEqual([]);
    await makeDue(made.id);
    await done(made.id);
    expect(await get(made.id)).toMatchObject({ RValue: "1", enviados: 2, total: 2, nextAt: null });
    expect([got(um), got(dois)]).toEqual([["Olá, Um"], ["Olá, Dois"]]);
    expect(await logs(made.id)).toEqual([
      { id: expect.any(String), contact: { id: um.id, name: "Um" }, wasSend: true, createdAt: expect.any(String), body: "Olá, Um" },
      { id: expect.any(String), contact: { id: dois.id, name: "Dois" }, wasSend: true, createdAt: expect.any(String), body: "Olá, Dois" },
    ]);
    expect((await bia.ask<ScheduleView[]>("GET", "/agendamento")).map(({ id }) => id)).toContain(made.id);
    await eventually(() =>
      expect(heard.filter((event) => event.agendamentoId === made.id).at(-1)).toMatchObject({ agendamento: { enviados: 2 } }),
    );
    const change = { title: "", message: "Tarde", recurrence: "once", sendAt: soon(60), contactsIds: [um.id] };
    expect(await ana.call("PUT", `/agendamento/${made.id}`, change)).toMatchObject({ status: 400, body: { code: "ERR_SCHEDULE_SENT" } });
  }, 90_000);

  it("take every recurrence with its value, and run again at the next moment [SCHED-013, SCHED-016, SCHED-017, SCHED-018, SCHED-019, SCHED-020, D-189, D-193]", async () => {
    const one = await contact("Mensal");
    for (const [recurrence, given, stored] of [
      ["every_day", "9", ""],
      ["every_week", "Segunda-feira", "monday"],
      ["every_month", 31, "31"],
      ["quarterly", "15/02", "15/2"],
      ["anually", "29/2", "29/2"],
      ["business_day", "5", "5"],
    ] as const)
      expect([recurrence, (await create({ recurrence, RValue: String(given), contactsIds: [one.id] })).RValue]).toEqual([
        recurrence,
        stored,
      ]);
    const last = await create({ recurrence: "last_day_of_month", contactsIds: [one.id], message: "Fim do mês" });
    expect(last.RValue).toBe("0");
    await makeDue(last.id);
    await done(last.id);
    const after = await get(last.id);
    expect(after).toMatchObject({ RValue: "1", enviados: 1, total: 1, nextAt: expect.any(String) });
    expect(got(one)).toEqual(["Fim do mês"]);
    await world.rows("UPDATE schedule SET reset_at = now() - interval '1 second' WHERE id = $1", [last.id]);
    await eventually(async () => expect((await get(last.id)).RValue).toBe("0"));
  }, 90_000);

  it("keep what a change does not name: two people change one each, and a repeated one that has begun needs no new first day [SCHED-010, D-163, D-187]", async () => {
    const one = await contact("Dupla");
    const { id, ...made } = await create({ contactsIds: [one.id], recurrence: "every_month", RValue: "31", whatsappId: shop.id });
    await world.rows("UPDATE schedule SET send_at = send_at - interval '40 days' WHERE id = $1", [id]);
    const begun = await get(id);
    const change = (agent: Agent, body: object) => agent.ask<ScheduleView>("PUT", `/agendamento/${id}`, body);
    await change(ana, { message: "Da Ana" });
    const both = await change(bia, { title: "Da Bia" });
    expect(both).toEqual({ ...begun, title: "Da Bia", message: "Da Ana", updatedAt: both.updatedAt });
    expect(both).toMatchObject({ RValue: "31", contactsIds: made.contactsIds, whatsapp: { id: shop.id }, nextAt: made.nextAt });
    const weekly = await change(bia, { recurrence: "every_week", RValue: "friday" });
    expect(weekly).toMatchObject({ sendAt: begun.sendAt, RValue: "friday" });
    expect(Date.parse(weekly.nextAt ?? "")).toBeGreaterThan(Date.now());
    expect(await ana.call("PUT", `/agendamento/${id}`, { RValue: "32" })).toMatchObject({
      status: 400,
      body: { details: [{ field: "RValue" }] },
    });
    expect(await ana.call("PUT", `/agendamento/${id}`, { recurrence: "once" })).toMatchObject({ body: { code: "ERR_SCHEDULE_PAST" } });
    expect(await ana.call("PUT", `/agendamento/${id}`, { sendAt: begun.sendAt })).toMatchObject({ body: { code: "ERR_SCHEDULE_PAST" } });
    await ana.ask("DELETE", `/agendamento/${id}`);
  });

  it("say at once that a tag of theirs was deleted, and that a deleted connection became the default one [SCHED-005, TAG-003, D-152, D-182]", async () => {
    const tag = await ana.ask<{ id: number }>("POST", "/tag", { name: "Some logo", color: "#123456" });
    const [spare] = await world.rows<{ id: number }>("INSERT INTO connection (name, api) VALUES ('Passageira', 'baileys') RETURNING id");
    await world.settings({});
    const made = await create({ recurrence: "every_day", tagsIds: [tag.id], whatsappId: spare?.id });
    expect(made).toMatchObject({ missingTags: 0, whatsapp: { name: "Passageira" } });
    const last = () => heard.filter((event) => event.agendamentoId === made.id).at(-1);
    await eventually(() => expect(last()).toMatchObject({ agendamento: { missingTags: 0 } }));
    await ana.ask("DELETE", `/tag/${tag.id}`);
    await eventually(() => expect(last()).toMatchObject({ agendamento: { missingTags: 1, tagsIds: String(tag.id) } }));
    await world.davi.ask("DELETE", `/whatsapp/${spare?.id ?? 0}`);
    await eventually(() => expect(last()).toMatchObject({ agendamento: { whatsapp: null } }));
    await ana.ask("DELETE", `/agendamento/${made.id}`);
  });

  it("run late: a single one always, a repeated one up to an hour; never twice for one minute [SCHED-028, D-194]", async () => {
    const one = await contact("Atrasada");
    const single = await create({ contactsIds: [one.id], message: "Única" });
    const daily = await create({ contactsIds: [one.id], message: "Diária", recurrence: "every_day" });
    await makeDue(single.id, "3 days");
    await makeDue(daily.id, "90 minutes");
    await done(single.id);
    await eventually(async () => expect(Date.parse((await get(daily.id)).nextAt ?? "")).toBeGreaterThan(Date.now()));
    expect((await get(daily.id)).status).toBeNull();
    await makeDue(daily.id, "30 minutes");
    await done(daily.id);
    expect(got(one).sort()).toEqual(["Diária", "Única"]);
    const [run] = await world.rows<{ due: Date }>("SELECT due_at AS due FROM send_run WHERE schedule_id = $1", [daily.id]);
    await world.rows("UPDATE schedule SET next_due = $2 WHERE id = $1", [daily.id, run?.due]);
    await eventually(async () => expect(Date.parse((await get(daily.id)).nextAt ?? "")).toBeGreaterThan(Date.now()));
    expect(await world.rows("SELECT 1 FROM send_run WHERE schedule_id = $1", [daily.id])).toHaveLength(1);
    expect(got(one)).toHaveLength(2);
  }, 90_000);

  const withFiles = (method: string, path: string, fields: object, ...medias: readonly (readonly [Uint8Array, string])[]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    for (const [bytes, name] of medias) form.append("medias", new Blob([new Uint8Array(bytes)]), name);
    return ana.call(method, path, form);
  };

  it("carry files like a message: typed by their content, the first with the text, each at its own turn, changed one by one [SCHED-010, SCHED-022, D-183, D-187, D-251]", async () => {
    const two = [await contact("Foto"), await contact("Filme")];
    const rule = {
      ...{ title: "Com arquivos", message: "Veja, {{name}}", recurrence: "every_day", sendAt: soon(60) },
      ...{ contactsIds: two.map(({ id }) => id).join(","), allContacts: false, tagsIds: "", whatsappId: "", template: "" },
      log: JSON.stringify({ userId: ana.id, userName: "Ana" }),
    };
    const pdf = Buffer.from("%PDF-1.4\n%âãÏÓ\n");
    const made = (await withFiles("POST", "/agendamento", rule, [PNG, "foto.txt"], [pdf, "tabela.pdf"])).body as ScheduleView;
    expect(made.medias).toMatchObject([
      { name: "foto.txt", mimetype: "image/png", size: PNG.length },
      { name: "tabela.pdf", mimetype: "application/pdf" },
    ]);
    const address = (await get(made.id)).medias[0]?.url ?? "";
    const picture = await world.stage.call("GET", address.replace(world.stage.origin, ""));
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG);
    await makeDue(made.id);
    await done(made.id);
    expect(await get(made.id)).toMatchObject({ enviados: 2, total: 2 });
    const shown = ({ number }: ContactView) =>
      world
        .customer(number ?? "", shop)
        .chat()
        .map(({ kind, text }) => [kind, text]);
    for (const each of two)
      expect(shown(each)).toEqual([
        ["image", `Veja, ${each.name}`],
        ["document", expect.any(String)],
      ]);
    const [paced] = await world.rows<{ n: number; ms: number }>(
      `SELECT count(*)::int AS n, min(gap)::float8 AS ms FROM (
         SELECT extract(epoch FROM o.first_handed_at - lag(o.first_handed_at) OVER (ORDER BY o.first_handed_at)) * 1000 AS gap
         FROM outbox o JOIN send_run r ON r.id = o.send_run_id WHERE r.schedule_id = $1) each`,
      [made.id],
    );
    expect(paced?.n).toBe(4);
    expect(paced?.ms).toBeGreaterThanOrEqual(99);
    // The file belongs to the schedule: a contact that is deleted with its messages takes nothing away.
    await world.davi.ask("DELETE", `/contacts/${two[1]?.id ?? 0}`);
    const owners = () => world.rows("SELECT owner_kind FROM file WHERE id = ANY($1::uuid[])", [made.medias.map(({ id }) => id)]);
    expect(await owners()).toEqual([{ owner_kind: "schedule" }, { owner_kind: "schedule" }]);

    const change = { ...rule, contactsIds: two[0]?.id };
    expect((await ana.ask<ScheduleView>("PUT", `/agendamento/${made.id}`, change)).medias.map(({ name }) => name)).toEqual([
      "foto.txt",
      "tabela.pdf",
    ]);
    const [kept] = made.medias;
    const changed = await withFiles("PUT", `/agendamento/${made.id}`, { ...change, keepMedias: kept?.id }, [PNG, "nova.png"]);
    expect((changed.body as ScheduleView).medias).toMatchObject([{ id: kept?.id }, { name: "nova.png" }]);
    // What was sent stays in the conversations.
    expect(await owners()).toHaveLength(2);
    expect((await ana.ask<ScheduleView>("PUT", `/agendamento/${made.id}`, { ...change, keepMedias: "" })).medias).toEqual([]);
    expect(await owners()).toEqual([{ owner_kind: "schedule" }, { owner_kind: "schedule" }]);
    const unsent = await world.rows("SELECT owner_kind FROM file WHERE original_name = 'nova.png'");
    expect(unsent).toEqual([{ owner_kind: "incoming" }]);
    await ana.ask("DELETE", `/agendamento/${made.id}`);
  }, 120_000);

  it("count a recipient once its words and its sound have left, both in one conversation [SCHED-022, D-185, D-251, D-265]", async () => {
    const two = [await contact("Som Um"), await contact("Som Dois")];
    const rule = {
      message: "Ouça, {{name}}",
      recurrence: "once",
      RValue: "0",
      sendAt: soon(60),
      contactsIds: two.map(({ id }) => id).join(),
    };
    const made = (await withFiles("POST", "/agendamento", rule, [Buffer.from(sampleOf("voice").bytes), "recado.ogg"])).body as ScheduleView;
    await makeDue(made.id);
    await done(made.id);
    expect(await get(made.id)).toMatchObject({ enviados: 2, total: 2 });
    for (const each of two) {
      const chat = world.customer(each.number ?? "", shop).chat();
      expect(chat.map(({ kind, text }) => [kind, text])).toEqual([
        ["text", `Ouça, ${each.name}`],
        ["audio", ""],
      ]);
      expect(await world.rows("SELECT count(*)::int AS n FROM ticket WHERE contact_id = $1", [each.id])).toEqual([{ n: 1 }]);
    }
  }, 90_000);

  it("refuse programs, too many files, too large ones and files of others, and store nothing then [SCHED-010, CONV-022, D-066, D-251]", async () => {
    const one = await contact("Recusado");
    const rule = { message: "Oi", recurrence: "once", sendAt: soon(60), contactsIds: one.id };
    const count = () => world.rows("SELECT count(*)::int AS n FROM file");
    const before = await count();
    const exe = Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(200)]);
    expect(await withFiles("POST", "/agendamento", rule, [exe, "foto.png"])).toMatchObject({
      status: 400,
      body: { code: "ERR_FILE_PROGRAM" },
    });
    const many = Array.from({ length: 11 }, (_, at) => [PNG, `${at}.png`] as const);
    expect(await withFiles("POST", "/agendamento", rule, ...many)).toMatchObject({ status: 400 });
    const [small] = await world.rows<{ id: number }>("INSERT INTO connection (name, api) VALUES ('Pequena', 'baileys') RETURNING id");
    await world.settings({});
    const large = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)]);
    expect(await withFiles("POST", "/agendamento", { ...rule, whatsappId: small?.id }, [large, "grande.png"])).toMatchObject({
      status: 413,
      body: { code: "ERR_UPLOAD_LIMIT" },
    });
    const { id } = await create({ contactsIds: [one.id] });
    const other = "00000000-0000-4000-8000-000000000000";
    const refused = await ana.call("PUT", `/agendamento/${id}`, { ...rule, keepMedias: [other] });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: "keepMedias" }] } });
    expect(await ana.call("PUT", `/agendamento/${id}`, { ...rule, keepMedias: "x" })).toMatchObject({ status: 400 });
    expect(await count()).toEqual(before);
  }, 90_000);

  it("go on when their author is deactivated, as the company's, shown as such to everybody, who may change and stop them [W-14, D-278]", async () => {
    const rui = await world.person("Rui");
    const one = await contact("Fica");
    const body = {
      title: "De Rui",
      message: "Seguimos",
      recurrence: "every_day",
      RValue: "",
      sendAt: soon(60),
      contactsIds: String(one.id),
    };
    const { id, user } = await rui.ask<ScheduleView>("POST", "/agendamento", body);
    expect(user).toEqual({ id: rui.id, name: "Rui", active: true });
    await world.davi.ask("PUT", `/users/${rui.id}`, { active: false });
    await eventually(async () => expect((await get(id)).user).toEqual({ id: rui.id, name: "Rui", active: false }));
    await makeDue(id);
    await eventually(() => expect(got(one)).toEqual(["Seguimos"]), PATIENCE_MS);
    await done(id);
    await bia.ask("DELETE", `/agendamento/${id}`);
    expect(await world.rows("SELECT next_due FROM schedule WHERE id = $1", [id])).toEqual([{ next_due: null }]);
  }, 90_000);

  it("are deleted without ending a run that goes out, and never run again [SCHED-009, SCHED-025, API-123, D-196]", async () => {
    const two = [await contact("Antes"), await contact("Depois")];
    const { id } = await create({ contactsIds: two.map((each) => each.id), message: "Sigo", recurrence: "every_day" });
    await world.rows("UPDATE send_pacing SET interval_ms = 3000");
    await makeDue(id);
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    await ana.ask("DELETE", `/agendamento/${id}`);
    await ana.ask("POST", "/log", { log: { descricao: "Excluiu", origem: "Agendamento", agendamentoId: id } });
    expect((await ana.call("GET", `/agendamento/${id}`)).status).toBe(404);
    expect((await ana.ask<ScheduleView[]>("GET", "/agendamento")).map((each) => each.id)).not.toContain(id);
    await eventually(() => expect(two.map(got)).toEqual([["Sigo"], ["Sigo"]]), PATIENCE_MS);
    await world.rows("UPDATE send_pacing SET interval_ms = 100, next_at = '-infinity'");
    expect(await world.rows("SELECT next_due FROM schedule WHERE id = $1", [id])).toEqual([{ next_due: null }]);
    const said = await world.rows(
      "SELECT action, source, origin FROM audit_entry WHERE related_kind = 'schedule' AND related_id = $1 ORDER BY id",
      [id],
    );
    expect(said).toEqual([
      { action: "schedule.create", source: "server", origin: "" },
      { action: "schedule.delete", source: "server", origin: "" },
      { action: "remark", source: "client", origin: "Agendamento" },
    ]);
  }, 90_000);

  it("are refused with a day before today, a bad value, no recipients, an unknown connection; earlier today goes out at once [D-197]", async () => {
    const one = await contact("Hoje");
    const refused = async (body: object, answer: object) => {
      const fields = { message: "Oi", recurrence: "once", sendAt: soon(60), contactsIds: [one.id], ...body };
      expect([body, await ana.call("POST", "/agendamento", fields)]).toMatchObject([body, answer]);
    };
    const field = (name: string) => ({
      status: 400,
      body: { details: expect.arrayContaining([expect.objectContaining({ field: name })]) },
    });
    await refused(
      { sendAt: soon(-25 * 60) },
      { status: 400, body: { code: "ERR_SCHEDULE_PAST", error: "Data não pode ser anterior a hoje" } },
    );
    await refused({ sendAt: "9999-01-01T00:00:00Z" }, field("sendAt"));
    await refused({ sendAt: "amanhã" }, field("sendAt"));
    await refused({ recurrence: "hourly" }, field("recurrence"));
    await refused({ recurrence: "every_month", RValue: "32" }, field("RValue"));
    await refused({ recurrence: "every_week", RValue: {} }, field("RValue"));
    await refused({ message: "" }, field("message"));
    await refused({ contactsIds: "" }, field("contactsIds"));
    await refused({ whatsappId: 999_999 }, { status: 404, body: { code: "ERR_NO_WAPP_FOUND" } });
    // Midnight of the company is never after now.
    const [day] = await world.rows<{ at: Date }>(
      "SELECT date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo' AS at",
    );
    const { id } = await create({ sendAt: day?.at.toISOString(), contactsIds: [one.id], message: "Já" });
    await done(id);
    expect(got(one)).toEqual(["Já"]);
  }, 90_000);
});
