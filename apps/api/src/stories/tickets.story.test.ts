import type { ContactView } from "@balcao/contracts/contacts";
import type { QueueView } from "@balcao/contracts/queues";
import type { NextTicketView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const TAKEN = "Este ticket já foi aceito por outro atendente.";

describe("the life of a ticket", () => {
  let world: World;
  let [sales, support]: QueueView[] = [];
  let [ana, rui, bia, marta, davi]: Agent[] = [];
  let [shop, menu, branch]: LinkedNumber[] = [];
  let phones = 5511900100000;

  beforeAll(async () => {
    world = await openWorld();
    davi = world.davi;
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id, support.id] });
    shop = await world.number("Loja", [sales], {
      farewellMessage: "Até logo, {{name}}!",
      transferMessage: "Vai para {{user}} - {{queue}}.",
    });
    menu = await world.number("Menu", [sales, support], { greetingMessage: "Olá" });
    branch = await world.number("Filial", [sales]);
  }, 90_000);
  afterAll(() => world.close());

  const cast = () => {
    if (!sales || !support || !ana || !rui || !bia || !marta || !davi || !shop || !menu || !branch) throw new Error("the stage is not set");
    return { sales, support, ana, rui, bia, marta, davi, shop, menu, branch };
  };
  /** A customer who has just written for the first time. */
  const newcomer = async (number: LinkedNumber, text = "Olá"): Promise<{ customer: Customer; id: number }> => {
    const customer = world.customer(String((phones += 1)), number);
    await customer.writes(text, { pushName: "Cliente" });
    return { customer, id: await world.ticketOf(cast().davi, customer.phone) };
  };
  const change = (agent: Agent, id: number, patch: object) => agent.ask<TicketView>("PUT", `/tickets/${id}`, patch);
  const read = (id: number) => cast().davi.ask<TicketView>("GET", `/tickets/${id}`);
  /** Expects that the change is refused with this code and leaves the ticket unchanged. */
  const refuses = async (agent: Agent, id: number, patch: object, status: number, code: string): Promise<Record<string, unknown>> => {
    const before = await read(id);
    const answer = await agent.call("PUT", `/tickets/${id}`, patch);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { code } });
    expect(await read(id)).toEqual(before);
    return answer.body as Record<string, unknown>;
  };
  const texts = (customer: Customer): string[] => customer.chat().map(({ text }) => text);

  it("that waits longest is the next one, of the chosen queues, and for each of two who press at once another one [D-280]", async () => {
    const { ana, rui, bia, sales } = cast();
    const number = await world.number("Espera", [sales]);
    const first = await newcomer(number, "Cheguei antes");
    const second = await newcomer(number, "Cheguei depois");
    await first.customer.writes("Ainda estou aqui");
    await ana.holds("pending", second.id);
    const next = async (agent: Agent, query = "") => (await agent.ask<NextTicketView>("GET", `/tickets/next${query}`)).ticket?.id ?? null;
    // What other tests have left waiting comes before them.
    for (let id = await next(ana); id !== first.id; id = await next(ana)) await change(ana, Number(id), { status: "open", userId: ana.id });
    expect([await next(rui), await next(ana, `?queueIds=${sales.id}`), await next(bia, "?showAll=true")]).not.toContain(second.id);
    await change(ana, first.id, { status: "open", userId: ana.id });
    expect(await rui.call("PUT", `/tickets/${first.id}`, { status: "open", userId: rui.id })).toMatchObject({ status: 403 });
    expect(await next(rui)).toBe(second.id);
    await change(rui, second.id, { status: "open", userId: rui.id });
    expect([await next(rui), await next(ana)]).toEqual([null, null]);
  });

  it("is accepted by one; who still sees it is refused because another has it, who does not may not accept it [TICKET-004, TICKET-006, D-279]", async () => {
    const { ana, rui, marta, bia, davi, shop } = cast();
    const { id } = await newcomer(shop);
    for (const agent of [ana, rui, marta, davi]) await agent.holds("pending", id);
    const accepted = await ana.accepts(id);
    expect(accepted).toMatchObject({ status: "open", userId: ana.id, user: { name: "Ana" } });
    expect(accepted.acceptedAt).not.toBeNull();
    const body = await refuses(marta, id, { status: "open", userId: marta.id }, 409, "ERR_TICKET_TAKEN");
    expect([body["error"], body["message"]]).toEqual([TAKEN, TAKEN]);
    await refuses(rui, id, { status: "open", userId: rui.id }, 403, "ERR_NO_PERMISSION");
    await refuses(bia, id, { status: "open", userId: bia.id }, 403, "ERR_NO_PERMISSION");
    expect(await change(ana, id, { status: "open", userId: ana.id })).toEqual(accepted);
    await ana.holds("open", id);
    await rui.loses(id);
    await marta.holds("open", id);
    await davi.holds("open", id);
    expect((await rui.call("GET", `/tickets/${id}`)).status).toBe(403);
    expect((await bia.call("GET", `/tickets/${id}`)).status).toBe(403);
    await world.allInStep();
  });

  it("tells since when its customer waits: until somebody answers, not until somebody looks, and a farewell or a pause is no answer", async () => {
    const { ana, shop } = cast();
    const { id, customer } = await newcomer(shop);
    const { waitingSince } = await read(id);
    expect(Date.parse(waitingSince ?? "")).not.toBeNaN();
    await customer.writes("Alguém aí?");
    await eventually(async () => expect(await read(id)).toMatchObject({ lastMessage: "Alguém aí?", waitingSince }));
    await ana.accepts(id);
    await ana.opens(id);
    await change(ana, id, { status: "paused", pauseTag: "Almoço", pauseMessage: "Já volto" });
    expect(await change(ana, id, { status: "open" })).toMatchObject({ lastMessage: "Já volto", waitingSince });
    await ana.writes(id, "Bom dia!");
    expect(await change(ana, id, { status: "pending", userId: null })).toMatchObject({ waitingSince: null });
    await customer.writes("Ainda espero");
    await eventually(async () => expect((await read(id)).waitingSince).not.toBeNull());
    expect(await change(ana, id, { status: "closed", onlyClose: true })).toMatchObject({ waitingSince: null });
    await world.allInStep();
  });

  it("returns to waiting without its attendant, in its queue, and anybody of the queue may accept it [TICKET-007]", async () => {
    const { ana, rui, sales, shop } = cast();
    const { id, customer } = await newcomer(shop);
    const { acceptedAt } = await ana.accepts(id);
    await rui.loses(id);
    expect(await change(ana, id, { status: "pending", userId: null })).toMatchObject({
      status: "pending",
      userId: null,
      queueId: sales.id,
      acceptedAt,
    });
    await rui.holds("pending", id);
    expect(await rui.accepts(id)).toMatchObject({ status: "open", userId: rui.id, acceptedAt });
    expect(texts(customer)).toEqual(["Olá"]);
    await world.allInStep();
  });

  it("pauses with a tag and a message to the customer, never without a tag, and stays paused when the customer writes [TICKET-010, TICKET-039]", async () => {
    const { ana, shop } = cast();
    const { id, customer } = await newcomer(shop);
    await ana.accepts(id);
    await ana.opens(id);
    const refused = await refuses(ana, id, { status: "paused", pauseTag: " ", pauseMessage: "Já volto" }, 400, "ERR_PAUSE_FIELDS");
    expect(refused["error"]).toBe("Preencha todos os campos para pausar esse atendimento");
    await refuses(ana, id, { status: "paused" }, 400, "ERR_PAUSE_FIELDS");
    expect(
      await change(ana, id, {
        status: "paused",
        pauseTag: "Aguardando peça",
        pauseMessage: "Já volto, {{name}}!",
        comment: "nota interna",
      }),
    ).toMatchObject({ status: "paused", pauseTag: "Aguardando peça", userId: ana.id });
    await ana.holds("paused", id);
    await eventually(() => expect(texts(customer)).toEqual(["Olá", "Já volto, Cliente!"]));
    await eventually(() =>
      expect(ana.messages(id).messages.map(({ mediaType, body }) => [mediaType, body])).toEqual(
        expect.arrayContaining([
          ["comment", "nota interna"],
          ["conversation", "Já volto, Cliente!"],
        ]),
      ),
    );
    await customer.writes("Tudo bem");
    await eventually(() => expect(ana.messages(id).messages.at(-1)).toMatchObject({ body: "Tudo bem" }));
    expect(await read(id)).toMatchObject({ status: "paused", unreadMessages: 1 });
    await world.allInStep();
  });

  it("is resumed by its owner, by gerente or admin, and by no other user [TICKET-011]", async () => {
    const { ana, rui, marta, shop } = cast();
    const { id } = await newcomer(shop);
    await ana.accepts(id);
    await change(ana, id, { status: "paused", pauseTag: "Almoço" });
    await refuses(rui, id, { status: "open", userId: rui.id }, 403, "ERR_NO_PERMISSION");
    expect(await change(marta, id, { status: "open" })).toMatchObject({
      status: "open",
      userId: ana.id,
      pauseTag: null,
    });
    await change(ana, id, { status: "paused", pauseTag: "Almoço" });
    expect(await change(ana, id, { status: "open", userId: ana.id })).toMatchObject({
      status: "open",
      userId: ana.id,
      pauseTag: null,
    });
    await world.allInStep();
  });

  it("is resolved with the farewell, or closed without a message, and accepts messages only while it is open [TICKET-008, TICKET-017, TICKET-022]", async () => {
    const { ana, shop } = cast();
    const first = await newcomer(shop);
    const second = await newcomer(shop);
    const early = await ana.call("POST", `/messages/${first.id}`, { body: "cedo demais" });
    expect(early).toMatchObject({ status: 400, body: { code: "ERR_TICKET_NOT_OPEN" } });
    for (const { id } of [first, second]) await ana.accepts(id);
    const resolved = await change(ana, first.id, { status: "closed", userId: ana.id });
    expect(resolved).toMatchObject({ status: "closed", userId: ana.id });
    expect(resolved.closedAt).not.toBeNull();
    expect(await change(ana, second.id, { status: "closed", onlyClose: true })).toMatchObject({ status: "closed" });
    await ana.holds("closed", first.id);
    await ana.holds("closed", second.id);
    await eventually(() => expect(texts(first.customer)).toEqual(["Olá", "Até logo, Cliente!"]));
    expect((await ana.call("POST", `/messages/${first.id}`, { body: "tarde demais" })).body).toMatchObject({
      code: "ERR_TICKET_NOT_OPEN",
    });
    expect(texts(second.customer)).toEqual(["Olá"]);
    await world.allInStep();
  });

  it("is reopened for the person who reopens it, keeps the time of its first acceptance, and has no closing time [TICKET-009]", async () => {
    const { ana, rui, marta, shop } = cast();
    const { id } = await newcomer(shop);
    const { acceptedAt } = await ana.accepts(id);
    await change(ana, id, { status: "closed", onlyClose: true });
    await refuses(rui, id, { status: "open", userId: rui.id }, 403, "ERR_NO_PERMISSION");
    expect(await change(marta, id, { status: "open", userId: marta.id })).toMatchObject({
      status: "open",
      userId: marta.id,
      closedAt: null,
      acceptedAt,
    });
    await marta.holds("open", id);
    await ana.loses(id);
    await world.allInStep();
  });

  it("exists once while live per contact and number: create, reopen and transfer name the existing one [ERR-017, API-012, API-013]", async () => {
    const { ana, bia, davi, sales, shop, branch } = cast();
    const { id, customer } = await newcomer(shop);
    const { contactId } = await read(id);
    const duplicate = await ana.call("POST", "/tickets", {
      contactId,
      queueId: sales.id,
      whatsappId: shop.id,
      userId: ana.id,
      status: "open",
    });
    expect(duplicate).toMatchObject({
      status: 409,
      body: { error: "ERR_OTHER_OPEN_TICKET", code: "ERR_OTHER_OPEN_TICKET" },
    });
    expect(await ana.ask("GET", `/tickets/contact/${contactId}?whatsappId=${shop.id}`)).toMatchObject({
      id,
      status: "pending",
    });
    expect(await bia.ask("GET", `/tickets/contact/${contactId}?whatsappId=${shop.id}`)).toEqual({
      status: "pending",
      user: null,
      queue: { name: "Vendas" },
    });
    const elsewhere = await ana.ask<TicketView>("POST", "/tickets", {
      contactId,
      queueId: sales.id,
      whatsappId: branch.id,
      userId: ana.id,
      status: "open",
    });
    expect(elsewhere).toMatchObject({ status: "open", userId: ana.id, queueId: sales.id, whatsappId: branch.id });
    await refuses(ana, elsewhere.id, { queueId: sales.id, whatsappId: shop.id, status: "pending" }, 409, "ERR_OTHER_OPEN_TICKET");
    await change(ana, elsewhere.id, { status: "closed", onlyClose: true });
    await ana.ask("POST", "/tickets", {
      contactId,
      queueId: sales.id,
      whatsappId: branch.id,
      userId: ana.id,
      status: "open",
    });
    await refuses(ana, elsewhere.id, { status: "open", userId: ana.id }, 409, "ERR_OTHER_OPEN_TICKET");
    expect(
      (await davi.ask<{ tickets: TicketView[] }>("GET", "/tickets?status=pending&showAll=true")).tickets.filter(
        (ticket) => ticket.contactId === contactId,
      ),
    ).toHaveLength(1);
    expect(texts(customer)).toEqual(["Olá"]);
    await world.allInStep();
  });

  it("is open for the person who creates it in the dialog, in one of the own queues, and nothing is sent [TICKET-005, INBOX-038, API-013]", async () => {
    const { ana, rui, bia, marta, davi, sales, support, shop } = cast();
    const contact = await davi.ask<ContactView>("POST", "/contacts", {
      name: "Nova",
      number: String((phones += 1)),
      respostaAutomatica: true,
    });
    const ask = (agent: Agent, more: object) =>
      agent.call("POST", "/tickets", {
        contactId: contact.id,
        queueId: sales.id,
        whatsappId: shop.id,
        userId: agent.id,
        status: "open",
        ...more,
      });
    expect(await ask(ana, { queueId: undefined })).toMatchObject({
      status: 400,
      body: { error: "Selecione uma fila válida" },
    });
    expect(await ask(ana, { queueId: 9_999 })).toMatchObject({
      status: 400,
      body: { error: "Selecione uma fila válida" },
    });
    expect(await ask(ana, { whatsappId: undefined })).toMatchObject({
      status: 400,
      body: { error: "Selecione uma conexão válida" },
    });
    expect(await ask(ana, { whatsappId: 9_999 })).toMatchObject({
      status: 400,
      body: { error: "Selecione uma conexão válida" },
    });
    expect(await ask(ana, { contactId: 999_999 })).toMatchObject({
      status: 404,
      body: { code: "ERR_NO_CONTACT_FOUND" },
    });
    expect(await ask(ana, { queueId: support.id })).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await ask(ana, { userId: rui.id })).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await ask(marta, { userId: bia.id })).toMatchObject({
      status: 400,
      body: { code: "ERR_WORKING_USER_REQUIRED" },
    });
    const made = await ask(marta, { userId: rui.id });
    expect(made).toMatchObject({
      status: 200,
      body: { status: "open", userId: rui.id, queueId: sales.id, lastMessage: "" },
    });
    expect((made.body as TicketView).acceptedAt).not.toBeNull();
    await rui.holds("open", (made.body as TicketView).id);
    expect(world.customer(contact.number ?? "", shop).chat()).toEqual([]);
    await world.allInStep();
  });

  it("moves to another queue: waiting without a person, open with one, and people who may not see it any more lose it at once [TICKET-012, TICKET-013]", async () => {
    const { ana, rui, bia, marta, support, sales, shop } = cast();
    const { id, customer } = await newcomer(shop);
    await ana.accepts(id);
    expect(await change(ana, id, { queueId: support.id, whatsappId: shop.id, status: "pending", userId: null })).toMatchObject({
      status: "pending",
      userId: null,
      queueId: support.id,
    });
    await ana.loses(id);
    await bia.holds("pending", id);
    await marta.holds("pending", id);
    expect((await ana.call("GET", `/messages/${id}`)).status).toBe(403);
    await world.allInStep();
    expect(await change(bia, id, { queueId: sales.id, whatsappId: shop.id, userId: rui.id })).toMatchObject({
      status: "open",
      userId: rui.id,
      queueId: sales.id,
    });
    await rui.holds("open", id);
    await bia.loses(id);
    await change(rui, id, { status: "closed", onlyClose: true });
    expect(await change(rui, id, { queueId: support.id, whatsappId: shop.id })).toMatchObject({
      status: "pending",
      userId: null,
      queueId: support.id,
      closedAt: null,
    });
    expect(texts(customer)).toEqual(["Olá"]);
    await world.allInStep();
  });

  it("refuses transfers that are incomplete or have an unknown target [TICKET-037, TICKET-012]", async () => {
    const { ana, bia, support, sales, shop } = cast();
    const { id } = await newcomer(shop);
    await ana.accepts(id);
    const half = await refuses(ana, id, { queueId: support.id }, 400, "ERR_TRANSFER_FIELDS");
    expect(half["error"]).toBe("Preencha todos os campos para realizar a transferencia");
    await refuses(ana, id, { whatsappId: shop.id }, 400, "ERR_TRANSFER_FIELDS");
    await refuses(ana, id, { queueId: 9_999, whatsappId: shop.id }, 400, "ERR_QUEUE_REQUIRED");
    await refuses(ana, id, { queueId: sales.id, whatsappId: 9_999 }, 400, "ERR_CONNECTION_REQUIRED");
    await refuses(ana, id, { queueId: sales.id, whatsappId: shop.id, userId: bia.id }, 400, "ERR_WORKING_USER_REQUIRED");
    await refuses(ana, id, { queueId: sales.id, whatsappId: shop.id, userId: 9_999 }, 400, "ERR_WORKING_USER_REQUIRED");
    await refuses(bia, id, { queueId: support.id, whatsappId: shop.id }, 403, "ERR_NO_PERMISSION");
  });

  it("sends the customer a transfer message on request, with the target's names, and always when the setting forces it [TICKET-044]", async () => {
    const { ana, bia, support, shop } = cast();
    const transferTexts = async (patch: object): Promise<string[]> => {
      const { id, customer } = await newcomer(shop);
      await ana.accepts(id);
      await change(ana, id, { queueId: support.id, whatsappId: shop.id, ...patch });
      await eventually(async () => expect(await world.rows("SELECT 1 FROM outbox WHERE state IN ('queued', 'handed')")).toEqual([]));
      return texts(customer).slice(1);
    };
    expect(await transferTexts({})).toEqual([]);
    expect(await transferTexts({ transferMessage: true })).toEqual(["Vai para atendente - Suporte."]);
    expect(await transferTexts({ transferMessage: "Falará com {{user}} de {{queue}}", userId: bia.id })).toEqual([
      "Falará com Bia de Suporte",
    ]);
    await world.settings({ forceTransferMessage: "enabled" });
    expect(await transferTexts({ transferMessage: false, userId: bia.id })).toEqual(["Vai para Bia - Suporte."]);
    await world.settings({ forceTransferMessage: "disabled" });
    await world.allInStep();
  });

  it("moves to another number: answers are sent from there, and the customer's messages there are in the same ticket [TICKET-041, TICKET-012]", async () => {
    const { ana, sales, shop, branch } = cast();
    const { id, customer } = await newcomer(shop);
    await ana.accepts(id);
    expect(await change(ana, id, { queueId: sales.id, whatsappId: branch.id, userId: ana.id })).toMatchObject({
      id,
      status: "open",
      whatsappId: branch.id,
      whatsapp: { name: "Filial" },
    });
    await ana.opens(id);
    await ana.writes(id, "Agora daqui");
    const onBranch = world.customer(customer.phone, branch);
    await eventually(() => expect(texts(onBranch)).toContain("Agora daqui"));
    await onBranch.writes("Recebi na filial");
    await eventually(() => expect(ana.messages(id).messages.at(-1)).toMatchObject({ body: "Recebi na filial", ticketId: id }));
    await world.allInStep();
  });

  it("refuses every transition that the table does not list, and changes nothing [TICKET-004]", async () => {
    const { ana, shop } = cast();
    const { id } = await newcomer(shop);
    const illegal = async (...patches: object[]): Promise<void> => {
      for (const patch of patches) await refuses(ana, id, patch, 409, "ERR_TICKET_TRANSITION");
    };
    await illegal({ status: "paused", pauseTag: "Cedo" }, { status: "nps" }, { status: "bot" }, {});
    await ana.accepts(id);
    await illegal({ status: "nps" }, { status: "bot" });
    await change(ana, id, { status: "paused", pauseTag: "Pausa" });
    await illegal({ status: "pending" });
    await change(ana, id, { status: "closed", onlyClose: true });
    await illegal({ status: "pending" }, { status: "paused", pauseTag: "Tarde" });
    expect((await ana.call("PUT", `/tickets/${id}`, { status: "deleted" })).status).toBe(400);
    expect((await ana.call("PUT", "/tickets/999999", { status: "closed" })).body).toMatchObject({
      code: "ERR_NO_TICKET_FOUND",
    });
  });

  it("requires a queue when a ticket has none: an own one, any for an administrator [TICKET-018, D-050]", async () => {
    const { ana, rui, marta, davi, sales, support, menu } = cast();
    const { id } = await newcomer(menu);
    // The customer gets the menu of queues, which raises the ticket's version until it is delivered.
    const acks = "SELECT ack FROM message WHERE ticket_id = $1 AND from_me";
    await eventually(async () => expect(await world.rows(acks, [id])).toEqual([{ ack: 2 }]));
    expect(await read(id)).toMatchObject({ status: "pending", queueId: null });
    await ana.holds("pending", id);
    const refused = await refuses(ana, id, { status: "open", userId: ana.id }, 400, "ERR_QUEUE_REQUIRED");
    expect(refused["error"]).toBe("Selecione uma fila válida");
    await refuses(ana, id, { status: "open", userId: ana.id, queueId: support.id }, 400, "ERR_QUEUE_REQUIRED");
    await refuses(marta, id, { status: "open", userId: marta.id, queueId: 9_999 }, 400, "ERR_QUEUE_REQUIRED");
    expect(await change(ana, id, { status: "open", userId: ana.id, queueId: sales.id })).toMatchObject({
      status: "open",
      userId: ana.id,
      queueId: sales.id,
    });
    const other = await newcomer(menu);
    expect(await change(davi, other.id, { status: "open", userId: davi.id, queueId: support.id })).toMatchObject({
      status: "open",
      userId: davi.id,
      queueId: support.id,
    });
    await rui.loses(other.id);
    const last = await newcomer(menu);
    expect(await change(davi, last.id, { status: "open", userId: davi.id })).toMatchObject({
      status: "open",
      userId: davi.id,
      queueId: null,
    });
    await world.allInStep();
  });

  it("is accepted by a user for nobody else; gerente and admin may name another active user of the queue [TICKET-006]", async () => {
    const { ana, rui, bia, marta, davi, shop } = cast();
    const { id } = await newcomer(shop);
    await refuses(ana, id, { status: "open", userId: rui.id }, 403, "ERR_NO_PERMISSION");
    await refuses(marta, id, { status: "open", userId: bia.id }, 400, "ERR_WORKING_USER_REQUIRED");
    await refuses(marta, id, { status: "open", userId: 9_999 }, 400, "ERR_WORKING_USER_REQUIRED");
    expect(await change(marta, id, { status: "open", userId: ana.id })).toMatchObject({
      status: "open",
      userId: ana.id,
    });
    const other = await newcomer(shop);
    expect(await change(davi, other.id, { status: "open", userId: rui.id })).toMatchObject({
      status: "open",
      userId: rui.id,
    });
    await ana.holds("open", id);
    await rui.holds("open", other.id);
    await world.allInStep();
  });

  it("keeps an internal comment among agents: never sent, never quoted [CONV-009, CONV-033]", async () => {
    const { ana, shop } = cast();
    const { id, customer } = await newcomer(shop);
    await ana.accepts(id);
    await ana.opens(id);
    const comment = await ana.writes(id, "-- cliente antigo");
    expect(comment).toMatchObject({ mediaType: "comment", body: "cliente antigo", fromMe: true, sending: null });
    expect(await ana.call("POST", `/messages/${id}`, { body: "Sobre isso", quotedMsg: comment.id })).toMatchObject({
      status: 400,
    });
    await ana.writes(id, "Bom dia");
    await eventually(() => expect(texts(customer)).toEqual(["Olá", "Bom dia"]));
    expect(await read(id)).toMatchObject({ lastMessage: "Bom dia" });
    await world.allInStep();
  });
});
