import type { ServerEvent } from "@balcao/contracts/live";
import type { ProtocolListView, ProtocolView } from "@balcao/contracts/protocols";
import type { QueueView } from "@balcao/contracts/queues";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

describe("protocols", () => {
  let world: World;
  let sales: QueueView;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let phones = 5511900930000;
  /** What each person's socket received about protocols. */
  const heard = new Map<string, ServerEvent<"protocolo">[]>();

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#1e7a3e");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    for (const agent of [ana, rui, bia, marta, world.davi]) {
      heard.set(agent.name, []);
      agent.socket.on("protocolo", (event) => heard.get(agent.name)?.push(event));
    }
  }, 120_000);
  afterAll(() => world.close());

  /** A customer whose ticket Ana has. */
  const attended = async (): Promise<{ zoe: Customer; ticketId: number; contactId: number }> => {
    const zoe = world.customer(String((phones += 1)), shop);
    await zoe.writes("Oi");
    const ticketId = await world.ticketOf(ana, zoe.phone);
    const { contactId } = await ana.accepts(ticketId);
    return { zoe, ticketId, contactId };
  };
  const post = (agent: Agent, body: object, headers = {}) => agent.call("POST", "/protocolos", body, headers);
  const create = (body: object) => ana.ask<ProtocolView>("POST", "/protocolos", body);
  const textsTo = (zoe: Customer) => zoe.chat().flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  const eventsOf = (name: string, id: number) => (heard.get(name) ?? []).filter((event) => event.protocoloId === id);
  const list = async (agent: Agent, query = "") => (await agent.ask<ProtocolListView>("GET", `/protocolos/?${query}`)).protocolos;
  const ids = (protocols: readonly ProtocolView[]) => protocols.map(({ id }) => id);

  it("are made for an open ticket, sent to its contact, and told to whoever may open the ticket [PROT-004, PROT-006, API-041, RT-024, TICKET-016, D-200, D-201]", async () => {
    const { zoe, ticketId, contactId } = await attended();
    const made = await create({ contactId, ticketId, log: { descricao: "Gerou o protocolo", origem: "Tickets" } });
    expect(made).toEqual({
      id: expect.any(Number),
      protocolo: expect.stringMatching(new RegExp(`^20\\d{6}${String(made.id).padStart(6, "0")}$`)),
      mensagem: "",
      ticketId,
      contact: { id: contactId, name: expect.any(String), number: zoe.phone, profilePicUrl: null },
      createdAt: expect.any(String),
    });
    const text = `Protocolo de atendimento: *${made.protocolo}*. Esta conversa será encerrada em 5 segundos.`;
    await eventually(() => expect(textsTo(zoe)).toContain(text));
    for (const name of ["Ana", "Marta", "Davi"])
      await eventually(() => expect(eventsOf(name, made.id)).toEqual([{ action: "create", protocolo: made, protocoloId: made.id }]));
    await world.allInStep();
    // Their sockets got later events of a ticket that they see, and none of this one.
    expect([eventsOf("Bia", made.id), eventsOf("Rui", made.id)]).toEqual([[], []]);
    expect(
      await world.rows("SELECT source, action, description FROM audit_entry WHERE ticket_id = $1 AND action ~ 'protocol'", [ticketId]),
    ).toEqual([{ source: "server", action: "protocol.create", description: made.protocolo }]);
    expect(await world.rows("SELECT 1 FROM audit_entry WHERE description = 'Gerou o protocolo' AND source = 'client'")).toHaveLength(1);
  });

  it("are one for two requests within a minute, and another one later; a ticket's come newest first [API-039, D-202, D-246]", async () => {
    const { zoe, ticketId, contactId } = await attended();
    const [one, two] = await Promise.all([create({ contactId, ticketId }), create({ contactId, ticketId })]);
    expect(two).toEqual(one);
    await world.rows("UPDATE protocol SET created_at = created_at - interval '61 seconds' WHERE id = $1", [one.id]);
    const key = { "Idempotency-Key": "one-protocol" };
    const [later, repeated] = [await post(ana, { contactId, ticketId }, key), await post(ana, { contactId, ticketId }, key)];
    expect(repeated).toEqual(later);
    const third = later.body as ProtocolView;
    expect(third.id).not.toBe(one.id);
    expect(ids(await ana.ask<ProtocolView[]>("GET", `/protocolos/ticket/${ticketId}`))).toEqual([third.id, one.id]);
    await eventually(() => expect(textsTo(zoe).filter((text) => text.startsWith("Protocolo"))).toHaveLength(2));
  });

  it("are kept when the contact cannot be reached, with the reason as error, and send nothing where the ticket is not open [D-201]", async () => {
    const { zoe, ticketId, contactId } = await attended();
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "closed", onlyClose: true });
    expect(await create({ contactId, ticketId })).toMatchObject({ ticketId });
    const unreachable = await attended();
    await world.rows("DELETE FROM contact_address WHERE contact_id = $1", [unreachable.contactId]);
    const body = { contactId: unreachable.contactId, ticketId: unreachable.ticketId };
    expect(await post(ana, body)).toMatchObject({ status: 400, body: { code: "ERR_WAPP_INVALID_CONTACT" } });
    expect(await ana.ask<ProtocolView[]>("GET", `/protocolos/ticket/${unreachable.ticketId}`)).toHaveLength(1);
    // A later text has arrived, and no protocol before it.
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "open", userId: ana.id });
    await ana.writes(ticketId, "Até logo");
    await eventually(() => expect(textsTo(zoe).at(-1)).toContain("Até logo"));
    expect(textsTo(zoe).filter((text) => text.startsWith("Protocolo"))).toEqual([]);
  });

  it("are seen, listed and changed by whoever may open the ticket, whatever the parameter says [API-040, API-042, API-043, API-044, PROT-005, D-203, D-204]", async () => {
    const { ticketId, contactId } = await attended();
    const made = await create({ contactId, ticketId });
    for (const agent of [ana, marta, world.davi]) {
      expect(ids(await list(agent, `user=${bia.id}`))).toContain(made.id);
      expect(ids(await agent.ask<ProtocolView[]>("GET", `/protocolos/contact/${contactId}`))).toEqual([made.id]);
      expect(ids(await agent.ask<ProtocolView[]>("GET", `/protocolos/contact/${contactId}?pageNumber=1`))).toEqual([made.id]);
      expect(await agent.ask("GET", `/protocolos/contact/${contactId}?pageNumber=2`)).toEqual([]);
      expect(await agent.ask("GET", `/protocolos/${made.id}`)).toEqual(made);
    }
    for (const agent of [bia, rui]) {
      expect(ids(await list(agent, `user=${ana.id}`))).not.toContain(made.id);
      expect(await agent.ask("GET", `/protocolos/contact/${contactId}`)).toEqual([]);
      for (const [method, path, body] of [
        ["GET", `/protocolos/${made.id}`],
        ["PUT", `/protocolos/${made.id}`, { mensagem: "Minha agora" }],
        ["GET", `/protocolos/ticket/${ticketId}`],
        ["POST", "/protocolos", { contactId, ticketId }],
      ] as const)
        expect([path, await agent.call(method, path, body)]).toMatchObject([path, { status: 403, body: { code: "ERR_NO_PERMISSION" } }]);
    }
    await eventually(() => expect(eventsOf("Marta", made.id)).toMatchObject([{ action: "create" }]));
    const changed = await ana.ask<ProtocolView>("PUT", `/protocolos/${made.id}`, {
      ...{ mensagem: "  Troca de endereço ", protocolo: "1", ticketId: 1, contactId: 1 },
      log: { descricao: "Alterou o protocolo", origem: "Protocolos", ticketId },
    });
    expect(changed).toEqual({ ...made, mensagem: "Troca de endereço" });
    await eventually(() =>
      expect(eventsOf("Marta", made.id).slice(1)).toEqual([{ action: "update", protocolo: changed, protocoloId: made.id }]),
    );
    expect(await ana.ask("PUT", `/protocolos/${made.id}`, { mensagem: "Troca de endereço" })).toEqual(changed);
    expect(
      await world.rows("SELECT user_id AS \"userId\" FROM audit_entry WHERE action = 'protocol.change' AND description = $1", [
        made.protocolo,
      ]),
    ).toEqual([{ userId: ana.id }]);
  });

  it("are found by their number and by the contact's name or number, in pages of 20, newest first [API-042, D-031, D-203, D-263]", async () => {
    const { ticketId, contactId, zoe } = await attended();
    await world.davi.ask("PUT", `/contacts/${contactId}`, { name: "Conceição %_Prado", email: "outra@example.com" });
    await world.rows(
      `INSERT INTO protocol (number, ticket_id, created_at) SELECT '19990101' || lpad(n::text, 6, '0'), $1, now() - interval '1 day' FROM generate_series(1, 45) AS n`,
      [ticketId],
    );
    const search = (term: string, page = 1) =>
      ana.ask<ProtocolListView>("GET", `/protocolos?searchParam=${encodeURIComponent(term)}&pageNumber=${page}`);
    const pages = [await search("19990101"), await search("19990101", 2), await search("19990101", 3), await search("19990101", 4)];
    expect(pages.map((page) => [page.protocolos.length, page.hasMore])).toEqual([
      [20, true],
      [20, true],
      [5, false],
      [0, false],
    ]);
    const all = ids(pages.flatMap((page) => page.protocolos));
    expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
    for (const [term, count] of [
      ["19990101000042", 1],
      ["conceicao", 20],
      ["%_pra", 20],
      [zoe.phone.slice(2), 20],
      [`+55 (${zoe.phone.slice(2, 4)}) ${zoe.phone.slice(4, 9)}-${zoe.phone.slice(9)}`, 20],
      ["outra@example", 0],
      ["%", 20],
      ["_x", 0],
    ] as const)
      expect([term, (await search(term)).protocolos.length]).toEqual([term, count]);
    expect((await search("", 100_000)).protocolos).toEqual([]);
  });

  it("keep their contact from being deleted, for whoever deletes contacts [CONTACT-010, D-137]", async () => {
    const [kept, free] = [await attended(), await attended()];
    await create({ contactId: kept.contactId, ticketId: kept.ticketId });
    expect(await world.davi.call("DELETE", `/contacts/${kept.contactId}`)).toMatchObject({
      status: 400,
      body: {
        code: "ERR_CONTACT_HAS_PROTOCOL",
        error: "Não é possível deletar esse contato pois existe um protocolo vinculado a ele.",
      },
    });
    expect(await world.davi.call("DELETE", `/contacts/${free.contactId}`)).toMatchObject({ status: 200 });
    // The database itself refuses a deletion that does not check.
    await expect(world.rows("DELETE FROM contact WHERE id = $1", [kept.contactId])).rejects.toThrow(/protocol_ticket_id_fkey/);
  });

  it("refuse a contact that is not the ticket's, details out of bounds and what does not exist; nothing is kept [PROT-005]", async () => {
    const [{ ticketId, contactId }, other] = [await attended(), await attended()];
    expect(await post(ana, { contactId: other.contactId, ticketId })).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", details: [{ field: "contactId", rule: "ticket" }] },
    });
    for (const body of [{ ticketId }, { contactId }, {}]) expect(await post(ana, body)).toMatchObject({ status: 400 });
    expect(await post(ana, { contactId, ticketId: 99_999 })).toMatchObject({ status: 404, body: { code: "ERR_NO_TICKET_FOUND" } });
    expect(await ana.ask("GET", `/protocolos/ticket/${ticketId}`)).toEqual([]);
    const made = await create({ contactId, ticketId });
    for (const details of ["", " ", "x", "x".repeat(51), 12, null])
      expect([details, await ana.call("PUT", `/protocolos/${made.id}`, { mensagem: details })]).toMatchObject([
        details,
        { status: 400, body: { details: expect.arrayContaining([expect.objectContaining({ field: "mensagem" })]) } },
      ]);
    for (const details of ["xy", "x".repeat(50)])
      expect(await ana.ask("PUT", `/protocolos/${made.id}`, { mensagem: details })).toMatchObject({ mensagem: details });
    for (const path of ["/protocolos/99999", "/protocolos/ticket/99999"])
      expect(await ana.call("GET", path)).toMatchObject({ status: 404 });
    expect(await ana.call("PUT", "/protocolos/99999", { mensagem: "Nada" })).toMatchObject({ status: 404 });
  });

  it("keep their ticket from being deleted; without one it goes with messages and files, and its rating and the audit stay [TICKET-019, TICKET-020, TICKET-021, API-015, LOG-004, D-059]", async () => {
    const [kept, gone] = [await attended(), await attended()];
    await create({ contactId: kept.contactId, ticketId: kept.ticketId });
    expect(await world.davi.call("DELETE", `/tickets/${kept.ticketId}`)).toEqual({
      status: 400,
      body: expect.objectContaining({
        code: "ERR_TICKET_HAS_PROTOCOL",
        error: "Não é possível deletar esse ticket pois existe um protocolo vinculado a ele",
      }),
    });
    for (const agent of [ana, marta]) expect(await agent.call("DELETE", `/tickets/${gone.ticketId}`)).toMatchObject({ status: 403 });
    await world.rows(
      `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, owner_id)
       SELECT gen_random_uuid(), 'gone', '', 1, 'text/plain', 'txt', 'gone', 'message', min(id) FROM message WHERE ticket_id = $1`,
      [gone.ticketId],
    );
    await world.rows(
      `INSERT INTO rating (ticket_id, contact_id, contact_name, user_id, asked_at, ended_at, rated_at, rate) VALUES ($1, $2, 'Zoe', $3, now(), now(), now(), 4)`,
      [gone.ticketId, gone.contactId, ana.id],
    );
    await ana.holds("open", gone.ticketId);
    const log = { descricao: "Excluiu o ticket", origem: "Tickets", ticketId: gone.ticketId };
    expect(await world.davi.ask("DELETE", `/tickets/${gone.ticketId}`, { log })).toEqual({ message: expect.any(String) });
    await ana.loses(gone.ticketId);
    await world.allInStep();
    expect(await world.davi.call("GET", `/tickets/${gone.ticketId}`)).toMatchObject({ status: 404 });
    expect(await world.rows("SELECT id FROM message WHERE ticket_id = $1", [gone.ticketId])).toEqual([]);
    expect(await world.rows("SELECT owner_kind AS kind, owner_id AS id FROM file WHERE path = 'gone'")).toEqual([
      { kind: "incoming", id: null },
    ]);
    expect(await world.davi.ask("GET", "/ticketNPS")).toMatchObject([{ ticketId: gone.ticketId, rate: 4, userId: ana.id }]);
    expect(
      await world.rows("SELECT source, action, description FROM audit_entry WHERE ticket_id = $1 AND user_id = $2 ORDER BY id", [
        gone.ticketId,
        world.davi.id,
      ]),
    ).toEqual([
      { source: "client", action: "remark", description: "Excluiu o ticket" },
      { source: "server", action: "ticket.delete", description: "" },
    ]);
    // What the customer writes next begins a new ticket.
    await gone.zoe.writes("Ainda estou aqui");
    const next = await eventually(() => {
      const found = ana.list("pending").tickets.find(({ contactId }) => contactId === gone.contactId);
      if (!found) throw new Error("no new ticket");
      return found.id;
    });
    expect(next).not.toBe(gone.ticketId);
  });
});
