import { byNewestUpdate } from "@balcao/contracts/botTickets";
import { applyRow } from "@balcao/contracts/live";
import { byQuestionId, type QuestionView } from "@balcao/contracts/questions";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const OPTIONS = "99 - Falar com um atendente\n00 - Encerrar atendimento";

describe("the bot, its questions and its tickets", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let phones = 5511900820000;
  /** What browsers hold: loaded once, and changed by events alone. */
  let questions: readonly QuestionView[];
  const botTickets = new Map<Agent, readonly TicketView[]>();

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#1e7a3e");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [support, sales], { greetingMessage: "Olá!", greetingBotMessage: "Posso ajudar?" });
    questions = await bia.ask<QuestionView[]>("GET", "/pergunta");
    bia.socket.on("pergunta", (event) => {
      questions = applyRow(questions, event.perguntaId, event.action === "delete" ? null : event.perguntas, byQuestionId);
    });
    for (const agent of [ana, bia]) {
      botTickets.set(agent, await agent.ask<TicketView[]>("GET", "/ticket2"));
      agent.socket.on("ticketBot", (event) => {
        const row = event.action === "create" || event.action === "update" ? event.ticket : null;
        botTickets.set(agent, applyRow(botTickets.get(agent) ?? [], event.ticketId, row, byNewestUpdate));
      });
    }
  }, 120_000);
  afterAll(() => world.close());

  const create = (question: string, more: object = {}) =>
    ana.ask<QuestionView>("POST", "/pergunta", { pergunta: question, resposta: `R: ${question}`, ...more });
  const customer = (): Customer => world.customer(String((phones += 1)), shop);
  const got = (who: Customer): string[] => who.chat().flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  const idsOf = (agent: Agent): number[] => (botTickets.get(agent) ?? []).map(({ id }) => id);
  const botTicketOf = async (agent: Agent, phone: string): Promise<TicketView> => {
    const find = () => (botTickets.get(agent) ?? []).find(({ contact }) => contact.number === phone);
    await eventually(() => expect(find()).toBeDefined());
    const found = find();
    if (!found) throw new Error(`the bot has no ticket of ${phone}`);
    return found;
  };
  const inStep = () =>
    eventually(async () => {
      expect(questions).toEqual(await bia.ask<QuestionView[]>("GET", "/pergunta"));
      for (const agent of [ana, bia]) expect(botTickets.get(agent)).toEqual(await agent.ask<TicketView[]>("GET", "/ticket2"));
    });
  /** A customer in Vendas to whom the bot has shown its questions. */
  const toBot = async (): Promise<{ who: Customer; ticket: TicketView }> => {
    const who = customer();
    await who.writes("Oi");
    await eventually(() => expect(got(who)).toHaveLength(1));
    await who.writes("Vendas");
    await eventually(() => expect(got(who).at(-1)).toContain(OPTIONS));
    return { who, ticket: await botTicketOf(ana, who.phone) };
  };

  it("are made, changed and deleted by anybody who is signed in, and everybody sees it at once [BOT-010, API-111, API-112, API-113, API-114, API-115, RT-021, RT-026, D-179]", async () => {
    const made = await create("Qual o horário?", { queueId: sales.id, openTicket: "enabled" });
    const queue = { id: sales.id, name: "Vendas", color: "#236681" };
    expect(made).toEqual({
      id: expect.any(Number),
      pergunta: "Qual o horário?",
      resposta: "R: Qual o horário?",
      queueId: sales.id,
      queue,
      openTicket: true,
      userId: ana.id,
    });
    await inStep();
    expect(questions).toEqual([made]);
    expect(await bia.ask("PUT", `/pergunta/${made.id}`, { pergunta: "E hoje?" })).toEqual({ ...made, pergunta: "E hoje?" });
    const body = { pergunta: "E o horário?", resposta: "Das 8 às 18.", queueId: null, openTicket: false };
    expect(await bia.ask("PUT", `/pergunta/${made.id}`, body)).toMatchObject({ ...body, queue: null });
    await inStep();
    expect(await ana.ask("GET", `/pergunta/${made.id}`)).toEqual(questions[0]);
    expect(await ana.ask("DELETE", `/pergunta/${made.id}`)).toEqual({ message: expect.any(String) });
    await inStep();
    expect(questions).toEqual([]);
    for (const [method, sent] of [["GET"], ["DELETE"], ["PUT", body]] as const)
      expect(await ana.call(method, `/pergunta/${made.id}`, sent)).toMatchObject({ status: 404, body: { code: "ERR_NOT_FOUND" } });
    const actions = await world.rows<{ action: string }>(
      "SELECT action FROM audit_entry WHERE related_kind = 'question' AND related_id = $1 ORDER BY id",
      [made.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(["question.create", "question.change", "question.change", "question.delete"]);
  });

  it("need a question, an answer and a queue that exists; nothing is kept otherwise [BOT-011, API-113]", async () => {
    for (const [fields, field] of [
      [{ pergunta: "" }, "pergunta"],
      [{ pergunta: "   " }, "pergunta"],
      [{ pergunta: "x".repeat(251) }, "pergunta"],
      [{ resposta: "" }, "resposta"],
      [{ resposta: null }, "resposta"],
      [{ resposta: "x".repeat(4_001) }, "resposta"],
      [{ queueId: "x" }, "queueId"],
      [{ openTicket: "talvez" }, "openTicket"],
    ] as const)
      expect([fields, await ana.call("POST", "/pergunta", { pergunta: "P", resposta: "R", ...fields })]).toMatchObject([
        fields,
        { status: 400, body: { code: "ERR_VALIDATION", details: expect.arrayContaining([expect.objectContaining({ field })]) } },
      ]);
    expect(await ana.call("POST", "/pergunta", { pergunta: "P", resposta: "R", queueId: 99_999 })).toMatchObject({
      status: 404,
      body: { code: "ERR_NO_QUEUE_FOUND" },
    });
    expect(await ana.ask("GET", "/pergunta")).toEqual([]);
    await eventually(async () => expect((await create("P")).queueId).toBeNull());
    for (const { id } of await ana.ask<QuestionView[]>("GET", "/pergunta")) await ana.ask("DELETE", `/pergunta/${id}`);
  });

  it("answers, and its tickets are listed to the people of their queue until somebody takes them [API-017, API-018, BOT-002, BOT-005, BOT-006, D-045, D-046, D-173, D-178]", async () => {
    const { id: questionId } = await create("Qual o horário?", { queueId: sales.id });
    const { who, ticket } = await toBot();
    expect(got(who).at(-1)).toBe(`Posso ajudar?\n\n1 - Qual o horário?\n${OPTIONS}`);
    expect(ticket).toMatchObject({
      status: "bot",
      contact: { name: expect.any(String), profilePicUrl: null },
      lastMessage: expect.any(String),
      updatedAt: expect.any(String),
      queue: { name: "Vendas", color: "#236681" },
    });
    await who.writes("1");
    await eventually(() => expect(got(who).at(-2)).toBe("R: Qual o horário?"));
    await inStep();
    expect([idsOf(ana), idsOf(bia)]).toEqual([[ticket.id], []]);
    expect((await world.davi.ask<TicketView[]>("GET", "/ticket2")).map(({ id }) => id)).toEqual([ticket.id]);
    const body = { ticket: ticket.id, status: "pending", user: ana.id };
    expect(await bia.call("PUT", `/ticket2/${ticket.id}`, body)).toMatchObject({ status: 403 });
    expect(await ana.ask("PUT", `/ticket2/${ticket.id}`, { ...body, ticket: { id: 1 } })).toMatchObject({
      id: ticket.id,
      status: "pending",
      userId: null,
      queueId: sales.id,
    });
    await inStep();
    expect(idsOf(ana)).toEqual([]);
    await ana.holds("pending", ticket.id);
    expect(await ana.call("PUT", `/ticket2/${ticket.id}`, body)).toMatchObject({ status: 409, body: { code: "ERR_TICKET_TRANSITION" } });
    const before = got(who).length;
    await who.writes("1");
    await eventually(async () => expect(await ana.ask("GET", `/tickets/${ticket.id}`)).toMatchObject({ lastMessage: "1" }));
    expect(got(who)).toHaveLength(before);
    await ana.ask("DELETE", `/pergunta/${questionId}`);
    await world.allInStep();
  });

  it("loses a ticket that is closed there, without a text to the customer, and refuses other statuses [API-018, BOT-003, D-046]", async () => {
    const { id: questionId } = await create("Qual o horário?");
    const { who, ticket } = await toBot();
    const before = got(who).length;
    for (const status of ["open", "bot", "", undefined])
      expect(await ana.call("PUT", `/ticket2/${ticket.id}`, { status })).toMatchObject({ status: 400, body: { code: "ERR_VALIDATION" } });
    expect(await ana.ask("PUT", `/ticket2/${ticket.id}`, { status: "closed" })).toMatchObject({ status: "closed" });
    await inStep();
    await ana.holds("closed", ticket.id);
    expect(got(who)).toHaveLength(before);
    expect(await ana.call("PUT", "/ticket2/99999", { status: "closed" })).toMatchObject({ status: 404 });
    await ana.ask("DELETE", `/pergunta/${questionId}`);
  });

  it("goes on without the queue when that is deleted, whose tickets and questions stay [API-070, D-161]", async () => {
    const spare = await world.queue("Provisória", "#8a5300");
    const rui = await world.person("Rui", { queueIds: [spare.id] });
    await world.davi.ask("PUT", `/whatsapp/${shop.id}`, { name: "Loja", queueIds: [spare.id], greetingMessage: "Olá!" });
    await world.restartWorker();
    const { id: questionId } = await create("Qual o horário?", { queueId: spare.id });
    const [one, two] = [customer(), customer()];
    await one.writes("Oi");
    await eventually(() => expect(got(one).at(-1)).toContain("1 - Qual o horário?"));
    await two.writes("Oi");
    await two.writes("99");
    const waiting = await world.ticketOf(rui, two.phone);
    expect(await ana.call("DELETE", `/queue/${spare.id}`)).toMatchObject({ status: 403 });
    expect(await world.davi.ask("DELETE", `/queue/${spare.id}`)).toEqual({ message: expect.any(String) });
    await rui.accepts(waiting);
    expect(await rui.ask("GET", `/tickets/${waiting}`)).toMatchObject({ queueId: null, queue: null, status: "open", userId: rui.id });
    await inStep();
    expect(questions).toEqual([expect.objectContaining({ id: questionId, queueId: null, queue: null })]);
    expect(await botTicketOf(bia, one.phone)).toMatchObject({ queueId: null, status: "bot" });
    expect(await world.davi.ask(`GET`, `/whatsapp/${shop.id}`)).toMatchObject({ queues: [] });
    expect(await rui.ask("GET", `/users/${rui.id}`)).toMatchObject({ queues: [] });
    await one.writes("1");
    await eventually(() => expect(got(one).at(-2)).toBe("R: Qual o horário?"));
    expect(await world.davi.call("DELETE", `/queue/${spare.id}`)).toMatchObject({ status: 404, body: { code: "ERR_NO_QUEUE_FOUND" } });
    await world.allInStep();
  });
});
