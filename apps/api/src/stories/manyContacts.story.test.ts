import type { ContactListView, ContactsDoneView, ContactView } from "@balcao/contracts/contacts";
import type { QueueView } from "@balcao/contracts/queues";
import type { TagView } from "@balcao/contracts/tags";
import type { Agent } from "./agent.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("many contacts", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let rui: Agent;
  let vip: TagView;
  let phones = 5511900700000;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    sales = await world.queue("Vendas", "#ff0000");
    support = await world.queue("Suporte", "#00ff00");
    ana = await world.person("Ana", { queueIds: [sales.id], addContact: true, editContact: true, delContact: true });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    vip = await world.davi.ask<TagView>("POST", "/tag", { name: "vip", color: "#123456" });
  }, 90_000);
  afterAll(() => world.close());

  const create = (name: string, more: object = {}) =>
    ana.ask<ContactView>("POST", "/contacts", { name, number: `${(phones += 1)}`, respostaAutomatica: true, ...more });
  const found = async (query: string, who = ana) =>
    (await who.ask<ContactListView>("GET", `/contacts?cursor=&${query}`)).contacts.map(({ name }) => name);
  const closedIn = (contactId: number, queueId: number) =>
    world.rows(
      `INSERT INTO ticket (contact_id, connection_id, queue_id, status, closed_at) SELECT ${contactId}, (SELECT min(id) FROM connection), ${queueId}, 'closed', now()`,
    );

  it("are listed by tag, queue, origin and country of the number, together with a search [D-355, D-263]", async () => {
    await create("Filtro Vip", { tagIds: [vip.id] });
    await create("Filtro Longe", { number: "+351 912 345 678" });
    const talked = await create("Filtro Suporte");
    await closedIn(talked.id, support.id);
    await world.rows("INSERT INTO contact (name, origin) VALUES ('Filtro Planilha', 'import'), ('Filtro Escreveu', 'network')");
    await world.rows("INSERT INTO contact (name, name_from_network) VALUES ('Filtro Antigo', true)");
    expect(await found(`tagIds=${vip.id}`)).toEqual(["Filtro Vip"]);
    expect(await found(`tagIds=${vip.id}&searchParam=longe`)).toEqual([]);
    expect(await found("searchParam=filtro&unlikely=true")).toEqual(["Filtro Longe"]);
    expect(await found("searchParam=filtro&origin=import")).toEqual(["Filtro Planilha"]);
    expect(await found("searchParam=filtro&origin=network")).toEqual(["Filtro Antigo", "Filtro Escreveu"]);
    expect(await found("searchParam=filtro&origin=person")).toEqual(["Filtro Longe", "Filtro Suporte", "Filtro Vip"]);
    expect(await found(`queueIds=${support.id}`, world.davi)).toEqual(["Filtro Suporte"]);
    expect(await ana.call("GET", "/contacts?cursor=&origin=other")).toMatchObject({ status: 400 });
  });

  it("tell nobody which customers talked in a queue whose conversations the person may not open [D-355]", async () => {
    expect(await found(`queueIds=${support.id}`)).toEqual([]);
  });

  it("are paged by place under a filter, and counted [D-355]", async () => {
    const tag = await world.davi.ask<TagView>("POST", "/tag", { name: "muitos", color: "#654321" });
    for (let n = 0; n < 23; n++) await create(`Muitos ${String(n).padStart(2, "0")}`, { tagIds: [tag.id] });
    const first = await ana.ask<ContactListView>("GET", `/contacts?tagIds=${tag.id}&cursor=`);
    expect(first).toMatchObject({ count: 23, hasMore: true });
    const second = await ana.ask<ContactListView>("GET", `/contacts?tagIds=${tag.id}&cursor=${encodeURIComponent(first.cursor ?? "")}`);
    expect(second.contacts.map(({ name }) => name)).toEqual(["Muitos 20", "Muitos 21", "Muitos 22"]);
    expect(second.cursor).toBeNull();
  });

  it("get and lose tags in one call, each as by its own change; those that are gone are named [D-356]", async () => {
    const [one, two] = [await create("Um"), await create("Dois")];
    const ids = [one.id, two.id, 999_999];
    const answer = await ana.ask<ContactsDoneView>("POST", "/contacts/many/tags", { contactIds: ids, addedTagIds: [vip.id] });
    expect(answer).toMatchObject({ done: 2, refused: [{ contactId: 999_999, code: "ERR_NO_CONTACT_FOUND" }] });
    expect((await ana.ask<ContactView>("GET", `/contacts/${two.id}`)).tags.map(({ id }) => id)).toEqual([vip.id]);
    await ana.ask("POST", "/contacts/many/tags", { contactIds: [two.id], removedTagIds: [vip.id] });
    expect((await ana.ask<ContactView>("GET", `/contacts/${two.id}`)).tags).toEqual([]);
    expect(await world.rows(`SELECT 1 FROM audit_entry WHERE action = 'contact.change' AND contact_id = ${two.id}`)).toHaveLength(2);
    expect(await rui.call("POST", "/contacts/many/tags", { contactIds: [one.id], addedTagIds: [vip.id] })).toMatchObject({ status: 403 });
  });

  it("are deleted by the same rule as one, and the answer says why others stay [D-356, D-267]", async () => {
    const [free, hidden] = [await create("Livre"), await create("Escondido")];
    await closedIn(hidden.id, support.id);
    const answer = await ana.ask<ContactsDoneView>("POST", "/contacts/many/delete", { contactIds: [free.id, hidden.id] });
    expect(answer).toEqual({
      done: 1,
      refused: [
        {
          contactId: hidden.id,
          name: "Escondido",
          code: "ERR_CONTACT_HIDDEN_TICKETS",
          error: "Este contato tem 1 conversa(s) que você não pode abrir. Peça a um administrador.",
        },
      ],
    });
    expect(await found("searchParam=escondido")).toEqual(["Escondido"]);
    for (const contactIds of [undefined, [], Array.from({ length: 201 }, (_, n) => n + 1)])
      expect(await ana.call("POST", "/contacts/many/delete", { contactIds })).toMatchObject({ status: 400 });
    expect(await rui.call("POST", "/contacts/many/delete", { contactIds: [hidden.id] })).toMatchObject({ status: 403 });
  });

  it("of a queue are counted with its conversations before it is deleted, for administrators [D-358]", async () => {
    const queue = await world.queue("Passageira", "#0000ff");
    const [one, two] = [await create("Redirecionado"), await create("Conversou")];
    await world.davi.ask("PUT", `/contacts/${one.id}`, { queueId: [queue.id] });
    await closedIn(two.id, queue.id);
    expect(await world.davi.ask("GET", `/queue/${queue.id}/use`)).toEqual({ tickets: 1, contacts: 1 });
    expect(await ana.call("GET", `/queue/${queue.id}/use`)).toMatchObject({ status: 403 });
  });
});
