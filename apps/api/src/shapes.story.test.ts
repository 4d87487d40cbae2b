import type { ConnectionView } from "@balcao/contracts/connections";
import type { TicketView } from "@balcao/contracts/tickets";
import { createPerson, openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { answerGatewayCalls, setScene, type SetScene } from "./callScene.fixture.js";

const ANY_ID = expect.any(Number) as number;
const ANY_INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) as string;

describe("the answers", () => {
  let stage: ApiStage;
  let set: SetScene;
  let stopAnswering: () => Promise<void>;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    stopAnswering = answerGatewayCalls(stage);
  }, 120_000);
  afterAll(async () => {
    await stopAnswering();
    await stage.close();
  });

  const call = async (method: string, at: string, body?: unknown, token = set.admin.token): Promise<[number, unknown]> => {
    const answer = await stage.call(method, `/api${at}`, { token, ...(body !== undefined && { body }) });
    return [answer.status, await answer.json()];
  };
  const ask = async <T>(method: string, at: string, body?: unknown, token?: string): Promise<T> => {
    const [status, answer] = await call(method, at, body, token);
    expect([method, at, status, answer]).toEqual([method, at, 200, answer]);
    return answer as T;
  };
  const audit = (): Promise<{ source: string; action: string; description: string; ticketId: number | null; contactId: number | null }[]> =>
    stage.test.database.sql.ask(
      `SELECT source, action, description, ticket_id AS "ticketId", contact_id AS "contactId" FROM audit_entry ORDER BY id DESC LIMIT 2`,
    );

  it("a ticket has the documented fields, in an answer and in a list [TICKET-001, API-011]", async () => {
    const { ticketId, contactId, queueId, connectionId, userId } = set.scene;
    const ticket = await ask<TicketView>("GET", `/tickets/${ticketId}`, undefined, set.agent.token);
    expect(ticket).toEqual({
      id: ticketId,
      status: "open",
      userId,
      user: { id: userId, name: "Ana", profile: "user" },
      queueId,
      queue: { id: queueId, name: "Vendas", color: "#ff0000" },
      whatsappId: connectionId,
      whatsapp: { id: connectionId, name: "Loja", api: "meow" },
      contactId,
      contact: { id: contactId, name: "Cliente Um", number: "5511977770001", profilePicUrl: null, isGroup: false },
      lastMessage: "Áudio",
      lastMessageState: "waiting",
      lastMessageMedia: { kind: "audio", seconds: 4 },
      customerWords: null,
      unreadMessages: 0,
      waitingSince: null,
      createdAt: ANY_INSTANT,
      updatedAt: ANY_INSTANT,
      acceptedAt: ANY_INSTANT,
      closedAt: null,
      origin: null,
      pauseTag: null,
      snooze: null,
      target: null,
      closing: null,
      pausedAt: null,
      adSource: null,
      metaAgentSince: null,
      answersTo: null,
      isGroup: false,
      version: ANY_ID,
    });
    await ask("PUT", `/tickets/${ticketId}`, { status: "paused", pauseTag: "Almoço" }, set.agent.token);
    expect(await ask("GET", `/tickets/${ticketId}`)).toMatchObject({ status: "paused", pauseTag: "Almoço", pausedAt: ANY_INSTANT });
    await ask("PUT", `/tickets/${ticketId}`, { status: "closed", onlyClose: true });
    const closed = await ask<TicketView>("GET", `/tickets/${ticketId}`);
    expect(closed).toMatchObject({ status: "closed", pausedAt: null, acceptedAt: ticket.acceptedAt, closedAt: ANY_INSTANT });
    const { tickets } = await ask<{ tickets: TicketView[] }>("GET", "/tickets?status=closed&showAll=true");
    expect(tickets).toEqual([closed]);
    await ask("PUT", `/tickets/${ticketId}`, { status: "open", userId }, set.agent.token);
  });

  it("a list has at most 100 tickets; an administrator with both dates gets facts of up to 50,000 [API-009, D-032, S-34]", async () => {
    const { contactId, queueId, userId } = set.scene;
    await stage.test.database.sql.ask(
      `INSERT INTO ticket (status, contact_id, queue_id, created_at, last_activity, accepted_at, closed_at, user_id)
       SELECT 'closed', $1, $2, t, t, t, t, $3 FROM (SELECT timestamptz '2021-03-04 12:00Z' - g * interval '1 s' AS t FROM generate_series(1, 130) g) AS said`,
      [contactId, queueId, userId],
    );
    const days = "firstDate=2021-03-04&lastDate=2021-03-04&status=closed&showAll=true";
    const read = async (query: string, token?: string) =>
      ask<{ tickets: readonly Record<string, unknown>[]; hasMore: boolean; count: number }>("GET", `/tickets?${query}`, undefined, token);
    const whole = await read(`${days}&limit=50000`);
    expect([whole.tickets.length, whole.hasMore, whole.count]).toEqual([130, false, 130]);
    const at = "2021-03-04T11:59:59.000Z";
    expect(whole.tickets[0]).toEqual({
      id: ANY_ID,
      status: "closed",
      createdAt: at,
      acceptedAt: at,
      closedAt: at,
      userId,
      queueId,
      contactId,
    });
    const second = await read(`${days}&limit=120&pageNumber=2`);
    expect([second.tickets.length, second.hasMore]).toEqual([10, false]);
    for (const [query, token] of [
      [`${days}&limit=50000`, set.agent.token],
      ["firstDate=2021-03-04&status=closed&showAll=true&limit=50000", undefined],
      [`${days}&limit=100`, undefined],
    ] as const) {
      const page = await read(query, token);
      expect([page.tickets.length, page.hasMore, typeof page.tickets[0]?.["contact"]]).toEqual([100, true, "object"]);
    }
    expect(await call("GET", `/tickets?${days}&limit=50001`)).toMatchObject([400, { details: [{ field: "limit" }] }]);
  });

  it("a connection keeps every field of its form, with its queues [CONN-021, API-076, API-077, API-078]", async () => {
    const form = {
      name: "Filial",
      api: "meow",
      isDefault: true,
      greetingMessage: "Olá {{name}}",
      greetingBotMessage: "Escolha:",
      greetingMessageRedirect: "Já chamo",
      farewellMessage: "Até logo",
      outOfHoursMessage: "Fechado",
      transferMessage: "Vai para {{queue}}",
      publicIDTypebot: "robo",
      publicDNSTypebot: "https://bot.example.com",
      nps: true,
      sendList: true,
      npsMessage: "Nota?",
      npsTksMessage: "Obrigado",
      historyByQueue: true,
      historyByUser: false,
    };
    const made = await ask<ConnectionView>("POST", "/whatsapp", { ...form, queueIds: [set.scene.queueId] });
    expect(made).toEqual({
      ...form,
      id: ANY_ID,
      status: "OPENING",
      battery: null,
      qrcode: null,
      retries: 0,
      updatedAt: ANY_INSTANT,
      number: null,
      statusReason: null,
      statusReasonUntil: null,
      downSince: null,
      unresolvedGap: null,
      parkedEvents: 0,
      notices: [],
      queues: [{ id: set.scene.queueId, name: "Vendas", color: "#ff0000" }],
      // Only the cloud connector has it.
      metaIntegration: false,
      metaDropped: 0,
      metaDroppedSince: null,
      phoneNumberId: "",
      wabaId: "",
      tokenMetaSet: false,
    });
    expect(await ask("GET", `/whatsapp/${made.id}`)).toEqual(made);
    const all = await ask<ConnectionView[]>("GET", "/whatsapp");
    expect(all.filter(({ id }) => id === made.id)).toEqual([made]);
    expect(all.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(["Filial"]);
    const short = await ask<object>("GET", `/whatsapp/${made.id}`, undefined, set.agent.token);
    expect(Object.keys(short).sort()).toEqual(
      ["api", "battery", "historyByQueue", "historyByUser", "id", "isDefault", "name", "queues", "retries", "status", "updatedAt"].sort(),
    );
  });

  it("a connection needs a name of 2 to 255 characters that is not taken, and a greeting for more than one queue [CONN-025, CONN-028]", async () => {
    const count = async (): Promise<number> => (await ask<unknown[]>("GET", "/whatsapp")).length;
    const before = await count();
    for (const [name, rule] of [
      ["x", "min"],
      ["x".repeat(256), "max"],
      ["", "required"],
      [undefined, "required"],
    ])
      expect(await call("POST", "/whatsapp", { name, api: "meow" })).toMatchObject([
        400,
        { code: "ERR_VALIDATION", details: expect.arrayContaining([{ field: "name", rule }]) as unknown },
      ]);
    expect(await call("POST", "/whatsapp", { name: "LOJA", api: "meow" })).toMatchObject([400, { code: "ERR_NAME_TAKEN" }]);
    const { id: second } = await ask<{ id: number }>("POST", "/queue", { name: "Financeiro", color: "#00ff00" });
    const queueIds = [set.scene.queueId, second];
    for (const greetingMessage of [undefined, "", "   "])
      expect(await call("POST", "/whatsapp", { name: "Duas filas", api: "meow", queueIds, greetingMessage })).toMatchObject([
        400,
        { error: "ERR_WAPP_GREETING_REQUIRED" },
      ]);
    expect(await count()).toBe(before);
    await ask("POST", "/whatsapp", { name: "Duas filas", api: "meow", queueIds, greetingMessage: "Escolha a fila" });
    await ask("POST", "/whatsapp", { name: "xx", api: "meow", queueIds: [second] });
    await ask("POST", "/whatsapp", { name: "y".repeat(255), api: "meow" });
    expect(await count()).toBe(before + 3);
  });

  it("a creation answers the saved object as a GET shows it; a call without an object answers a message [API-130, API-059, API-085]", async () => {
    const { queueId, connectionId } = set.scene;
    const same = async (at: string, body: object, read = at): Promise<void> => {
      const made = await ask<{ id: number }>("POST", at, body);
      expect(await ask("GET", `${read}/${made.id}`)).toMatchObject(made);
    };
    await same("/queue", { name: "Cobrança", color: "#12ab34" });
    await same("/whatsapp", { name: "Praia", api: "meow" });
    await same("/contacts", { name: "Cliente Cinco", number: "5511977770005", respostaAutomatica: false });
    await same("/contact", { name: "Cliente Seis", number: "5511977770006" }, "/contacts");
    const sealed = { email: stage.seal("email", "nina@balcao.test"), password: stage.seal("password", "Senha-Boa-1") };
    await same("/users", { name: "Nina", ...sealed, queueIds: [queueId] });
    const message = { message: expect.any(String) as string };
    for (const [method, at, body] of [
      ["POST", `/whatsappsession/${connectionId}`],
      ["PUT", `/whatsappsession/${connectionId}`],
      ["DELETE", `/whatsappsession/${connectionId}`],
      ["POST", "/whatsapp/restart", { whatsappId: connectionId }],
      ["DELETE", `/whatsapp/recreate/${connectionId}`],
      ["DELETE", `/whatsapp/${set.scene.spareConnectionId}`],
      ["POST", "/log", { descricao: "Baixou" }],
    ] as const)
      expect(await ask(method, at, body)).toEqual(message);
  });

  it("a new contact says whether it is answered automatically [CONTACT-017]", async () => {
    const contact = { name: "Cliente Oito", number: "5511977770008" };
    for (const [value, rule] of [
      [undefined, "required"],
      [null, "required"],
      ["", "required"],
      ["talvez", "boolean"],
      [2, "boolean"],
    ])
      expect(await call("POST", "/contacts", { ...contact, respostaAutomatica: value })).toMatchObject([
        400,
        { code: "ERR_VALIDATION", details: [{ field: "respostaAutomatica", rule }] },
      ]);
    const { id } = await ask<{ id: number }>("POST", "/contacts", { ...contact, respostaAutomatica: "false" });
    expect(await ask("GET", `/contacts/${id}`)).toMatchObject({ respostaAutomatica: false });
    const other = await ask<{ id: number }>("POST", "/contacts", {
      name: "Cliente Nove",
      number: "5511977770019",
      respostaAutomatica: true,
    });
    expect(await ask("GET", `/contacts/${other.id}`)).toMatchObject({ respostaAutomatica: true });
  });

  it("finds a contact by its number in either form for everybody, and creates one only for people who may add contacts [API-049]", async () => {
    const { contactId } = set.scene;
    for (const number of ["5511977770001", "551177770001", "+55 (11) 97777-0001"])
      expect(await ask("POST", "/contact", { name: "Outro nome", number }, set.agent.token)).toMatchObject({
        id: contactId,
        name: "Cliente Um",
      });
    const fresh = { name: "Do cartão", number: "5511977770009", email: "Cartao@Example.com" };
    expect(await call("POST", "/contact", fresh, set.agent.token)).toMatchObject([403, { code: "ERR_NO_PERMISSION" }]);
    expect(await ask("GET", "/contacts?searchParam=5511977770009")).toMatchObject({ contacts: [] });
    const lia = await createPerson(stage, set.admin.token, "Lia", { addContact: true, queueIds: [set.scene.queueId] });
    const { token } = await stage.signIn(lia.email);
    const answers = await Promise.all([1, 2, 3].map(() => ask<{ id: number }>("POST", "/contact", fresh, token)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]).toMatchObject({ name: "Do cartão", number: "5511977770009", email: "cartao@example.com", respostaAutomatica: true });
    for (const wrong of [{ number: "123" }, { number: undefined }, { name: "x" }, { email: "sem arroba" }])
      expect((await call("POST", "/contact", { ...fresh, ...wrong }, token))[0]).toBe(400);
  });

  it("a queue shows its attendants in the chosen order, without deleted people [API-067, QUEUE-009]", async () => {
    const made = await ask<{ id: number }>("POST", "/queue", { name: "Plantão", color: "#aa00aa", customOrder: 3, greetingMessage: "Oi" });
    const fields = { id: made.id, name: "Plantão", color: "#aa00aa", customOrder: 3, greetingMessage: "Oi" };
    expect(await ask("GET", `/queue/${made.id}`)).toMatchObject({ ...fields, queuesUser: [], userIds: [] });
    const people: number[] = [];
    for (const name of ["Caio", "Edu", "Gil"]) people.push((await createPerson(stage, set.admin.token, name, { queueIds: [made.id] })).id);
    const [caio = 0, edu = 0, gil = 0] = people;
    await stage.test.database.sql.ask(
      "INSERT INTO queue_attendant (queue_id, user_id, place) VALUES ($1, $2, 2), ($1, $3, 1), ($1, $4, 3)",
      [made.id, caio, edu, gil],
    );
    await stage.test.database.sql.ask("UPDATE user_account SET deleted_at = now() WHERE id = $1", [gil]);
    await stage.auth.services.directory.refresh();
    expect(await ask("GET", `/queue/${made.id}`)).toMatchObject({
      ...fields,
      queuesUser: [
        { id: edu, name: "Edu" },
        { id: caio, name: "Caio" },
      ],
      userIds: [edu, caio],
    });
    expect((await call("GET", "/queue/99999"))[0]).toBe(404);
    expect((await call("GET", `/queue/${made.id}`, undefined, set.agent.token))[0]).toBe(403);
  });

  it("the log of a change of a ticket or of a new contact is stored beside the server's own entry [LOG-004, LOG-006]", async () => {
    const { ticketId } = set.scene;
    const log = { descricao: "Pausou o atendimento", origem: "Tickets", ticketId };
    await ask("PUT", `/tickets/${ticketId}`, { status: "paused", pauseTag: "Almoço", log }, set.agent.token);
    expect(await audit()).toEqual([
      { source: "client", action: "remark", description: "Pausou o atendimento", ticketId, contactId: null },
      { source: "server", action: "ticket.pause", description: "", ticketId, contactId: set.scene.contactId },
    ]);
    const made = await ask<{ id: number }>("POST", "/contacts", {
      name: "Cliente Sete",
      number: "5511977770007",
      respostaAutomatica: true,
      log: { descricao: "Criou contato", origem: "Contatos" },
    });
    expect(await audit()).toEqual([
      { source: "client", action: "remark", description: "Criou contato", ticketId: null, contactId: null },
      { source: "server", action: "contact.create", description: "", ticketId: null, contactId: made.id },
    ]);
  });
});
