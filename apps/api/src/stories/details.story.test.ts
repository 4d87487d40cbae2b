import type { ContactView } from "@balcao/contracts/contacts";
import type { GalleryView, MessageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TagView } from "@balcao/contracts/tags";
import type { ContactTicketsView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const REFUSED = { status: 403, body: { code: "ERR_NO_PERMISSION" } };

describe("the details beside a conversation", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let byQueue: LinkedNumber;
  let phones = 5511900480000;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id], editContact: true });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
    byQueue = await world.number("Por fila", [sales], { historyByQueue: true });
  }, 120_000);
  afterAll(() => world.close());

  const inTalk = async (number: LinkedNumber) => {
    const customer = world.customer(String((phones += 1)), number);
    await customer.writes("Olá");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { customer, id };
  };
  const sendFile = async (ticketId: number, name: string, type: string, bytes: Buffer | string): Promise<MessageView> => {
    const form = new FormData();
    form.set("medias", new Blob([bytes], { type }), name);
    const answer = await ana.call("POST", `/messages/${ticketId}`, form);
    expect(answer.status).toBe(200);
    return answer.body as MessageView;
  };
  const gallery = (agent: Agent, ticketId: number, query: string) =>
    agent.ask<GalleryView>("GET", `/messages/gallery/${ticketId}?${query}`);
  const idsOf = ({ messages }: GalleryView) => messages.map(({ id }) => id);

  it("lists pictures, links and documents of a ticket, newest first and by the page, without what was deleted [CONV-003]", async () => {
    const { id } = await inTalk(shop);
    const pictures: string[] = [];
    for (let n = 0; n < 26; n += 1) pictures.unshift((await sendFile(id, `foto${n}.png`, "image/png", PNG)).id);
    const document = await sendFile(id, "nota.txt", "text/plain", "um texto");
    const link = await ana.writes(id, "Veja https://example.com/a e www.example.org");
    await ana.writes(id, "sem endereço: www. e http");

    const first = await gallery(ana, id, "kind=media");
    expect([idsOf(first), first.hasMore]).toEqual([pictures.slice(0, 24), true]);
    expect(first.messages[0]?.media?.thumbUrl).toMatch(/&as=thumb$/);
    const rest = await gallery(ana, id, `kind=media&before=${pictures[23] ?? ""}`);
    expect([idsOf(rest), rest.hasMore]).toEqual([pictures.slice(24), false]);
    expect(idsOf(await gallery(ana, id, "kind=documents"))).toEqual([document.id]);
    expect(idsOf(await gallery(ana, id, "kind=links"))).toEqual([link.id]);
    await ana.ask("DELETE", `/messages/${link.id}`);
    expect(idsOf(await gallery(ana, id, "kind=links"))).toEqual([]);
    expect(await ana.call("GET", `/messages/gallery/${id}`)).toMatchObject({ status: 400, body: { details: [{ field: "kind" }] } });
    expect(await ana.call("GET", `/messages/gallery/${id}?kind=other`)).toMatchObject({
      status: 400,
      body: { details: [{ field: "kind" }] },
    });
  }, 60_000);

  it("refuses the gallery of a ticket that the person may not open, and hides what the rule of the history hides [D-078]", async () => {
    const { id } = await inTalk(byQueue);
    await sendFile(id, "tabela.png", "image/png", PNG);
    await ana.writes(id, "https://example.com/vendas");
    expect(await bia.call("GET", `/messages/gallery/${id}?kind=media`)).toMatchObject(REFUSED);
    await ana.ask<TicketView>("PUT", `/tickets/${id}`, {
      whatsappId: byQueue.id,
      queueId: support.id,
      status: "pending",
      comment: "segue",
    });
    await bia.holds("pending", id);
    await bia.accepts(id);
    expect([idsOf(await gallery(bia, id, "kind=media")), idsOf(await gallery(bia, id, "kind=links"))]).toEqual([[], []]);
    expect([
      (await gallery(world.davi, id, "kind=media")).messages.length,
      (await gallery(world.davi, id, "kind=links")).messages.length,
    ]).toEqual([1, 1]);
  }, 60_000);

  it("changes the given fields of a contact for those with the flag, on every screen, and records it [API-048, CONTACT-001, CONTACT-006, CONTACT-014, CONTACT-015, CONTACT-016]", async () => {
    const { customer, id } = await inTalk(shop);
    const { contactId } = await ana.ask<TicketView>("GET", `/tickets/${id}`);
    const tag = await world.davi.ask<TagView>("POST", "/tag", { name: "Atacado", color: "#aa0000" });
    const change = (agent: Agent, body: object) => agent.call("PUT", `/contacts/${contactId}`, body);
    expect(await change(rui, { name: "Outro nome" })).toMatchObject(REFUSED);

    const changed = await ana.ask<ContactView>("PUT", `/contacts/${contactId}`, {
      name: "Maria Souza",
      email: "Maria@Example.com",
      number: customer.phone,
      tagIds: [tag.id],
      extraInfo: [{ name: "CPF", value: "123" }],
    });
    expect(changed).toMatchObject({
      name: "Maria Souza",
      email: "maria@example.com",
      number: customer.phone,
      tags: [{ id: tag.id, name: "Atacado", color: "#aa0000" }],
      extraInfo: [{ name: "CPF", value: "123" }],
    });
    await eventually(() => expect(rui.received.some((line) => line.startsWith("contact ") && line.includes("Maria Souza"))).toBe(true));
    expect(await ana.ask<ContactView>("PUT", `/contacts/${contactId}`, { email: "" })).toMatchObject({
      name: "Maria Souza",
      email: "",
      tags: [{}],
    });
    expect(await ana.ask<ContactView>("PUT", `/contacts/${contactId}`, { tagIds: [], extraInfo: [] })).toMatchObject({
      tags: [],
      extraInfo: [],
    });
    expect(
      await world.rows("SELECT count(*)::int AS n FROM audit_entry WHERE action = 'contact.change' AND contact_id = $1", [contactId]),
    ).toEqual([{ n: 3 }]);
    // The network's name no longer replaces the one that a person gave.
    await customer.writes("Oi", { pushName: "Apelido" });
    await eventually(() => expect(ana.messages(id).messages.at(-1)?.body).toBe("Oi"));
    expect((await ana.ask<ContactView>("GET", `/contacts/${contactId}`)).name).toBe("Maria Souza");
    for (const [field, bad] of [
      ["name", { name: "M" }],
      ["email", { email: "nada" }],
      ["number", { number: "123" }],
      ["tagIds", { tagIds: [99_999] }],
    ] as const)
      expect(await change(ana, bad)).toMatchObject({ status: 400, body: { details: [{ field }] } });
    await world.allInStep();
  }, 60_000);

  it("moves a contact to another number, and refuses the number of another contact [API-048, D-128]", async () => {
    const { id } = await inTalk(shop);
    const { contact: other } = await ana.ask<TicketView>("GET", `/tickets/${(await inTalk(shop)).id}`);
    const { contactId } = await ana.ask<TicketView>("GET", `/tickets/${id}`);
    expect(await ana.call("PUT", `/contacts/${contactId}`, { number: other.number })).toMatchObject({
      status: 400,
      body: { code: "ERR_DUPLICATED_CONTACT" },
    });
    const number = String((phones += 1));
    expect(await ana.ask<ContactView>("PUT", `/contacts/${contactId}`, { number })).toMatchObject({ number });
    expect(await world.rows("SELECT kind, value FROM contact_address WHERE contact_id = $1", [contactId])).toEqual([
      { kind: "phone", value: number },
    ]);
    await world.customer(number, shop).writes("Sou eu");
    await eventually(() => expect(ana.messages(id).messages.at(-1)?.body).toBe("Sou eu"));
  }, 60_000);

  it("lists the tickets of a contact that the person may open, newest first [D-060]", async () => {
    const { id: first } = await inTalk(shop);
    await ana.ask("PUT", `/tickets/${first}`, { status: "closed", onlyClose: true });
    const { contactId } = await ana.ask<TicketView>("GET", `/tickets/${first}`);
    const { id: second } = await ana.ask<TicketView>("POST", "/tickets", {
      contactId,
      queueId: sales.id,
      whatsappId: shop.id,
      userId: ana.id,
      status: "open",
    });
    const seen = async (agent: Agent, query = "") =>
      (await agent.ask<ContactTicketsView>("GET", `/tickets/history/${contactId}${query}`)).tickets.map(({ id }) => id);
    expect(await seen(ana)).toEqual([second, first]);
    expect(await seen(ana, `?before=${second}`)).toEqual([first]);
    await world.rows("UPDATE ticket SET queue_id = $2, user_id = NULL WHERE id = $1", [first, support.id]);
    expect([await seen(ana), await seen(bia), await seen(rui), await seen(world.davi)]).toEqual([[second], [first], [], [second, first]]);
  }, 60_000);
});
