import type { ConnectionGapView, ConnectionView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import { startGraph, type RunningGraph } from "@balcao/simulators/graph";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

/** Every text and switch of the form, with values that differ from the defaults. */
const EVERYTHING = {
  greetingMessage: "Bem-vindo",
  greetingBotMessage: "Escolha:",
  greetingMessageRedirect: "Já vai",
  farewellMessage: "Tchau",
  outOfHoursMessage: "Fechado",
  transferMessage: "Passando para {{user}}",
  publicIDTypebot: "fluxo-1",
  publicDNSTypebot: "https://bot.example.com",
  nps: true,
  sendList: true,
  npsMessage: "Nota?",
  npsTksMessage: "Valeu",
  historyByQueue: true,
  historyByUser: false,
} as const;

describe("a connection that is changed", () => {
  let world: World;
  let graph: RunningGraph;
  let davi: Agent;
  let ana: Agent;
  let sales: QueueView;
  let support: QueueView;

  beforeAll(async () => {
    graph = await startGraph({ appSecret: "app-secret-of-the-story", token: "EAAB-segredo-1" });
    graph.control.token({ value: "EAAB-segredo-2", state: "good" });
    world = await openWorld({ env: { GRAPH_URL: graph.url, CHATBOT_INTERNAL_HOSTS: "10.0.0.5:8443" } });
    davi = world.davi;
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
  }, 90_000);
  afterAll(async () => {
    await world.close();
    await graph.close();
  });

  const create = (name: string, fields: object = {}) => davi.ask<ConnectionView>("POST", "/whatsapp", { name, queueIds: [], ...fields });
  const read = (id: number) => davi.ask<ConnectionView>("GET", `/whatsapp/${id}`);
  const change = (id: number, fields: object) => davi.call("PUT", `/whatsapp/${id}`, fields);
  const gapsOf = (id: number) => davi.ask<ConnectionGapView[]>("GET", `/whatsapp/${id}/gaps`);
  /** Inserts a Meta connection, which this installation could not create over HTTP. */
  const insertCloud = async (name: string): Promise<number> => {
    const [row] = await world.rows<{ id: number }>(
      "INSERT INTO connection (name, api, wanted) VALUES ($1, 'cloud_api', false) RETURNING id",
      [name],
    );
    await world.stage.auth.services.directory.refresh();
    return row?.id ?? 0;
  };

  it("stores the given fields, keeps the others, and is sent to everybody [CONN-013, CONN-014, CONN-015, CONN-021, API-079, RT-006]", async () => {
    const { id } = await create("Loja");
    expect(
      await change(id, { ...EVERYTHING, queueIds: [sales.id, support.id], log: { descricao: "Editou", origem: "Conexões" } }),
    ).toMatchObject({
      status: 200,
      body: { id, name: "Loja", ...EVERYTHING, queues: [{ id: sales.id }, { id: support.id }] },
    });
    expect(await read(id)).toMatchObject({ ...EVERYTHING, queues: [{ id: sales.id }, { id: support.id }] });
    expect(await change(id, { farewellMessage: "Até logo" })).toMatchObject({
      status: 200,
      body: { ...EVERYTHING, farewellMessage: "Até logo", queues: [{ id: sales.id }, { id: support.id }] },
    });
    expect((await change(id, { queueIds: [] })).body).toMatchObject({ queues: [] });
    await eventually(() =>
      expect(
        ana.received.some((line) => line.startsWith("whatsapp ") && line.includes(`"action":"update"`) && line.includes(`"id":${id}`)),
      ).toBe(true),
    );
    expect(ana.received.join()).not.toContain("Até logo");
    expect(
      await world.rows("SELECT action, source FROM audit_entry WHERE connection_id = $1 AND action = 'connection.change'", [id]),
    ).toHaveLength(3);
  });

  it("keeps its name and its connector, which may be sent unchanged [CONN-012, D-142]", async () => {
    const { id } = await create("Fixa");
    expect(await change(id, { name: "Outra" })).toMatchObject({ status: 400, body: { details: [{ field: "name", rule: "locked" }] } });
    expect(await change(id, { api: "baileys" })).toMatchObject({ status: 400, body: { details: [{ field: "api", rule: "locked" }] } });
    expect(await change(id, { name: "Fixa", api: "meow", farewellMessage: "Tchau" })).toMatchObject({
      status: 200,
      body: { name: "Fixa", api: "meow" },
    });
    expect(await read(id)).toMatchObject({ name: "Fixa", api: "meow", farewellMessage: "Tchau" });
  });

  it("gets the documented texts in place of empty ones, at a change as at creation [CONN-018, D-144, NPS-005]", async () => {
    const { id } = await create("Textos", EVERYTHING);
    const empty = { outOfHoursMessage: "", transferMessage: "  ", greetingBotMessage: "", npsMessage: "", npsTksMessage: " " };
    expect((await change(id, empty)).body).toMatchObject({
      outOfHoursMessage: "Olá! No momento estamos fora do nosso horário de atendimento. Assim que possível retornaremos.",
      transferMessage: "Seu atendimento foi transferido para {{user}} - {{queue}}.",
      greetingBotMessage: "Escolha uma das opções abaixo:",
      npsMessage: "Por favor, avalie nosso atendimento com uma nota de 1 a 5.",
      npsTksMessage: "Obrigado pela sua avaliação!",
      greetingMessage: "Bem-vindo",
    });
  });

  it("is refused and stays unchanged with bad input, and from anybody but an administrator [CONN-020, CONN-028, D-078, D-139, D-149, D-283, ERR-020]", async () => {
    const { id } = await create("Inteira", { queueIds: [sales.id] });
    const before = await read(id);
    for (const [fields, expected] of [
      [{ queueIds: [sales.id, support.id] }, { error: "ERR_WAPP_GREETING_REQUIRED" }],
      [{ queueIds: [9_999] }, { details: [{ field: "queueIds" }] }],
      [{ historyByQueue: true, historyByUser: true }, { details: [{ field: "historyByUser" }] }],
      [{ publicDNSTypebot: "http://bot.example.com" }, { details: [{ field: "publicDNSTypebot", rule: "https" }] }],
      ...["10.0.0.7", "0x7f.1", "bot.localhost", "169.254.169.254", "8.8.8.8:3000"].map(
        (host) => [{ publicDNSTypebot: `https://${host}` }, { details: [{ field: "publicDNSTypebot", rule: "internal" }] }] as const,
      ),
      [{ greetingMessage: "x".repeat(4_001) }, { details: [{ field: "greetingMessage" }] }],
      [{ nps: "talvez" }, { details: [{ field: "nps" }] }],
    ] as const) {
      expect([fields, await change(id, fields)]).toMatchObject([fields, { status: 400, body: expected }]);
    }
    const inside = { name: "Dentro", queueIds: [], publicDNSTypebot: "https://10.0.0.7" };
    expect(await davi.call("POST", "/whatsapp", inside)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/CHATBOT_INTERNAL_HOSTS/) },
    });
    expect((await ana.call("PUT", `/whatsapp/${id}`, { farewellMessage: "Meu" })).status).toBe(403);
    expect((await ana.call("GET", `/whatsapp/${id}/gaps`)).status).toBe(403);
    expect(await change(9_999, { farewellMessage: "?" })).toMatchObject({ status: 404, body: { code: "ERR_NO_WAPP_FOUND" } });
    const { greetingMessage, queues, historyByQueue, publicDNSTypebot, updatedAt } = await read(id);
    expect({ greetingMessage, queues, historyByQueue, publicDNSTypebot }).toEqual({
      greetingMessage: before.greetingMessage,
      queues: before.queues,
      historyByQueue: false,
      publicDNSTypebot: "",
    });
    // The greeting that is stored already is enough.
    expect((await change(id, { greetingMessage: "Olá", queueIds: [sales.id, support.id] })).status).toBe(200);
    expect(await change(id, { greetingMessage: " " })).toMatchObject({ status: 400, body: { error: "ERR_WAPP_GREETING_REQUIRED" } });
    expect((await change(id, { publicDNSTypebot: "https://10.0.0.5:8443" })).body).toMatchObject({
      publicDNSTypebot: "https://10.0.0.5:8443",
    });
    expect((await change(id, { historyByUser: true })).status).toBe(200);
    expect((await change(id, { historyByQueue: true })).status).toBe(400);
    expect((await change(id, { historyByQueue: true, historyByUser: false })).body).toMatchObject({
      historyByQueue: true,
      historyByUser: false,
    });
    expect(updatedAt).toBeDefined();
  });

  it("becomes the default in place of another, and cannot stop being the only one [CONN-029, ERR-005, D-151]", async () => {
    const all = await davi.ask<ConnectionView[]>("GET", "/whatsapp");
    const old = all.find(({ isDefault }) => isDefault)?.id ?? 0;
    expect(await change(old, { isDefault: false })).toMatchObject({ status: 400, body: { error: "ERR_NO_OTHER_WHATSAPP" } });
    const { id } = await create("Nova padrão");
    expect((await change(id, { isDefault: true })).body).toMatchObject({ isDefault: true });
    expect(await read(old)).toMatchObject({ isDefault: false });
    await eventually(() =>
      expect(
        ana.received.some(
          (line) => line.startsWith("whatsapp ") && line.endsWith(`"whatsappId":${old}}`) && line.includes(`"isDefault":false`),
        ),
      ).toBe(true),
    );
    const [first, second] = await Promise.all([change(old, { isDefault: true }), change(id, { isDefault: true })]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await davi.ask<ConnectionView[]>("GET", "/whatsapp")).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("stores a Meta token sealed, shows only that there is one, and opens the session again with it [CONN-014, D-139, D-148, S-72]", async () => {
    const id = await insertCloud("Oficial");
    const meta = { metaIntegration: true, phoneNumberId: "106540352242922", wabaId: "102290129340398" };
    expect((await change(id, meta)).body).toMatchObject({ ...meta, tokenMetaSet: false });
    expect((await change(id, { tokenMeta: "EAAB-segredo-1" })).body).toMatchObject({ ...meta, tokenMetaSet: true });
    // As a worker with its session would store it.
    await world.rows(
      `INSERT INTO session_lease (connection_id, owner, epoch) VALUES ($1, gen_random_uuid(), 7)
       ON CONFLICT (connection_id) DO UPDATE SET owner = excluded.owner, epoch = excluded.epoch`,
      [id],
    );
    const leaseOf = () =>
      world.rows<{ owner: string | null; epoch: string }>("SELECT owner, epoch FROM session_lease WHERE connection_id = $1", [id]);
    expect((await change(id, { tokenMeta: "", farewellMessage: "Tchau" })).body).toMatchObject({ tokenMetaSet: true });
    expect(await leaseOf()).toEqual([{ owner: expect.any(String), epoch: 7 }]);
    const stored = JSON.stringify(await world.rows("SELECT * FROM connection WHERE id = $1", [id]));
    expect(stored).not.toContain("segredo");
    const { sealer } = world.stage.auth.services;
    const [{ account_sealed: sealed } = { account_sealed: "" }] = await world.rows<{ account_sealed: string }>(
      "SELECT account_sealed FROM connection WHERE id = $1",
      [id],
    );
    expect(JSON.parse(sealer.open(sealed, `connection.account:${id}`))).toEqual({
      phoneNumberId: meta.phoneNumberId,
      wabaId: meta.wabaId,
      token: "EAAB-segredo-1",
    });
    await change(id, { tokenMeta: "EAAB-segredo-2" });
    expect(await leaseOf()).toEqual([{ owner: null, epoch: 8 }]);
    for (const text of [JSON.stringify(await davi.ask("GET", "/whatsapp")), davi.received.join(), ana.received.join()])
      expect(text).not.toContain("segredo");
    // Its webhooks could not distinguish two connections of one number.
    const other = await insertCloud("Oficial 2");
    expect(await change(other, { phoneNumberId: meta.phoneNumberId })).toMatchObject({
      status: 400,
      body: { details: [{ field: "phoneNumberId", rule: "unique" }] },
    });
    // Only the cloud connector has Meta's fields.
    const { id: meow } = await create("Sem Meta");
    expect((await change(meow, { ...meta, phoneNumberId: "1", tokenMeta: "EAAB-segredo-3" })).body).toMatchObject({
      metaIntegration: false,
      phoneNumberId: "",
      wabaId: "",
      tokenMetaSet: false,
    });
    expect((await ana.ask<ConnectionView[]>("GET", "/whatsapp/api/cloud_api")).map(({ name }) => name)).toEqual(["Oficial", "Oficial 2"]);
    expect(Object.keys((await ana.ask<object[]>("GET", "/whatsapp/api/cloud_api"))[0] ?? {})).not.toContain("wabaId");
  });

  it("is listed with the other cloud connections by their own call [API-087]", async () => {
    const listed = await davi.ask<ConnectionView[]>("GET", "/whatsapp/api/cloud_api");
    const all = await davi.ask<ConnectionView[]>("GET", "/whatsapp");
    expect(listed).toEqual(all.filter(({ api }) => api === "cloud_api"));
    expect(listed.length).toBeGreaterThan(0);
  });

  it("shows administrators a long gap until one of them resolves it, and stores who did [P-10]", async () => {
    const number = await world.number("Calada", [sales]);
    const [gap] = await world
      .rows<{ id: string }>(
        `INSERT INTO connection_gap (connection_id, from_at, until_at) VALUES
       ($1, now() - interval '3 hours', now() - interval '176 minutes'), ($1, now() - interval '2 hours', now() - interval '1 hour'),
       ($1, now() - interval '4 minutes', now() - interval '1 minute') RETURNING id`,
        [number.id],
      )
      .then((rows) => rows.slice(1));
    const gapId = Number(gap?.id);
    const [, long, old] = await gapsOf(number.id);
    expect(long).toMatchObject({ id: gapId, resolvedAt: null, resolvedBy: null });
    // A gap of four minutes is not shown; one of an hour is.
    await eventually(async () => expect((await read(number.id)).unresolvedGap).toEqual({ from: long?.from, until: long?.until }), 15_000);
    const resolve = (agent: Agent, id: number) => agent.call("POST", `/whatsapp/${number.id}/gaps/${id}/resolve`);
    expect((await ana.ask<object>("GET", `/whatsapp/${number.id}`)) as ConnectionView).not.toHaveProperty("unresolvedGap");

    const { status, body } = await resolve(davi, gapId);
    expect(status).toBe(200);
    expect((body as ConnectionGapView[]).find(({ id }) => id === gapId)).toMatchObject({ resolvedBy: "Administrador" });
    expect((body as ConnectionGapView[]).find(({ id }) => id === old?.id)).toMatchObject({ resolvedAt: null });
    expect((await read(number.id)).unresolvedGap).toBeNull();
    await eventually(() =>
      expect(
        davi.received.some(
          (line) => line.startsWith("whatsapp ") && line.includes(`"id":${number.id}`) && line.includes(`"unresolvedGap":null`),
        ),
      ).toBe(true),
    );
    expect((await resolve(davi, gapId)).body).toEqual(body);
    expect(
      await world.rows("SELECT 1 FROM audit_entry WHERE action = 'connection.gapResolved' AND connection_id = $1", [number.id]),
    ).toHaveLength(1);
    expect(await resolve(davi, 999_999)).toMatchObject({ status: 404 });
    await world.rows("UPDATE connection_gap SET resolved_at = NULL, until_at = NULL WHERE id = $1", [gapId]);
    expect(await resolve(davi, gapId)).toMatchObject({ status: 404 });
  }, 60_000);

  it("records when its number was away and how many messages of that time came in, for administrators only [P-10]", async () => {
    const number = await world.number("Caída", [sales]);
    expect(await gapsOf(number.id)).toEqual([]);
    expect((await read(number.id)).downSince).toBeNull();
    world.gateway.control.connectFailure({ token: number.key });
    await world.gateway.control.raw({ token: number.key, body: { type: "ConnectFailure", event: {} } });
    await eventually(async () => expect((await read(number.id)).downSince).not.toBeNull(), 30_000);
    const [open] = await gapsOf(number.id);
    expect(open).toMatchObject({ until: null, recovered: 0 });
    await eventually(() =>
      expect(davi.received.some((line) => line.startsWith("whatsappSession") && line.includes(`"downSince":"${open?.from ?? ""}"`))).toBe(
        true,
      ),
    );
    expect(ana.received.join()).not.toContain(`"downSince":"`);
    await eventually(async () => expect((await read(number.id)).status).toBe("CONNECTED"), 60_000);
    const [ended] = await gapsOf(number.id);
    expect(ended).toMatchObject({ id: open?.id, from: open?.from });
    expect(Date.parse(ended?.until ?? "")).toBeGreaterThan(Date.parse(open?.from ?? ""));
    expect((await read(number.id)).downSince).toBeNull();
    // As history after a gap: sent within the gap, received after it.
    await world.rows(
      "UPDATE connection_gap SET from_at = now() - interval '20 minutes', until_at = now() - interval '1 minute' WHERE id = $1",
      [ended?.id],
    );
    const customer = world.customer("5511901000090", number);
    await customer.writes("Cheguei atrasada", { at: Date.now() - 5 * 60_000 });
    await world.ticketOf(davi, customer.phone);
    await eventually(async () => expect(await gapsOf(number.id)).toMatchObject([{ recovered: 1 }]), 30_000);
  }, 150_000);
});
