import type { ContactView, GroupView } from "@balcao/contracts/contacts";
import type { DeletedMessageView, ForwardedView, MessagePageView, MessageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
).toString("base64");

describe("actions on sent messages", () => {
  let world: World;
  let [sales, support]: QueueView[] = [];
  let [ana, rui, bia, davi]: Agent[] = [];
  let shop: LinkedNumber | undefined;
  let phones = 5511900300000;

  beforeAll(async () => {
    world = await openWorld();
    davi = world.davi;
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(() => world.close());

  const cast = () => {
    if (!sales || !support || !ana || !rui || !bia || !davi || !shop) throw new Error("the stage is not set");
    return { sales, ana, rui, bia, davi, shop };
  };
  const conversation = async (): Promise<{ customer: Customer; ticketId: number }> => {
    const { ana, shop } = cast();
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá", { pushName: `Cliente ${phones}` });
    const ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    return { customer, ticketId };
  };
  const sent = async (customer: Customer, text: string) =>
    eventually(() => {
      const found = customer.chat().find((message) => message.text === text && message.author === "owner");
      if (!found) throw new Error("it is not there yet");
      return found;
    });
  const lastId = (agent: Agent, ticketId: number): string => agent.messages(ticketId).messages.at(-1)?.id ?? "";
  const refused = async (agent: Agent, method: string, path: string, body: unknown): Promise<unknown> => {
    const answer = await agent.call(method, path, body);
    return [answer.status, (answer.body as { code: string }).code];
  };

  it("is written by the person of the session and sent by us, whatever the body says [API-021, S-22, S-24]", async () => {
    const { ana, bia } = cast();
    const { customer, ticketId } = await conversation();
    const other = await conversation();
    const claimed = { userId: bia.id, fromMe: false, read: false, ack: 3, id: 1, ticketId: other.ticketId, contactId: 1, isDeleted: true };
    const view = await ana.ask<MessageView>("POST", `/messages/${ticketId}`, { body: "Sou eu", ...claimed });
    expect(view).toMatchObject({ fromMe: true, userId: ana.id, ticketId, isDeleted: false });
    await sent(customer, "Sou eu");
    expect(await world.rows("SELECT ticket_id, user_id, from_me FROM message WHERE body = 'Sou eu'")).toEqual([
      { ticket_id: ticketId, user_id: ana.id, from_me: true },
    ]);
    await world.allInStep();
  });

  it("changes the text of an own message for everybody, and keeps the previous text [CONV-032, API-022]", async () => {
    const { ana, rui, davi } = cast();
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "São dez reias");
    await sent(customer, "São dez reias");
    expect(await refused(rui, "PUT", `/messages/${ticketId}`, { editedMsg: id, body: "x" })).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await refused(ana, "PUT", `/messages/${ticketId}`, { editedMsg: id, body: " " })).toEqual([400, "ERR_VALIDATION"]);
    const changed = await ana.ask<MessageView>("PUT", `/messages/${ticketId}`, { editedMsg: { id }, body: "São dez reais" });
    expect(changed).toMatchObject({ id, body: "São dez reais", isEdited: true, editedMsg: "São dez reias" });
    expect(customer.chat().at(-1)).toMatchObject({ text: "São dez reais", edited: true });
    await davi.opens(ticketId);
    await davi.ask("PUT", `/messages/${ticketId}`, { editedMsg: id, body: "São 10 reais" });
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)?.body).toBe("São 10 reais"));
    await world.allInStep();
  });

  it("shows texts in lists without the signature of the person who wrote them, also after an edit (D-065)", async () => {
    const { ana, davi } = cast();
    const { customer, ticketId } = await conversation();
    const preview = (agent: Agent) => agent.list("open").tickets.find((ticket) => ticket.id === ticketId)?.lastMessage;
    const { id } = await ana.writes(ticketId, "*Ana:*\nSão dez reias");
    await eventually(() => expect(preview(ana)).toBe("São dez reias"));
    await sent(customer, "*Ana:*\nSão dez reias");
    await davi.ask("PUT", `/messages/${ticketId}`, { editedMsg: id, body: "*Ana:*\nSão dez reais" });
    await eventually(() => expect(preview(ana)).toBe("São dez reais"));
    const found = await ana.ask<TicketSearchView>("GET", "/tickets/filter?searchParam=dez+reais");
    expect(found.tickets.find((ticket) => ticket.id === ticketId)?.hit?.body).toBe("São dez reais");
  });

  it("changes only plain texts of the last 15 minutes, of this ticket [CONV-032]", async () => {
    const { ana } = cast();
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "Velho");
    await sent(customer, "Velho");
    // Wait for its last event, so that none arrives after its time is changed below.
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ id, ack: 2, sending: "sent" }));
    const age = (minutes: number) =>
      world.rows("UPDATE message SET sent_at = sent_at - $2 * interval '1 minute' WHERE id = $1", [id, minutes]);
    await age(16);
    expect(await refused(ana, "PUT", `/messages/${ticketId}`, { editedMsg: id, body: "Novo" })).toEqual([400, "ERR_VALIDATION"]);
    await age(-16);
    // An event may have read the message meanwhile.
    await ana.opens(ticketId);
    const other = await conversation();
    const { id: elsewhere } = await ana.writes(other.ticketId, "Outro");
    expect(await refused(ana, "PUT", `/messages/${ticketId}`, { editedMsg: elsewhere, body: "Novo" })).toEqual([404, "ERR_FETCH_WAPP_MSG"]);
    expect(customer.chat().at(-1)).toMatchObject({ text: "Velho", edited: false });
  });

  it("revokes an own message for everybody; nobody can revoke another person's or the customer's [CONV-031, API-025]", async () => {
    const { ana, rui, davi } = cast();
    const { customer, ticketId } = await conversation();
    const theirs = lastId(ana, ticketId);
    const { id } = await ana.writes(ticketId, "Engano");
    await sent(customer, "Engano");
    expect(await refused(rui, "DELETE", `/messages/${id}`, undefined)).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await refused(davi, "DELETE", `/messages/${theirs}`, undefined)).toEqual([403, "ERR_NO_PERMISSION"]);
    const answer = await ana.ask<DeletedMessageView>("DELETE", `/messages/${id}`);
    expect(answer).toMatchObject({ deleted: true, message: { id, isDeleted: true, body: "" } });
    expect(customer.chat().at(-1)).toMatchObject({ revoked: true });
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ id, isDeleted: true }));
    expect(ana.list("open").tickets.find((ticket) => ticket.id === ticketId)).toMatchObject({
      lastMessage: "Mensagem apagada",
      lastMessageState: null,
    });
    expect(await world.rows("SELECT body FROM message WHERE id = $1", [id])).toEqual([{ body: "Engano" }]);
    await world.allInStep();
  });

  it("never sends a message that was revoked while it waited [CONV-031]", async () => {
    const { ana } = cast();
    const { customer, ticketId } = await conversation();
    await world.gatewayProxy.cut();
    try {
      await ana.writes(ticketId, "Primeiro");
      const { id } = await ana.writes(ticketId, "Nunca");
      expect(await ana.ask<DeletedMessageView>("DELETE", `/messages/${id}`)).toMatchObject({ deleted: true });
    } finally {
      await world.gatewayProxy.restore();
    }
    await sent(customer, "Primeiro");
    await ana.writes(ticketId, "Depois");
    await sent(customer, "Depois");
    expect(customer.chat().filter(({ text }) => text === "Nunca")).toEqual([]);
  }, 60_000);

  it("shows when the network refuses a revocation, and keeps the message [CONV-031]", async () => {
    const { ana } = cast();
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "Fica");
    await sent(customer, "Fica");
    world.gateway.control.fault({ match: { path: "^/chat/delete" }, action: { kind: "status", code: 500 }, times: 1 });
    expect(await refused(ana, "DELETE", `/messages/${id}`, undefined)).toEqual([400, "ERR_DELETE_WAPP_MSG"]);
    expect((await ana.ask<MessagePageView>("GET", `/messages/${ticketId}`)).messages.at(-1)).toMatchObject({ id, isDeleted: false });
  });

  it("shows customers' reactions, and sends own ones; the same emoji again removes it", async () => {
    const { ana } = cast();
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "Pronto!");
    const { id: externalId } = await sent(customer, "Pronto!");
    const theirs = { id: `phone:${customer.phone}`, userId: null, name: `Cliente ${customer.phone}` };
    await customer.writes("", { react: { id: externalId, emoji: "👍" } });
    await eventually(() =>
      expect(ana.messages(ticketId).messages.at(-1)?.reactions).toEqual([{ emoji: "👍", count: 1, fromMe: false, by: [theirs] }]),
    );
    const reacted = await ana.ask<MessageView>("POST", `/messages/reaction/${id}`, { emoji: "👍" });
    const ours = { id: null, userId: ana.id, name: "Ana" };
    expect(reacted.reactions).toEqual([{ emoji: "👍", count: 2, fromMe: true, by: expect.arrayContaining([theirs, ours]) as unknown }]);
    expect(customer.chat().find((message) => message.id === externalId)?.reactions).toHaveLength(2);
    const back = await ana.ask<MessageView>("POST", `/messages/reaction/${id}`, { emoji: "👍" });
    expect(back.reactions).toEqual([{ emoji: "👍", count: 1, fromMe: false, by: [theirs] }]);
    await customer.writes("", { react: { id: externalId, emoji: "" } });
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)?.reactions).toEqual([]));
    expect(await refused(ana, "POST", `/messages/reaction/${id}`, { emoji: "abc" })).toEqual([400, "ERR_VALIDATION"]);
    await world.allInStep();
  });

  it("sends the card of a contact [API-023]", async () => {
    const { ana, bia } = cast();
    const { customer, ticketId } = await conversation();
    const contact = await world.rows<{ id: number }>("SELECT id FROM contact WHERE number = $1", [customer.phone]);
    const contactId = contact[0]?.id ?? 0;
    expect(await refused(bia, "POST", `/messages/vcard/${ticketId}`, { contactId })).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await refused(ana, "POST", `/messages/vcard/${ticketId}`, { contactId: 999_999 })).toEqual([404, "ERR_NO_CONTACT_FOUND"]);
    const message = await ana.ask<MessageView>("POST", `/messages/vcard/${ticketId}`, { contactId });
    expect(message).toMatchObject({ mediaType: "vcard", fromMe: true });
    await eventually(() => expect(customer.chat().at(-1)?.contact?.vcard).toContain(`waid=${customer.phone}`));
    await world.allInStep();
  });

  it("forwards messages, files copied, into live tickets and new ones; a failing contact stops no other [CONV-034, API-024, LOG-005]", async () => {
    const { ana, shop, sales } = cast();
    const { customer, ticketId } = await conversation();
    await customer.writes("Foto", { kind: "image", media: { base64: PNG, mime: "image/png" } });
    const photo = await eventually(() => {
      const last = ana.messages(ticketId).messages.at(-1);
      if (last?.mediaType !== "image" || last.media?.state !== "ready") throw new Error("it is not here yet");
      return last;
    });
    const live = await conversation();
    const stranger = await ana.ask<{ contacts: ContactView[] }>("GET", "/contacts");
    expect(stranger.contacts.length).toBeGreaterThan(1);
    const [{ id: newContact } = { id: 0 }] = await world.rows<{ id: number }>(
      `WITH c AS (INSERT INTO contact (name, number) VALUES ('Nova', '5511900399999') RETURNING id)
       INSERT INTO contact_address (contact_id, connection_id, kind, value) SELECT id, 0, 'phone', '5511900399999' FROM c RETURNING contact_id AS id`,
    );
    const [{ id: liveContact } = { id: 0 }] = await world.rows<{ id: number }>("SELECT contact_id AS id FROM ticket WHERE id = $1", [
      live.ticketId,
    ]);
    const answer = await ana.ask<ForwardedView>("POST", `/messages/forward/${photo.id}`, {
      contacts: [liveContact, newContact, 999_999],
      log: { descricao: "Encaminhou uma foto", origem: "Mensagens" },
    });
    expect(answer.sent.map(({ contactId }) => contactId)).toEqual([liveContact, newContact]);
    expect(answer.failures).toEqual([{ contactId: 999_999, error: "ERR_NO_CONTACT_FOUND", code: "ERR_NO_CONTACT_FOUND" }]);
    const fresh = await ana.ask<TicketView>("GET", `/tickets/${answer.sent[1]?.ticketId ?? 0}`);
    expect(fresh).toMatchObject({ status: "open", userId: ana.id, queueId: sales.id, contactId: newContact });
    const receiver = world.customer("5511900399999", shop);
    await eventually(() => expect(receiver.chat().at(-1)).toMatchObject({ kind: "image", text: "Foto", forwarded: true }));
    await eventually(() => expect(live.customer.chat().at(-1)).toMatchObject({ kind: "image", forwarded: true }));
    const files = await world.rows<{ n: number }>(
      "SELECT count(DISTINCT f.path)::int AS n FROM message m JOIN file f ON f.id = m.file_id WHERE m.type = 'image'",
    );
    expect(files).toEqual([{ n: 3 }]);
    const remarks = await world.rows("SELECT description, origin FROM audit_entry WHERE origin = 'Mensagens'");
    expect(remarks).toContainEqual({ description: "Encaminhou uma foto", origin: "Mensagens" });
    await world.allInStep();
  });

  it("forwards neither comments nor deleted messages [CONV-034]", async () => {
    const { ana } = cast();
    const { ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "-- só para nós");
    expect(await refused(ana, "POST", `/messages/forward/${id}`, { contacts: [1] })).toEqual([404, "ERR_FETCH_WAPP_MSG"]);
    expect(await refused(ana, "POST", `/messages/forward/${id}`, { contacts: [] })).toEqual([400, "ERR_VALIDATION"]);
  });

  it("stores a call once, and refuses it where calls are switched off (D-084)", async () => {
    const { ana, davi } = cast();
    const { customer, ticketId } = await conversation();
    const ring = (id: string, phase: "offer" | "terminate" = "offer") =>
      world.gateway.control.call({ token: cast().shop.key, from: customer.phone, phase, id, media: "video" });
    const calls = () => ana.messages(ticketId).messages.filter(({ mediaType }) => mediaType === "call_log");
    const rejections = () => world.gateway.control.state().activity.filter(({ kind }) => kind === "callRejected");
    await ring("CALL-1");
    await ring("CALL-1", "terminate");
    await eventually(() => expect(calls()).toHaveLength(1));
    expect(rejections()).toEqual([]);
    await world.settings({ call: "disabled" });
    // The worker reads settings again within five seconds.
    let rung = 1;
    await eventually(async () => {
      await ring(`CALL-${(rung += 1)}`);
      expect(rejections()).not.toEqual([]);
    });
    await eventually(() => expect(calls()).toHaveLength(rung));
    await world.settings({ call: "enabled" });
    await davi.reloads();
    await world.allInStep();
  });

  it("lists the members of a group, with the names of their contacts, our own by its connection, and its description, and mentions them [CONTACT-002, CONV-011, API-050]", async () => {
    const { ana, rui, shop } = cast();
    const { customer } = await conversation();
    const [own] = await world.rows<{ number: string }>("SELECT number FROM connection WHERE id = $1", [shop.id]);
    const ownNumber = own?.number ?? "none";
    const group = world.gateway.control.group({
      name: "Obra",
      topic: "Entregas e recados",
      participants: [customer.phone, "5511900388888", ownNumber],
    });
    await customer.writes("Bom dia", { group: group.jid });
    const ticketId = await eventually(() => {
      const found = rui.list("group").tickets.find(({ isGroup }) => isGroup);
      if (!found) throw new Error("no group yet");
      return found.id;
    });
    const { contactId } = await ana.ask<TicketView>("GET", `/tickets/${ticketId}`);
    const view = await ana.ask<GroupView>("GET", `/contact/group/${contactId}`);
    const contacts = await world.rows<{ name: string }>("SELECT name FROM contact WHERE number = $1", [customer.phone]);
    expect(view.desc).toBe("Entregas e recados");
    expect(view.participants).toContainEqual(
      expect.objectContaining({ id: expect.stringContaining(customer.phone), name: contacts[0]?.name }),
    );
    expect(view.participants).toContainEqual(
      expect.objectContaining({ id: expect.stringContaining(ownNumber), name: shop.name, contactId: null }),
    );
    expect(await refused(ana, "GET", "/contact/group/999999", undefined)).toEqual([404, "ERR_NO_CONTACT_FOUND"]);
    await ana.writes(ticketId, `Olá @${customer.phone}`);
    await eventually(() => {
      const said = world.gateway.control
        .state()
        .chats.find(({ chat }) => chat === group.jid)
        ?.messages.at(-1);
      expect(said?.mentions).toEqual([`${customer.phone}@s.whatsapp.net`]);
    });
    expect(shop.id).toBeGreaterThan(0);
  });

  it("reads a received message again from its journalled payload, its file too [CONV-049, API-028, S-56]", async () => {
    const { ana, bia } = cast();
    const { customer, ticketId } = await conversation();
    await customer.writes("Foto", { kind: "image", media: { base64: PNG, mime: "image/png" } });
    const photo = await eventually(() => {
      const last = ana.messages(ticketId).messages.at(-1);
      if (last?.mediaType !== "image" || last.media?.state !== "ready") throw new Error("it is not here yet");
      return last;
    });
    const ask = (agent: Agent, message: object, name = "Loja") =>
      agent.call("POST", `/whatsapp/meow/webhook/${name}_token`, { ...message, reprocess: true });
    const byData = { dataJson: photo.dataJson };
    expect((await ask(bia, byData)).status).toBe(403);
    expect((await ask(ana, byData, "Outra")).body).toMatchObject({ code: "ERR_NOT_REPROCESSED" });
    // By what the message itself brings, as documented; by its id, which is added; by a payload that somebody made up around its id.
    const forged = { ...(JSON.parse(photo.dataJson ?? "") as object), event: { Message: { conversation: "Forjado" } } };
    for (const message of [byData, { id: photo.id }, { dataJson: JSON.stringify(forged) }]) {
      await world.rows("UPDATE message SET body = 'lido errado', type = 'document' WHERE id = $1", [photo.id]);
      expect((await ask(ana, message)).status).toBe(200);
      await eventually(async () => {
        const { messages } = await ana.ask<MessagePageView>("GET", `/messages/${ticketId}`);
        expect(messages.at(-1)).toMatchObject({ id: photo.id, body: "Foto", mediaType: "image" });
      });
    }
    for (const dataJson of [
      "",
      "oi",
      "null",
      `{"messageId":"${photo.id}"}`,
      `{"messageId":0}`,
      `{"event":{"Message":{"conversation":"Eu"}}}`,
    ])
      expect((await ask(ana, { dataJson })).body).toMatchObject({ code: "ERR_NOT_REPROCESSED" });
    expect(await world.rows("SELECT count(*)::int AS n FROM message WHERE ticket_id = $1", [ticketId])).toEqual([{ n: 2 }]);
    const { id: ours } = await ana.writes(ticketId, "Vi");
    const refusedAgain = await ana.call("POST", "/whatsapp/meow/webhook/Loja_token", { id: ours, dataJson: "", reprocess: true });
    expect(refusedAgain).toMatchObject({ status: 400, body: { error: "Não foi possível reprocessar essa mensagem!" } });
    await world.allInStep();
  });
});
