import type { ContactListView, ContactMergeView, ContactView, DuplicateListView, MergePreviewView } from "@balcao/contracts/contacts";
import type { QueueView } from "@balcao/contracts/queues";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TagView } from "@balcao/contracts/tags";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PHONE = "5511900000001";
const LANDLINE = "551133334444";

/** One person writes with two numbers, so that there are two contacts with a live ticket each. */
describe("contacts that are one person", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let shop: LinkedNumber;
  let sales: QueueView;
  let tag: TagView;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id], addContact: true, editContact: true, delContact: true });
    rui = await world.person("Rui", { queueIds: [sales.id], addContact: true, editContact: true });
    await world.settings({ timeCreateNewTicket: "0" });
    shop = await world.number("Loja", [sales]);
    tag = await ana.ask<TagView>("POST", "/tag", { name: "Atacado", color: "#1e7a3e" });
  }, 90_000);
  afterAll(() => world.close());

  const byNumber = async (number: string): Promise<ContactView | undefined> =>
    ((await ana.ask<ContactListView>("GET", `/contacts?searchParam=${number}`)).contacts as ContactView[]).find(
      (contact) => contact.number === number,
    );
  const idOf = async (number: string): Promise<number> => (await byNumber(number))?.id ?? 0;
  const get = (id: number) => ana.ask<ContactView>("GET", `/contacts/${id}`);
  const duplicates = () => ana.ask<DuplicateListView>("GET", "/contacts/duplicates");
  const schedule = async (contactIds: readonly number[]): Promise<number> => {
    const sendAt = new Date(Date.now() + 60 * 60_000).toISOString();
    const body = { title: "Aviso", message: "Olá", recurrence: "once", RValue: "0", sendAt, contactsIds: contactIds.join(",") };
    return (await ana.ask<ScheduleView>("POST", "/agendamento", body)).id;
  };
  const bodiesOf = (ticketId: number) => ana.messages(ticketId).messages.map(({ body }) => body);

  it("are suggested by e-mail, phone and name, until somebody says that they are not one person, for people who may delete contacts [M-4, D-126]", async () => {
    expect(await duplicates()).toEqual({ count: 0, pairs: [] });
    const make = (name: string, number: string, email: string) =>
      ana.ask<ContactView>("POST", "/contacts", { name, number, email, respostaAutomatica: true });
    const one = await make("Clara", "5511955550001", "clara@example.com");
    const two = await make("Clara Lima", "5511955550002", "Clara@Example.com");
    const short = await make("Fone", "5511985550003", "");
    await world.rows(
      "WITH made AS (INSERT INTO contact (name) VALUES ('Fone antigo') RETURNING id) INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', '551185550003', id FROM made",
    );
    const named = await make("José Único", "5511955550004", "");
    await world.rows(
      "WITH made AS (INSERT INTO contact (name) VALUES ('jose unico') RETURNING id) INSERT INTO contact_address (connection_id, kind, value, contact_id) SELECT $1, 'lid', '777', id FROM made",
      [shop.id],
    );
    const found = await duplicates();
    expect(found.count).toBe(3);
    expect(found.pairs.map(({ reason, kept, other }) => [reason, kept.id, other.name])).toEqual([
      ["phone", short.id, "Fone antigo"],
      ["email", one.id, "Clara Lima"],
      ["name", named.id, "jose unico"],
    ]);
    await ana.ask("POST", `/contacts/${two.id}/separate/${one.id}`);
    expect((await duplicates()).pairs.map(({ reason }) => reason)).toEqual(["phone", "name"]);
    for (const [method, at] of [
      ["GET", "/contacts/duplicates"],
      ["GET", `/contacts/${one.id}/merge/${two.id}`],
      ["POST", `/contacts/${one.id}/merge/${two.id}`],
      ["POST", `/contacts/${one.id}/separate/${two.id}`],
      ["GET", `/contacts/${one.id}/merges`],
      ["POST", `/contacts/${one.id}/merges/1/undo`],
    ] as const)
      expect([at, (await rui.call(method, at, method === "GET" ? undefined : {})).status]).toEqual([at, 403]);
  });

  it("become one contact with one conversation, and two again with what each had; later tickets go where the person says [M-4, D-138]", async () => {
    const mobile = world.customer(PHONE, shop);
    const landline = world.customer(LANDLINE, shop);
    await mobile.writes("do celular");
    const older = await world.ticketOf(ana, PHONE);
    await landline.writes("do escritório");
    const younger = await world.ticketOf(ana, LANDLINE);
    const [keptId, otherId] = [await idOf(PHONE), await idOf(LANDLINE)];
    await ana.ask("PUT", `/contacts/${otherId}`, {
      ...{ email: "cliente@example.com", tagIds: [tag.id], extraInfo: [{ name: "CPF", value: "123" }] },
    });
    await ana.ask("PUT", `/contacts/${keptId}`, { extraInfo: [{ name: "CPF", value: "123" }] });
    await ana.opens(older);
    expect(await ana.ask<MergePreviewView>("GET", `/contacts/${keptId}/merge/${otherId}`)).toMatchObject({
      ...{ kept: { id: keptId }, other: { id: otherId, email: "cliente@example.com" }, tickets: 1, messages: 1 },
    });
    const heard: [string, number][] = [];
    rui.socket.on("contact", (event) => {
      if (event.action !== "reload") heard.push([event.action, event.contactId]);
    });

    const schedules = await Promise.all([[otherId], [otherId, keptId]].map(schedule));
    const chosen = () => Promise.all(schedules.map(async (id) => (await ana.ask<ScheduleView>("GET", `/agendamento/${id}`)).contactsIds));

    const merged = await ana.ask<ContactView>("POST", `/contacts/${keptId}/merge/${otherId}`, {});
    expect(await chosen()).toEqual([String(keptId), String(keptId)]);
    expect(merged).toMatchObject({
      ...{ id: keptId, number: PHONE, email: "cliente@example.com", tags: [{ id: tag.id }], extraInfo: [{ name: "CPF", value: "123" }] },
    });
    await ana.sees("pending", [older]);
    await eventually(() => expect(bodiesOf(older)).toEqual(["do celular", "do escritório"]));
    await eventually(() =>
      expect(heard).toEqual(
        expect.arrayContaining([
          ["delete", otherId],
          ["update", keptId],
        ]),
      ),
    );
    await world.allInStep();
    expect(await ana.call("GET", `/contacts/${otherId}`)).toMatchObject({ status: 404 });
    await landline.writes("outra vez do escritório");
    await eventually(() => expect(bodiesOf(older)).toHaveLength(3));
    await ana.accepts(older);
    await ana.ask("PUT", `/tickets/${older}`, { status: "closed", onlyClose: true });
    await ana.holds("closed", older);
    await landline.writes("voltei");
    await eventually(() => expect(ana.list("pending").tickets).toHaveLength(1));
    const later = ana.list("pending").tickets[0]?.id ?? 0;

    const [merge, ...others] = await ana.ask<ContactMergeView[]>("GET", `/contacts/${keptId}/merges`);
    expect(others).toEqual([]);
    expect(merge).toMatchObject({ number: LANDLINE, user: "Ana", tickets: 1, laterTickets: [{ id: later }] });
    const undo = `/contacts/${keptId}/merges/${merge?.id ?? 0}/undo`;
    expect(await ana.ask<ContactView>("POST", undo, { ticketIds: [later] })).toMatchObject({
      ...{
        id: otherId,
        number: LANDLINE,
        email: "cliente@example.com",
        tags: [{ id: tag.id }],
        extraInfo: [{ name: "CPF", value: "123" }],
      },
    });
    expect(await chosen()).toEqual([String(otherId), `${otherId},${keptId}`]);
    expect(await get(keptId)).toMatchObject({ number: PHONE, email: "", tags: [], extraInfo: [{ name: "CPF", value: "123" }] });
    await eventually(() => expect(ana.list("pending").tickets[0]?.contact.id).toBe(otherId));
    await ana.opens(younger);
    expect(bodiesOf(younger)).toEqual(["do escritório"]);
    await ana.opens(older);
    expect(bodiesOf(older)).toEqual(["do celular", "outra vez do escritório"]);
    await world.allInStep();
    expect(await ana.call("POST", undo, {})).toMatchObject({ status: 404 });
    await landline.writes("ainda do escritório");
    await ana.opens(later);
    await eventually(() => expect(bodiesOf(later)).toEqual(["voltei", "ainda do escritório"]));
    expect(
      (
        await world.rows<{ action: string }>(
          "SELECT action FROM audit_entry WHERE action LIKE 'contact.%merge' AND user_id = $1 ORDER BY id",
          [ana.id],
        )
      ).map(({ action }) => action),
    ).toEqual(["contact.merge", "contact.unmerge"]);
    expect((await duplicates()).pairs.map(({ other }) => other.id)).not.toContain(otherId);
  }, 90_000);

  it("stay apart after an undone merge, also when a message has the addresses of both [M-4]", async () => {
    const PERSON = "5511900000009";
    const customer = world.customer(PERSON, shop);
    const jid = `${PERSON}@s.whatsapp.net`;
    const facts = { ID: "3EB0AA00000000000001", IsFromMe: false, IsGroup: false, Type: "text", PushName: "Cliente 9" };
    const Info = { Chat: jid, Sender: jid, ...facts, Timestamp: new Date().toISOString() };
    await world.gateway.control.raw({
      token: shop.key,
      body: { type: "Message", event: { Info, Message: { conversation: "só o número" } } },
    });
    const ticket = await world.ticketOf(ana, PERSON);
    const keptId = await idOf(PERSON);
    await customer.writes("sem número", { addressing: "lid-only" });
    await eventually(() => expect(ana.list("pending").tickets.some(({ contact }) => contact.number === null)).toBe(true));
    await customer.writes("com os dois", { addressing: "lid" });
    await ana.opens(ticket);
    await eventually(() => expect(bodiesOf(ticket)).toContain("com os dois"));
    const merges = () => ana.ask<ContactMergeView[]>("GET", `/contacts/${keptId}/merges`);
    const [merge] = await merges();
    expect(merge).toMatchObject({ user: null, number: null });
    const restored = await ana.ask<ContactView>("POST", `/contacts/${keptId}/merges/${merge?.id ?? 0}/undo`, {});
    await customer.writes("de novo com os dois", { addressing: "lid" });
    await eventually(() => expect(bodiesOf(ticket)).toContain("de novo com os dois"));
    expect(await get(restored.id)).toMatchObject({ id: restored.id, number: null });
    expect(await merges()).toEqual([]);
  }, 60_000);

  it("are answered on the phone that wrote last, by the flow, the agent, a mass send and a change of a message, and the agent is told which it is [D-266]", async () => {
    const [FIRST, SECOND] = ["5511900000021", "5511900000022"];
    const branch = await world.number("Filial", [sales], { greetingMessage: "Bem-vindo à filial" });
    const one = await ana.ask<ContactView>("POST", "/contacts", { name: "Dois telefones", number: FIRST, respostaAutomatica: true });
    const two = await ana.ask<ContactView>("POST", "/contacts", { name: "O segundo", number: SECOND, respostaAutomatica: true });
    await ana.ask("POST", `/contacts/${two.id}/merge/${one.id}`, {});
    const got = (phone: string) =>
      world
        .customer(phone, branch)
        .chat()
        .flatMap(({ author, text }) => (author === "owner" ? [text] : []));
    const send = (text: string) => world.davi.ask("POST", "/envioMassa", { mensagem: text, contactsIds: [two.id] });
    await world.rows("UPDATE connection SET is_default = false");
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [branch.id]);
    await world.settings({});
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 50)", [branch.id]);
    await send("ao número mostrado");
    await eventually(() => expect(got(SECOND)).toEqual(["ao número mostrado"]));

    await world.customer(FIRST, branch).writes("do primeiro");
    const ticket = await eventually(() => {
      const found = ana.list("pending").tickets.find(({ contactId }) => contactId === two.id);
      if (!found) throw new Error("no ticket");
      return found;
    });
    expect(ticket.answersTo).toEqual({ kind: "phone", value: FIRST });
    await eventually(() => expect(got(FIRST)).toEqual(["Bem-vindo à filial"]));
    await ana.accepts(ticket.id);
    const { id: messageId } = await ana.writes(ticket.id, "ao primeiro");
    await eventually(() => expect(got(FIRST)).toEqual(["Bem-vindo à filial", "ao primeiro"]));

    await world.customer(SECOND, branch).writes("agora do segundo");
    await eventually(() => expect(ana.list("open").tickets[0]?.answersTo).toEqual({ kind: "phone", value: SECOND }));
    await ana.writes(ticket.id, "ao segundo");
    await eventually(() => expect(got(SECOND)).toEqual(["ao número mostrado", "ao segundo"]));
    await ana.ask("PUT", `/messages/${ticket.id}`, { body: "ao primeiro, corrigido", editedMsg: { id: messageId } });
    await eventually(() => expect(got(FIRST)).toEqual(["Bem-vindo à filial", "ao primeiro, corrigido"]));

    await world.customer(FIRST, branch).writes("de novo do primeiro");
    await eventually(() => expect(ana.list("open").tickets[0]?.answersTo).toEqual({ kind: "phone", value: FIRST }));
    await send("a quem escreveu");
    await eventually(() => expect(got(FIRST)).toContain("a quem escreveu"));
    expect(got(SECOND)).toEqual(["ao número mostrado", "ao segundo"]);
  }, 90_000);

  it("are refused where one is missing, the same, or a group [M-4]", async () => {
    const { id } = await ana.ask<ContactView>("POST", "/contacts", { name: "Sozinho", number: "5511955550099", respostaAutomatica: true });
    const [group] = await world.rows<{ id: number }>("INSERT INTO contact (name, is_group) VALUES ('Obra', true) RETURNING id");
    expect(await ana.call("POST", `/contacts/${id}/merge/${id}`, {})).toMatchObject({
      status: 400,
      body: { details: [{ rule: "different" }] },
    });
    expect(await ana.call("POST", `/contacts/${id}/merge/999999`, {})).toMatchObject({ status: 404 });
    expect(await ana.call("POST", `/contacts/${id}/merge/${group?.id ?? 0}`, {})).toMatchObject({
      status: 400,
      body: { details: [{ rule: "group" }] },
    });
    expect(await get(id)).toMatchObject({ name: "Sozinho" });
  });
});
