import type { FoundMessagesView, MessagePageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

interface Said {
  readonly phone: string;
  readonly name: string;
  readonly texts: readonly string[];
  readonly status?: string;
  readonly queue: QueueView | null;
  readonly owner?: Agent;
  readonly number?: LinkedNumber;
}

describe("search", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let shop: LinkedNumber;
  let branch: LinkedNumber;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let marta: Agent;
  const tickets = new Map<string, number>();

  const insert = async ({ phone, name, texts, status = "pending", queue, owner, number = shop }: Said): Promise<number> => {
    const [ticket] = await world.rows<{ id: number }>(
      `WITH person AS (INSERT INTO contact (name, number) VALUES ($1, $2) RETURNING id)
       INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, last_activity)
       SELECT $3, id, $4, $5, $6, timestamptz '2026-06-01T12:00:00Z' + interval '1 minute' * ($7 % 1000) FROM person RETURNING id`,
      [name, phone, status, number.id, queue?.id ?? null, owner?.id ?? null, Number(phone.slice(-3))],
    );
    const id = ticket?.id ?? 0;
    await world.rows(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at)
       SELECT $1, $2, 'phone:' || $3, 'phone:' || $3, false, $3 || '-' || place, 'text', body, timestamptz '2026-06-01T12:00:00Z' + interval '1 second' * place
       FROM unnest($4::text[]) WITH ORDINALITY AS said(body, place)`,
      [id, number.id, phone, texts],
    );
    tickets.set(name, id);
    return id;
  };
  const search = (agent: Agent, query: Readonly<Record<string, string>>) =>
    agent.ask<TicketSearchView>("GET", `/tickets/filter?${new URLSearchParams(query).toString()}`);
  const found = async (agent: Agent, query: Readonly<Record<string, string>>): Promise<string[]> =>
    (await search(agent, query)).tickets.map(({ contact }) => contact.name);
  const idOf = (name: string): number => tickets.get(name) ?? 0;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte técnico", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id, support.id] });
    shop = {
      ...(await world.davi.ask<{ id: number; name: string }>("POST", "/whatsapp", { name: "Loja Centro", api: "baileys" })),
      key: "",
    };
    branch = { ...(await world.davi.ask<{ id: number; name: string }>("POST", "/whatsapp", { name: "Filial", api: "baileys" })), key: "" };
    await insert({ phone: "5511900400001", name: "Zélia Prado", texts: ["O XILOFÔNE chegou?", "Obrigada"], queue: sales });
    await insert({
      phone: "5511900400002",
      name: "Caio",
      texts: ["quero um xilofone", "e outro xilofone azul"],
      status: "open",
      queue: sales,
      owner: rui,
    });
    await insert({ phone: "5511900400003", name: "Lia", texts: ["xilofone quebrado"], queue: support, number: branch });
    await insert({ phone: "5511900400004", name: "Nuno", texts: ["xilofone 100%"], queue: null });
    await insert({ phone: "5511900400005", name: "Gil", texts: ["bom dia"], status: "closed", queue: sales, owner: ana });
  }, 120_000);
  afterAll(() => world.close());

  it("finds a part of a word without accents and case, in the newest 50 tickets of the person, newest first [API-010, D-035]", async () => {
    expect(await found(world.davi, { searchParam: "xilofone" })).toEqual(["Nuno", "Lia", "Caio", "Zélia Prado"]);
    expect(await found(world.davi, { searchParam: "ILOFÓN" })).toEqual(["Nuno", "Lia", "Caio", "Zélia Prado"]);
    const { tickets: hits } = await search(world.davi, { searchParam: "xilofone" });
    expect(hits.map(({ hit }) => hit?.body)).toEqual(["xilofone 100%", "xilofone quebrado", "e outro xilofone azul", "O XILOFÔNE chegou?"]);
  });

  it("searches the text as typed: %, _, \\ and quotes are no patterns [S-33, S-39]", async () => {
    expect(await found(world.davi, { searchParam: "100%" })).toEqual(["Nuno"]);
    for (const searchParam of ["x%e", "xilof_ne", "\\\\\\", "'''", '"; DROP TABLE ticket; --']) {
      expect(await found(world.davi, { searchParam })).toEqual([]);
    }
    expect((await world.davi.call("GET", `/tickets/filter?searchParam=${"a".repeat(5_000)}`)).status).toBe(400);
    expect(await found(world.davi, { searchParam: "   " })).toHaveLength(5);
  });

  it("never finds tickets that the person may not open, under every rule [D-035, TICKET-029…TICKET-034]", async () => {
    for (const rules of [{}, { userShowAll: "enabled" }, { userClosedQueues: "enabled" }, { onlyAdminSeeEmptyQueue: "enabled" }]) {
      await world.settings({ userShowAll: "disabled", userClosedQueues: "disabled", onlyAdminSeeEmptyQueue: "disabled", ...rules });
      for (const agent of [ana, rui, bia, marta, world.davi]) {
        const open: number[] = [];
        for (const id of tickets.values()) if ((await agent.call("GET", `/tickets/${id}`)).status === 200) open.push(id);
        const all = (await search(agent, {})).tickets.map(({ id }) => id);
        expect({ who: agent.name, rules, found: all.sort((a, b) => a - b) }).toEqual({ who: agent.name, rules, found: open });
        const words = (await search(agent, { searchParam: "xilofone" })).tickets.map(({ id }) => id);
        expect(words.sort((a, b) => a - b)).toEqual(open.filter((id) => id !== idOf("Gil")));
      }
    }
    await world.settings({ userShowAll: "disabled", userClosedQueues: "disabled", onlyAdminSeeEmptyQueue: "disabled" });
  });

  it("narrows by contact, queue, connection, user, tag and status together [API-010]", async () => {
    const { davi } = world;
    expect(await found(davi, { searchContact: "zelia" })).toEqual(["Zélia Prado"]);
    expect(await found(davi, { searchContact: "00400003" })).toEqual(["Lia"]);
    expect(await found(davi, { searchQueue: "tecnico" })).toEqual(["Lia"]);
    expect(await found(davi, { searchQueue: JSON.stringify([support.id]) })).toEqual(["Lia"]);
    expect(await found(davi, { searchQueue: "nenhuma" })).toEqual([]);
    expect(await found(davi, { searchWhatsapp: "filial" })).toEqual(["Lia"]);
    expect(await found(davi, { searchUser: String(rui.id) })).toEqual(["Caio"]);
    expect(await found(davi, { status: "closed" })).toEqual(["Gil"]);
    expect(await found(davi, { searchParam: "xilofone", searchWhatsapp: "loja", searchQueue: "vendas" })).toEqual(["Caio", "Zélia Prado"]);
    const [tag] = await world.rows<{ id: number }>("INSERT INTO tag (name, color) VALUES ('vip', '#112233') RETURNING id");
    await world.rows("INSERT INTO contact_tag SELECT id, $1 FROM contact WHERE name = 'Lia'", [tag?.id]);
    expect(await found(davi, { searchTag: String(tag?.id) })).toEqual(["Lia"]);
    expect(await found(davi, { searchTag: String(tag?.id), searchContact: "caio" })).toEqual([]);
  });

  it("finds the contact by its number in every spelling, in the search and in a list [API-010, D-263]", async () => {
    const spellings = ["+55 (11) 90040-0003", "11 90040-0003", "011 90040-0003", "90040-0003", "5511900400003"];
    for (const searchContact of spellings) expect(await found(world.davi, { searchContact })).toEqual(["Lia"]);
    expect(await found(world.davi, { searchContact: "11 90040-0099" })).toEqual([]);
    await insert({ phone: "5511988770001", name: "Noa", texts: ["oi"], queue: sales });
    for (const searchContact of ["551188770001", "11 8877-0001", "+55 11 98877-0001"])
      expect(await found(world.davi, { searchContact })).toEqual(["Noa"]);
    const listed = await world.davi.ask<{ tickets: readonly { contact: { name: string } }[] }>(
      "GET",
      `/tickets?${new URLSearchParams({ status: "pending", showAll: "true", searchParam: "(11) 98877-0001" }).toString()}`,
    );
    expect(listed.tickets.map(({ contact }) => contact.name)).toEqual(["Noa"]);
  });

  it("ignores the user filter of people with the profile user [INBOX-012, D-035]", async () => {
    await world.settings({ userShowAll: "enabled" });
    expect(await found(ana, { searchUser: String(ana.id) })).toContain("Caio");
    await world.settings({ userShowAll: "disabled" });
  });

  it("searches one or two letters in the names of contacts", async () => {
    expect(await found(world.davi, { searchParam: "zé" })).toEqual(["Zélia Prado"]);
    expect((await search(world.davi, { searchParam: "zé" })).tickets[0]?.hit).toBeNull();
    expect(await found(world.davi, { searchParam: "zé", searchContact: "prado" })).toEqual(["Zélia Prado"]);
    expect(await found(world.davi, { searchParam: "zé", searchContact: "caio" })).toEqual([]);
  });

  it("answers at most 50 tickets, the newest, whether the word is rare or common [INBOX-014]", async () => {
    await world.rows(
      `WITH person AS (INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900500000 + n)::text FROM generate_series(1, 80) AS n RETURNING id, number::bigint AS number),
       opened AS (INSERT INTO ticket (status, contact_id, connection_id, queue_id, last_activity)
         SELECT 'pending', id, $1, $2, timestamptz '2026-07-01T12:00:00Z' + interval '1 minute' * (number % 1000) FROM person RETURNING id, last_activity)
       INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at)
         SELECT opened.id, $1, 'c' || opened.id, 'c', false, 'm' || opened.id || '-' || n, 'text', CASE WHEN n = 1 THEN 'o boleto raro' ELSE 'boleto comum ' || n END, last_activity + interval '1 second' * n
         FROM opened, generate_series(1, 100) AS n`,
      [shop.id, sales.id],
    );
    await world.rows("ANALYZE message");
    const expected = Array.from({ length: 50 }, (_each, place) => `Cliente ${80 - place}`);
    expect(await found(marta, { searchParam: "raro" })).toEqual(expected);
    expect(await found(marta, { searchParam: "boleto" })).toEqual(expected);
    expect((await search(marta, { searchParam: "comum" })).tickets[0]?.hit?.body).toBe("boleto comum 100");
    expect(await found(bia, { searchParam: "boleto" })).toEqual([]);
  });

  it("finds messages within a ticket, newest first, and only for people who may open it [API-027, D-079]", async () => {
    const inTicket = (agent: Agent, text: string) =>
      agent.call("GET", `/messages/search/${idOf("Caio")}?messageToSearch=${encodeURIComponent(text)}&userId=1`);
    const { body } = await inTicket(rui, "XILOFONE");
    expect((body as FoundMessagesView).messages.map((message) => message.body)).toEqual(["e outro xilofone azul", "quero um xilofone"]);
    expect(await inTicket(ana, "xilofone")).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await inTicket(rui, "  ")).toMatchObject({ status: 400, body: { details: [{ field: "messageToSearch" }] } });
    expect(((await inTicket(rui, "nada disso")).body as FoundMessagesView).messages).toEqual([]);
  });

  it("finds neither deleted messages nor letters of a location's picture", async () => {
    const page = await world.davi.ask<MessagePageView>("GET", `/messages/${idOf("Lia")}`);
    await world.rows("UPDATE message SET is_deleted = true WHERE id = $1", [page.messages[0]?.id]);
    expect(await found(world.davi, { searchParam: "quebrado" })).toEqual([]);
    await world.rows(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at)
       VALUES ($1, $2, 'x', 'x', false, 'place', 'location', 'data:image/jpeg;base64,zzzbatataqq|https://maps.google.com|Praça da Sé', now())`,
      [idOf("Lia"), branch.id],
    );
    expect(await found(world.davi, { searchParam: "batata" })).toEqual([]);
    const [lia] = (await search(world.davi, { searchParam: "praca da se" })).tickets;
    expect(lia).toMatchObject({ contact: { name: "Lia" }, hit: { mediaType: "location", body: "Praça da Sé" } });
  });

  it("opens a conversation around a message, pages both ways from there, and keeps it in step [API-019, D-031]", async () => {
    const texts = Array.from({ length: 60 }, (_each, place) => `linha ${place}.`);
    const id = await insert({ phone: "5511900400007", name: "Rosa", texts, status: "open", queue: sales, owner: rui });
    await rui.reloads();
    const place = async (text: string): Promise<string> =>
      (await rui.ask<FoundMessagesView>("GET", `/messages/search/${id}?messageToSearch=${encodeURIComponent(text)}`)).messages[0]?.id ?? "";
    const lines = (page: MessagePageView) => [page.messages.map(({ body }) => body), page.hasMore, page.hasNewer];
    const middle = await rui.opensAround(id, await place("linha 30."));
    expect(lines(middle)).toEqual([texts.slice(20, 40), true, true]);
    expect(lines(await rui.ask("GET", `/messages/${id}?before=${middle.messages[0]?.id}`))).toEqual([texts.slice(0, 20), false, true]);
    expect(lines(await rui.ask("GET", `/messages/${id}?before=${middle.messages[0]?.id}&limit=7`))).toEqual([
      texts.slice(13, 20),
      true,
      true,
    ]);
    expect(lines(await rui.ask("GET", `/messages/${id}?limit=50&pageNumber=2`))).toEqual([texts.slice(0, 10), false, true]);
    expect(lines(await rui.ask("GET", `/messages/${id}?pageNumber=2`))).toEqual([texts.slice(20, 40), true, true]);
    expect(lines(await rui.ask("GET", `/messages/${id}?around=${await place("linha 3.")}`))).toEqual([texts.slice(0, 13), false, true]);
    expect(lines(await rui.ask("GET", `/messages/${id}?around=${await place("linha 59.")}`))).toEqual([texts.slice(49), true, false]);

    // What is written meanwhile has its place at the end, which is not loaded yet.
    await rui.writes(id, "--No fim");
    await eventually(() => expect(rui.eventNames).toContain("appMessage.create"));
    expect(rui.messages(id).messages.map(({ body }) => body)).toEqual(texts.slice(20, 40));
    await rui.isInStep();
    expect((await rui.readsOn(id)).hasNewer).toBe(true);
    expect(lines(await rui.readsOn(id))).toEqual([[...texts.slice(20), expect.stringContaining("No fim")], true, false]);
    await rui.writes(id, "--Depois");
    await eventually(() => expect(rui.messages(id).messages.at(-1)?.body).toContain("Depois"));
    await rui.isInStep();
  });

  it("refuses to open a conversation around a message of another one", async () => {
    const [foreign] = (await world.davi.ask<MessagePageView>("GET", `/messages/${idOf("Zélia Prado")}`)).messages;
    const answer = await rui.call("GET", `/messages/${idOf("Caio")}?around=${foreign?.id}`);
    expect(answer).toMatchObject({ status: 404, body: { code: "ERR_FETCH_WAPP_MSG" } });
  });

  it("answers the tickets as the lists do", async () => {
    const [hit] = (await search(rui, { searchContact: "Caio" })).tickets;
    const ticket = await rui.ask<TicketView>("GET", `/tickets/${idOf("Caio")}`);
    expect(hit).toEqual({ ...ticket, hit: null });
  });
});
