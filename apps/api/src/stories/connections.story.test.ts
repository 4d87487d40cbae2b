import type { ConnectionView } from "@balcao/contracts/connections";
import type { ContactView } from "@balcao/contracts/contacts";
import type { MessagePageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("the company's numbers and contacts", () => {
  let world: World;
  let davi: Agent;
  let ana: Agent;
  let sales: QueueView;
  let support: QueueView;

  beforeAll(async () => {
    world = await openWorld();
    davi = world.davi;
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
  }, 90_000);
  afterAll(() => world.close());

  const create = (fields: object) => davi.call("POST", "/whatsapp", fields);
  const read = (id: number) => davi.ask<ConnectionView>("GET", `/whatsapp/${id}`);
  const becomes = (id: number, status: string, patienceMs = 15_000) =>
    eventually(async () => expect((await read(id)).status).toBe(status), patienceMs);
  const keyOf = (name: string): Promise<string> =>
    eventually(() => {
      const user = world.gateway.control.state().users.find((each) => each.name === name);
      if (!user) throw new Error("no account yet");
      return user.token;
    });

  it("begin with the first as the default, of the connector meow, with the documented texts where none were given [CONN-011, D-144, CONN-021, API-078]", async () => {
    const made = await create({ name: "Primeira", queueIds: [sales.id], transferMessage: " " });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: "Primeira",
        api: "meow",
        isDefault: true,
        queues: [{ id: sales.id, name: "Vendas", color: "#236681" }],
        transferMessage: "Seu atendimento foi transferido para {{user}} - {{queue}}.",
        nps: false,
        tokenMetaSet: false,
      },
    });
    const second = await create({ name: "Segunda", queueIds: [] });
    expect(second).toMatchObject({ status: 200, body: { isDefault: false } });
    expect((await davi.ask<ConnectionView[]>("GET", "/whatsapp")).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ["Primeira", true],
      ["Segunda", false],
    ]);
  });

  it("are refused without a name of 2 to 255 characters, with a taken name, without a greeting for several queues, with both histories, and from anybody but an administrator [CONN-025, CONN-028, D-078, D-139]", async () => {
    const before = await davi.ask<ConnectionView[]>("GET", "/whatsapp");
    expect(await create({})).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", details: [{ field: "name", rule: "required" }] },
    });
    expect(await create({ name: "X" })).toMatchObject({ status: 400, body: { details: [{ field: "name" }] } });
    expect(await create({ name: "x".repeat(256) })).toMatchObject({
      status: 400,
      body: { details: [{ field: "name" }] },
    });
    expect(await create({ name: "Primeira" })).toMatchObject({ status: 400, body: { code: "ERR_NAME_TAKEN" } });
    expect(await create({ name: "Duas filas", queueIds: [sales.id, support.id], greetingMessage: " " })).toMatchObject({
      status: 400,
      body: { error: "ERR_WAPP_GREETING_REQUIRED" },
    });
    expect(await create({ name: "Histórias", historyByQueue: true, historyByUser: true })).toMatchObject({
      status: 400,
      body: { details: [{ field: "historyByUser" }] },
    });
    expect(await create({ name: "Sem fila", queueIds: [9_999] })).toMatchObject({
      status: 400,
      body: { details: [{ field: "queueIds" }] },
    });
    expect(await create({ name: "Outra", api: "telegram" })).toMatchObject({
      status: 400,
      body: { details: [{ field: "api" }] },
    });
    expect(await ana.call("POST", "/whatsapp", { name: "Minha" })).toMatchObject({
      status: 403,
      body: { code: "ERR_NO_PERMISSION" },
    });
    expect((await davi.ask<ConnectionView[]>("GET", "/whatsapp")).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("show the code to administrators only until a phone scans it, then the number [CONN-022, CONN-024, API-083, RT-007]", async () => {
    const { id } = (await create({ name: "Escaneada", queueIds: [sales.id] })).body as ConnectionView;
    await becomes(id, "qrcode");
    expect((await read(id)).qrcode).toMatch(/^data:image\/png;base64,/);
    expect((await davi.ask<{ qrcode: string }>("GET", `/whatsapp/meow/qr/${id}`)).qrcode).toMatch(/^data:image\/png;base64,/);
    expect((await ana.call("GET", `/whatsapp/meow/qr/${id}`)).status).toBe(403);
    const short = await ana.ask<Record<string, unknown>>("GET", `/whatsapp/${id}`);
    // The transfer dialog asks about the history where a connection shows agents a part of it only.
    expect(Object.keys(short).sort()).toEqual([
      "api",
      "battery",
      "historyByQueue",
      "historyByUser",
      "id",
      "isDefault",
      "name",
      "queues",
      "retries",
      "status",
      "updatedAt",
    ]);
    const { number } = world.gateway.control.scan({ token: await keyOf("Escaneada") });
    await becomes(id, "CONNECTED");
    expect(await read(id)).toMatchObject({ number, qrcode: null });
    expect(await davi.ask("GET", `/whatsapp/meow/qr/${id}`)).toEqual({ qrcode: null });
    for (const { received } of [davi, ana])
      await eventually(() =>
        expect(received.some((line) => line.startsWith("whatsappSession") && line.includes(`"id":${id},"status":"CONNECTED"`))).toBe(true),
      );
    const receivedByAna = ana.received.filter((line) => line.startsWith("whatsapp")).join();
    expect([receivedByAna.includes("data:image"), receivedByAna.includes(number), receivedByAna.includes("transferMessage")]).toEqual([
      false,
      false,
      false,
    ]);
  }, 60_000);

  it("can be linked by a code that is typed on the phone [CONN-026, CONN-027, API-084, D-263]", async () => {
    const { id } = (await create({ name: "Digitada", queueIds: [sales.id] })).body as ConnectionView;
    await becomes(id, "qrcode");
    for (const phone of ["+5511970000001", "55119700", "55119700000012", "cinco"]) {
      expect(await davi.call("POST", `/whatsapp/meow/pair/${id}`, { phone })).toMatchObject({
        status: 400,
        body: { error: "Número de telefone inválido" },
      });
    }
    const { paircode } = await davi.ask<{ paircode: string }>("POST", `/whatsapp/meow/pair/${id}`, {
      phone: "11970000055",
    });
    expect(paircode).toMatch(/^[0-9A-Z]{4}-?[0-9A-Z]{4}$/);
    await becomes(id, "PAIRING");
    world.gateway.control.confirmCode({ token: await keyOf("Digitada"), code: paircode });
    await becomes(id, "CONNECTED");
    expect(await read(id)).toMatchObject({ number: "5511970000055" });
  }, 60_000);

  it("show that the phone ended the pairing, and can be linked again [CONN-022, API-086]", async () => {
    const number = await world.number("Saída", [sales]);
    world.gateway.control.loggedOut({ token: number.key });
    await becomes(number.id, "LOGGEDOUT");
    expect((await read(number.id)).statusReason).not.toBeNull();
    await davi.ask("PUT", `/whatsappsession/${number.id}`);
    await becomes(number.id, "qrcode");
    world.gateway.control.scan({ token: await keyOf("Saída") });
    await becomes(number.id, "CONNECTED");
  }, 60_000);

  it("offer a new code also while they are disconnected: the old pairing ends [CONN-005, API-086]", async () => {
    const number = await world.number("Caída", []);
    const status = async () => (await davi.ask<ConnectionView>("GET", `/whatsapp/${number.id}`)).status;
    await world.gatewayProxy.cut();
    try {
      await eventually(async () => expect(await status()).toBe("DISCONNECTED"), 40_000);
    } finally {
      await world.gatewayProxy.restore();
    }
    await davi.ask("PUT", `/whatsappsession/${number.id}`);
    await eventually(async () => expect(await status()).toBe("qrcode"));
  }, 60_000);

  it("reconnect by themselves when another client took the stream, although no webhook reports it [CONN-022, CONN-024]", async () => {
    const number = await world.number("Roubada", [sales]);
    world.gateway.control.streamReplaced({ token: number.key });
    // No webhook reports it; the next status question finds it. Any webhook makes that question come sooner.
    await world.gateway.control.raw({ token: number.key, body: { type: "StreamReplaced", event: {} } });
    const customer = world.customer("5511901000050", number);
    await eventually(
      () =>
        expect(world.gateway.control.state().users.find(({ token }) => token === number.key)).toMatchObject({
          connected: true,
          loggedIn: true,
        }),
      40_000,
    );
    await becomes(number.id, "CONNECTED", 40_000);
    await customer.writes("Funciona?");
    await world.ticketOf(davi, customer.phone);
  }, 90_000);

  it("are started again, restarted and disconnected by their calls, by administrators only [D-140, D-141, API-081, API-082, API-085]", async () => {
    const number = await world.number("Comandada", [sales]);
    for (const [method, path, body] of [
      ["POST", `/whatsappsession/${number.id}`, {}],
      ["PUT", `/whatsappsession/${number.id}`, {}],
      ["DELETE", `/whatsappsession/${number.id}`, undefined],
      ["DELETE", `/whatsapp/recreate/${number.id}`, undefined],
      ["POST", "/whatsapp/restart", { whatsappId: number.id }],
      ["DELETE", `/whatsapp/${number.id}`, undefined],
    ] as const) {
      expect([method, path, (await ana.call(method, path, body)).status]).toEqual([method, path, 403]);
    }
    await davi.ask("POST", "/whatsapp/restart/", { whatsappId: number.id });
    await davi.ask("POST", `/whatsappsession/${number.id}`, {});
    await becomes(number.id, "CONNECTED");
    await davi.ask("DELETE", `/whatsapp/recreate/${number.id}`);
    await eventually(async () => expect((await read(number.id)).status).not.toBe("CONNECTED"));
    expect(world.gateway.control.state().phones.some(({ linkedTo }) => linkedTo === number.key)).toBe(false);
    expect(await davi.call("POST", "/whatsappsession/9999", {})).toMatchObject({
      status: 404,
      body: { code: "ERR_NO_WAPP_FOUND" },
    });
  }, 60_000);

  it("close their live tickets when they are deleted; messages stay, none is opened again, and the only default stays too [CONN-029, D-152, API-080, ERR-005, RT-006]", async () => {
    const number = await world.number("Antiga", [sales], { farewellMessage: "Tchau" });
    const customer = world.customer("5511901000060", number);
    await customer.writes("Guarde isto");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    const all = await davi.ask<ConnectionView[]>("GET", "/whatsapp");
    const fallback = all.find(({ isDefault }) => isDefault);
    expect(await davi.call("DELETE", `/whatsapp/${fallback?.id ?? 0}`)).toMatchObject({
      status: 400,
      body: { error: "ERR_NO_OTHER_WHATSAPP" },
    });
    await davi.ask("DELETE", `/whatsapp/${number.id}`);
    await ana.holds("closed", id);
    expect(await ana.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({
      status: "closed",
      whatsappId: null,
      whatsapp: null,
    });
    expect((await ana.ask<MessagePageView>("GET", `/messages/${id}`)).messages.map(({ body }) => body)).toEqual(["Guarde isto"]);
    expect(await ana.call("PUT", `/tickets/${id}`, { status: "open", userId: ana.id })).toMatchObject({
      status: 409,
      body: { code: "ERR_TICKET_UNLINKED", error: expect.stringContaining("A conexão desta conversa foi excluída") },
    });
    expect(await ana.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({ status: "closed" });
    expect(customer.chat().map(({ text }) => text)).toEqual(["Guarde isto"]);
    expect(world.gateway.control.state().users.some(({ name }) => name === "Antiga")).toBe(false);
    await eventually(() =>
      expect(
        ana.received.some((line) => line.startsWith("whatsapp ") && line.includes(`"action":"delete","whatsappId":${number.id}`)),
      ).toBe(true),
    );
    expect((await ana.call("GET", `/whatsapp/${number.id}`)).status).toBe(404);
    await world.allInStep();
  }, 60_000);

  it("leave no message waiting when they are deleted: one that was never sent has failed, one that may have been sent is unknown, once [P-11, API-080]", async () => {
    const number = await world.number("Passageira", [sales]);
    const customer = world.customer("5511901000061", number);
    await customer.writes("Olá");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    world.gateway.control.fault({ match: { path: "^/chat/send/text" }, action: { kind: "hang", when: "before" } });
    await ana.writes(id, "Foi entregue?");
    await eventually(async () => expect(await world.rows("SELECT 1 FROM outbox WHERE state = 'handed'")).toHaveLength(1));
    await ana.writes(id, "Nem saiu");
    const [first, second] = await Promise.all([
      davi.call("DELETE", `/whatsapp/${number.id}`),
      davi.call("DELETE", `/whatsapp/${number.id}`),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 404]);
    world.gateway.control.clearFaults();
    await eventually(() =>
      expect(ana.messages(id).messages.map(({ body, ack, sending }) => [body, ack, sending])).toEqual([
        ["Olá", expect.any(Number), null],
        ["Foi entregue?", 0, "unknown"],
        ["Nem saiu", -1, "failed"],
      ]),
    );
    expect(ana.messages(id).messages.at(-1)?.errorLog).toMatchObject({ code: "ERR_NO_WAPP_FOUND" });
    const audited = await world.rows("SELECT 1 FROM audit_entry WHERE action = 'connection.delete' AND description = 'Passageira'");
    expect(audited).toHaveLength(1);
    await world.allInStep();
  }, 60_000);

  it("contacts are created by people who may, once per number with or without the ninth digit, and with valid fields [CONTACT-005, CONTACT-014, CONTACT-015, CONTACT-016, ERR-021, ERR-023, API-046, API-047]", async () => {
    const marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id], addContact: true });
    const make = (agent: Agent, fields: object) =>
      agent.call("POST", "/contacts", {
        name: "Cliente",
        number: "5511991000070",
        email: "",
        respostaAutomatica: true,
        ...fields,
      });
    expect(await make(ana, {})).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    for (const [fields, field] of [
      [{ name: "X" }, "name"],
      [{ name: "x".repeat(51) }, "name"],
      [{ number: "1234567" }, "number"],
      [{ number: "9".repeat(51) }, "number"],
      [{ email: "não é" }, "email"],
      [{ respostaAutomatica: "talvez" }, "respostaAutomatica"],
    ] as const) {
      expect([field, await make(marta, fields)]).toMatchObject([
        field,
        { status: 400, body: { code: "ERR_VALIDATION", details: [{ field }] } },
      ]);
    }
    const made = await make(marta, { email: "Cliente@Exemplo.com", extraInfo: [{ name: "CPF", value: "123" }] });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: "Cliente",
        number: "5511991000070",
        email: "cliente@exemplo.com",
        isGroup: false,
        respostaAutomatica: true,
        extraInfo: [{ name: "CPF", value: "123" }],
        tags: [],
      },
    });
    const contact = made.body as ContactView;
    expect(await make(marta, { name: "Outro" })).toMatchObject({
      status: 400,
      body: { error: "ERR_DUPLICATED_CONTACT" },
    });
    expect(await make(marta, { name: "Sem o nono", number: "551191000070" })).toMatchObject({
      status: 400,
      body: { error: "ERR_DUPLICATED_CONTACT" },
    });
    expect(await ana.ask("GET", `/contacts/${contact.id}`)).toMatchObject({ id: contact.id, name: "Cliente" });
    expect(await ana.call("GET", "/contacts/999999")).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_CONTACT_FOUND" },
    });
    await eventually(() =>
      expect(ana.received.some((line) => line.startsWith("contact ") && line.includes(`"contactId":${contact.id}`))).toBe(true),
    );
  });

  it("contacts that are not on the network are refused while a number can ask it [ERR-009]", async () => {
    world.gateway.control.customer({ phone: "5511901000080", onWhatsapp: false });
    expect(await davi.call("POST", "/contacts", { name: "Fora da rede", number: "5511901000080", respostaAutomatica: true })).toMatchObject(
      { status: 400, body: { error: "ERR_WAPP_INVALID_CONTACT" } },
    );
    expect(await world.rows("SELECT 1 FROM contact WHERE number = '5511901000080'")).toEqual([]);
  });

  it("contacts are listed in pages of twenty by name and searched without accents, by name or number, groups apart when asked [API-045]", async () => {
    // Rows are inserted, because creating them by calls would check each number at the gateway.
    await world.rows(
      "INSERT INTO contact (name, number) SELECT 'Página ' || to_char(n, 'FM00'), '55119020' || to_char(n, 'FM00000') FROM generate_series(1, 25) AS n",
    );
    await world.rows("INSERT INTO contact (name, is_group) VALUES ('Página grupo', true)");
    const list = (query: string) => ana.ask<{ contacts: ContactView[]; hasMore: boolean }>("GET", `/contacts?${query}`);
    const first = await list("searchParam=pagina&pageNumber=1");
    expect([first.contacts.length, first.hasMore, first.contacts[0]?.name]).toEqual([20, true, "Página 01"]);
    const second = await list("searchParam=pagina&pageNumber=2");
    expect([second.contacts.length, second.hasMore]).toEqual([6, false]);
    expect((await list("searchParam=pagina&pageNumber=2&ignoreGroup=true")).contacts).toHaveLength(5);
    expect((await list("searchParam=5511902000007")).contacts.map(({ name }) => name)).toEqual(["Página 07"]);
    expect((await list("searchParam=%25")).contacts).toEqual([]);
  });

  it("colleagues and queues are visible to everybody, accounts only to administrators and their owners [API-057, API-058, API-066, USER-001]", async () => {
    expect((await ana.ask<QueueView[]>("GET", "/queue")).map(({ name, color }) => [name, color])).toEqual([
      ["Vendas", "#236681"],
      ["Suporte", "#2e7d32"],
    ]);
    const { users } = await ana.ask<{ users: Record<string, unknown>[] }>("GET", "/users?all=true");
    expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ana", "Marta"]));
    expect(users.filter(({ name }) => name === "Marta").map((user) => Object.keys(user))).toEqual([
      expect.not.arrayContaining(["email", "password", "startTime"]) as string[],
    ]);
    expect(await ana.ask("GET", `/users/${ana.id}`)).toMatchObject({ id: ana.id, email: "ana@balcao.test" });
    expect(JSON.stringify(users)).not.toContain("marta@balcao.test");
  });
});
