import type { ParkedEventView } from "@balcao/contracts/connections";
import type { MessagePageView, MessageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

describe("what customers and the phone's owner do", () => {
  let world: World;
  let sales: QueueView;
  let [ana, bia]: Agent[] = [];
  let shop: LinkedNumber;
  let phones = 5511900400000;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(() => world.close());
  afterEach(() => {
    world.gateway.control.webhookFaults({});
  });

  const people = () => {
    if (!ana || !bia) throw new Error("the stage is not set");
    return { ana, bia };
  };
  /** A customer whose ticket Ana has accepted and opened. */
  const inTalk = async (first = "Olá"): Promise<{ customer: Customer; id: number; ana: Agent }> => {
    const { ana } = people();
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes(first, { pushName: "Cliente", at: Date.now() - 60_000 });
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { customer, id, ana };
  };
  const shown = (agent: Agent, id: number): readonly MessageView[] => agent.messages(id).messages;
  const bodies = (agent: Agent, id: number): string[] => shown(agent, id).map(({ body }) => body);
  /** Drops the next webhook, so that later events about its message arrive first. */
  const lost = async (act: () => unknown): Promise<void> => {
    world.gateway.control.webhookFaults({ drop: 1 });
    await act();
    world.gateway.control.webhookFaults({});
  };

  it("stores each message once, however often and however simultaneously it is delivered [CONV-050]", async () => {
    const { customer, id, ana } = await inTalk();
    world.gateway.control.webhookFaults({ duplicate: 3 });
    const at = Date.now() - 200;
    await Promise.all([1, 2, 3, 4, 5].map((n) => customer.writes(`de novo ${n}`, { at: at + n })));
    world.gateway.control.webhookFaults({});
    await eventually(() => expect(bodies(ana, id)).toEqual(["Olá", ...[1, 2, 3, 4, 5].map((n) => `de novo ${n}`)]));
    await world.gateway.control.idle();
    expect(await world.rows("SELECT count(*)::int AS n FROM message WHERE ticket_id = $1", [id])).toEqual([{ n: 6 }]);
    expect(ana.list("open").tickets.find((ticket) => ticket.id === id)).toMatchObject({
      unreadMessages: 5,
      lastMessage: "de novo 5",
    });
    await world.allInStep();
  });

  it("orders messages by their own time, not by arrival, and the newest stays the ticket's last [CONV-025, INBOX-029, P-3]", async () => {
    const { customer, id, ana } = await inTalk();
    const at = Date.now() - 200;
    for (const n of [4, 2, 5, 1, 3]) await customer.writes(`frase ${n}`, { at: at + n * 10 });
    await eventually(() => expect(bodies(ana, id)).toEqual(["Olá", ...[1, 2, 3, 4, 5].map((n) => `frase ${n}`)]));
    await eventually(() => expect(ana.list("open").tickets.find((ticket) => ticket.id === id)).toMatchObject({ lastMessage: "frase 5" }));
    await world.allInStep();
  });

  it("shows an edit with the previous text, and removes the text of a revoked message [CONV-028]", async () => {
    const { customer, id, ana } = await inTalk();
    const first = await customer.writes("Custa 10");
    const second = await customer.writes("Segredo");
    await eventually(() => expect(bodies(ana, id)).toEqual(["Olá", "Custa 10", "Segredo"]));
    await customer.writes("Custa 12", { edit: first });
    await customer.writes("", { revoke: second });
    await eventually(() => expect(shown(ana, id).at(1)).toMatchObject({ body: "Custa 12", isEdited: true, editedMsg: "Custa 10" }));
    await eventually(() => expect(shown(ana, id).at(2)).toMatchObject({ body: "", isDeleted: true, editedMsg: null }));
    await world.allInStep();
  });

  it("shows the latest edit, in whatever order the edits come [CONV-028]", async () => {
    const { customer, id, ana } = await inTalk();
    const now = Date.now();
    const offer = await customer.writes("Custa 10", { at: now - 30_000 });
    await eventually(() => expect(bodies(ana, id)).toEqual(["Olá", "Custa 10"]));
    await customer.writes("Custa 14", { edit: offer, at: now - 10_000 });
    await eventually(() => expect(shown(ana, id).at(1)).toMatchObject({ body: "Custa 14", editedMsg: "Custa 10" }));
    await customer.writes("Custa 12", { edit: offer, at: now - 20_000 });
    await customer.writes("Fim");
    await eventually(() => expect(bodies(ana, id)).toEqual(["Olá", "Custa 14", "Fim"]));
    await customer.writes("Custa 16", { edit: offer, at: now });
    await eventually(() => expect(shown(ana, id).at(1)).toMatchObject({ body: "Custa 16", editedMsg: "Custa 14" }));
    await world.allInStep();
  });

  it("applies an edit and a revoke that came before their messages [CONV-028]", async () => {
    const { customer, id, ana } = await inTalk();
    await lost(() => customer.writes("rascunho", { id: "3EB0AAAA01" }));
    await lost(() => customer.writes("arrependimento", { id: "3EB0AAAA02" }));
    await customer.writes("versão final", { edit: "3EB0AAAA01" });
    await customer.writes("", { revoke: "3EB0AAAA02" });
    await eventually(async () =>
      expect(
        await world.rows("SELECT state FROM inbound_event WHERE kind IN ('edit', 'revoke') AND lane LIKE $1", [`%${customer.phone}`]),
      ).toEqual([{ state: 3 }, { state: 3 }]),
    );
    await customer.writes("rascunho", { id: "3EB0AAAA01" });
    await customer.writes("arrependimento", { id: "3EB0AAAA02" });
    await eventually(() =>
      expect(
        shown(ana, id)
          .slice(1)
          .map(({ body, isEdited, isDeleted }) => [body, isEdited, isDeleted]),
      ).toEqual([
        ["versão final", true, false],
        ["", false, true],
      ]),
    );
    await world.allInStep();
  });

  it("never lets an ack go down, also when it comes before the answer to the send [D-070, F-10, P-16]", async () => {
    const { customer, id, ana } = await inTalk();
    world.gateway.control.switches({ receiptBeforeAnswer: true });
    await ana.writes(id, "Rápido");
    await eventually(() => expect(shown(ana, id).at(-1)).toMatchObject({ ack: 2, sending: "sent" }));
    world.gateway.control.switches({ receiptBeforeAnswer: false });
    world.gateway.control.receipts({ deliveredAfterMs: null });
    await ana.writes(id, "Devagar");
    const sent = await eventually(() => {
      const message = customer.chat().find(({ text }) => text === "Devagar");
      if (!message) throw new Error("not there yet");
      return message.id;
    });
    const receipt = (state: "Delivered" | "Read") =>
      world.gateway.control.receipt({ token: shop.key, from: customer.phone, ids: [sent], state });
    await receipt("Read");
    await eventually(() => expect(shown(ana, id).at(-1)).toMatchObject({ ack: 3, sending: "sent" }));
    await receipt("Delivered");
    await eventually(async () => expect(await world.rows("SELECT 1 FROM inbound_event WHERE state = 0")).toEqual([]));
    await world.allInStep();
    expect(shown(ana, id).at(-1)).toMatchObject({ ack: 3 });
    world.gateway.control.receipts({ deliveredAfterMs: 10 });
  });

  it("keeps an ack for an unknown message until that message arrives [D-070]", async () => {
    const { customer, id, ana } = await inTalk();
    await lost(() => customer.writes("Do celular", { fromMe: true, id: "3EB0BBBB01" }));
    await world.gateway.control.receipt({ token: shop.key, from: customer.phone, ids: ["3EB0BBBB01"], state: "Read" });
    await eventually(async () =>
      expect(await world.rows("SELECT state FROM inbound_event WHERE kind = 'ack' AND lane LIKE $1", [`%${customer.phone}`])).toEqual([
        { state: 3 },
      ]),
    );
    await customer.writes("Do celular", { fromMe: true, id: "3EB0BBBB01" });
    await eventually(() => expect(shown(ana, id).at(-1)).toMatchObject({ body: "Do celular", ack: 3 }));
    await world.allInStep();
  });

  it("shows messages typed on the phone as ours, and messages read there as read [CONV-050, INBOX-028]", async () => {
    const { customer, id, ana } = await inTalk();
    await customer.writes("Alguém aí?");
    await eventually(() =>
      expect(ana.list("open").tickets.find((ticket) => ticket.id === id)).toMatchObject({
        unreadMessages: 1,
        lastMessage: "Alguém aí?",
      }),
    );
    await customer.writes("Sim, do celular", { fromMe: true });
    await eventually(() =>
      expect(shown(ana, id).at(-1)).toMatchObject({
        body: "Sim, do celular",
        fromMe: true,
        userId: null,
        contact: null,
        ack: 1,
        sending: null,
      }),
    );
    const asked = customer.chat().find(({ text }) => text === "Alguém aí?")?.id ?? "";
    await world.gateway.control.receipt({ token: shop.key, from: customer.phone, ids: [asked], state: "ReadSelf" });
    await eventually(() => expect(ana.list("open").tickets.find((ticket) => ticket.id === id)).toMatchObject({ unreadMessages: 0 }));
    expect(ana.eventNames).toContain("ticket.updateUnread");
    await world.allInStep();
  });

  it("keeps later messages unread when the owner's reading on the phone is reported late [INBOX-028]", async () => {
    const { customer, id, ana } = await inTalk();
    const unread = (): number | undefined => ana.list("open").tickets.find((ticket) => ticket.id === id)?.unreadMessages;
    const readOnPhone = (ids: readonly string[]) =>
      world.gateway.control.receipt({ token: shop.key, from: customer.phone, ids: [...ids], state: "ReadSelf" });
    const first = await customer.writes("Um");
    await customer.writes("Dois");
    const third = await customer.writes("Três");
    await eventually(() => expect(unread()).toBe(3));
    await readOnPhone([first]);
    await eventually(() => expect(unread()).toBe(2));
    await eventually(() =>
      expect(shown(ana, id).map(({ body, read }) => [body, read])).toEqual([
        ["Olá", true],
        ["Um", true],
        ["Dois", false],
        ["Três", false],
      ]),
    );
    await readOnPhone([first]);
    await customer.writes("Quatro");
    await eventually(() => expect(unread()).toBe(3));
    await readOnPhone([third]);
    await eventually(() => expect(unread()).toBe(1));
    await eventually(() => expect(shown(ana, id).map(({ read }) => read)).toEqual([true, true, true, true, false]));
    await world.allInStep();
  });

  it("sets unread to zero for everybody when the ticket's owner opens it, and sends a receipt; opening by another person changes nothing [INBOX-028, API-019]", async () => {
    const { customer, id, ana } = await inTalk();
    await customer.writes("Leia isto");
    await eventually(() =>
      expect(ana.list("open").tickets.find((ticket) => ticket.id === id)).toMatchObject({
        unreadMessages: 1,
        lastMessage: "Leia isto",
      }),
    );
    await world.davi.ask("GET", `/messages/${id}`);
    // A page that is loaded ahead marks nothing as read.
    expect(await ana.ask<{ messages: object[] }>("GET", `/messages/${id}?peek=true`)).toMatchObject({
      messages: [{ body: "Olá" }, { body: "Leia isto" }],
    });
    expect(await world.davi.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({ unreadMessages: 1 });
    await ana.opens(id);
    await eventually(() => expect(world.davi.list("open").tickets.find((ticket) => ticket.id === id)).toMatchObject({ unreadMessages: 0 }));
    await eventually(() => expect(customer.chat().at(-1)).toMatchObject({ text: "Leia isto", state: "read" }));
    await world.allInStep();
  });

  it("counts a message as unread again when the owner says so, until the next look, and tells the customer's phone nothing (D-076)", async () => {
    const { customer, id, ana } = await inTalk();
    const { bia } = people();
    const unread = (agent: Agent) => agent.list("open").tickets.find((ticket) => ticket.id === id)?.unreadMessages;
    await eventually(() => expect(customer.chat()[0]).toMatchObject({ text: "Olá", state: "read" }));
    expect(await bia.call("POST", `/tickets/${id}/unread`)).toMatchObject({ status: 403 });
    expect(await world.davi.call("POST", `/tickets/${id}/unread`)).toMatchObject({ status: 403 });
    expect(await ana.ask<TicketView>("POST", `/tickets/${id}/unread`)).toMatchObject({ unreadMessages: 1 });
    await eventually(() => expect([unread(ana), unread(world.davi)]).toEqual([1, 1]));
    const { tickets: bell } = await ana.ask<TicketListView>("GET", "/tickets?withUnreadMessages=true");
    expect(bell.map((ticket) => ticket.id)).toContain(id);
    await ana.ask("POST", `/tickets/${id}/unread`);
    await customer.writes("E agora?");
    await eventually(() => expect(unread(ana)).toBe(2));
    await ana.opens(id);
    await eventually(() => expect([unread(ana), unread(world.davi)]).toEqual([0, 0]));
    await eventually(() => expect(customer.chat().at(-1)).toMatchObject({ text: "E agora?", state: "read" }));
    expect(await world.rows("SELECT user_id FROM audit_entry WHERE action = 'ticket.markUnread' AND ticket_id = $1", [id])).toEqual([
      { user_id: ana.id },
    ]);
    await world.allInStep();
  });

  it("pages a conversation from the newest message on, and says whether there is more [API-019]", async () => {
    const { customer, id, ana } = await inTalk("Número 0");
    for (let number = 1; number <= 20; number += 1) await customer.writes(`Número ${number}`);
    await eventually(() => expect(shown(ana, id).at(-1)).toMatchObject({ body: "Número 20" }));
    const page = async (pageNumber: number): Promise<[string[], boolean]> => {
      const query = `pageNumber=${pageNumber}&ios=false&userId=${ana.id}`;
      const { messages, hasMore } = await ana.ask<MessagePageView>("GET", `/messages/${id}?${query}`);
      return [messages.map(({ body }) => body), hasMore];
    };
    const newest = Array.from({ length: 20 }, (_, index) => `Número ${index + 1}`);
    expect(await page(1)).toEqual([newest, true]);
    expect(await page(2)).toEqual([["Número 0"], false]);
    expect(await page(3)).toEqual([[], false]);
  });

  it("keeps quotes in both directions [CONV-033]", async () => {
    const { customer, id, ana } = await inTalk("Quanto custa?");
    const question = shown(ana, id).at(0);
    await ana.writes(id, "Doze reais", { quotedMsg: { id: question?.id } });
    await eventually(() => expect(customer.chat().at(-1)).toMatchObject({ text: "Doze reais", quotedId: customer.chat().at(0)?.id }));
    await eventually(() =>
      expect(shown(ana, id).at(-1)).toMatchObject({
        quotedMsg: { id: question?.id, body: "Quanto custa?", fromMe: false },
      }),
    );
    await customer.writes("Fechado", { quoted: customer.chat().at(-1)?.id });
    await eventually(() =>
      expect(shown(ana, id).at(-1)).toMatchObject({ body: "Fechado", quotedMsg: { body: "Doze reais", fromMe: true } }),
    );
    const other = await inTalk();
    expect(await ana.call("POST", `/messages/${other.id}`, { body: "De outro", quotedMsg: question?.id })).toMatchObject({
      status: 404,
      body: { code: "ERR_FETCH_WAPP_MSG" },
    });
    await world.allInStep();
  });

  it("keeps one ticket per group, with the author of each message, and answers into the group [TICKET-002]", async () => {
    const { ana, bia } = people();
    const jid = world.gateway.control.group({
      name: "Obra da praça",
      participants: ["5511900490001", "5511900490002"],
    }).jid;
    const inGroup = (from: string) => world.customer(from, shop);
    await inGroup("5511900490001").writes("Chegou o cimento?", { group: jid, pushName: "Cliente 1" });
    await inGroup("5511900490002").writes("Ainda não", { group: jid, pushName: "Cliente 2" });
    const id = await eventually(() => {
      const found = ana.list("group").tickets[0];
      if (!found) throw new Error("no group yet");
      return found.id;
    });
    await bia.loses(id);
    await ana.opens(id);
    await eventually(() =>
      expect(shown(ana, id).map(({ body, contact }) => [body, contact?.name])).toEqual([
        ["Chegou o cimento?", "Cliente 1"],
        ["Ainda não", "Cliente 2"],
      ]),
    );
    await eventually(() =>
      expect(ana.list("group").tickets[0]).toMatchObject({
        status: "group",
        isGroup: true,
        userId: null,
        queueId: sales.id,
        contact: { name: "Obra da praça", isGroup: true, number: null },
      }),
    );
    const mentions = ["5511900490001@s.whatsapp.net", "5511900490009@s.whatsapp.net"];
    await inGroup("5511900490002").writes("@5511900490001 e a areia? @5511900490009", { group: jid, mentions });
    // Members who are contacts are shown by name; the others stay as the network wrote them.
    await eventually(() => expect(shown(ana, id).at(-1)?.body).toBe("@Cliente 1 e a areia? @5511900490009"));
    await ana.writes(id, "Chega hoje");
    await eventually(() =>
      expect(
        world.gateway.control
          .state()
          .chats.find(({ chat }) => chat === jid)
          ?.messages.at(-1),
      ).toMatchObject({ text: "Chega hoje", author: "owner" }),
    );
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed" });
    await ana.holds("closedGroup", id);
    await inGroup("5511900490001").writes("Obrigado", { group: jid });
    await ana.holds("group", id);
    await world.allInStep();
  });

  it("ignores groups with CheckMsgIsGroup [TICKET-002]", async () => {
    const { ana } = people();
    await world.settings({ CheckMsgIsGroup: "enabled" });
    await world.restartWorker();
    const jid = world.gateway.control.group({ name: "Família", participants: ["5511900490003"] }).jid;
    await world.customer("5511900490003", shop).writes("Domingo tem churrasco", { group: jid });
    await eventually(async () =>
      expect(await world.rows("SELECT state FROM inbound_event WHERE lane LIKE $1", [`%${jid.split("@")[0]}%`])).toEqual([{ state: 1 }]),
    );
    expect(await world.rows("SELECT 1 FROM contact_address WHERE value LIKE $1", [`%${jid.split("@")[0]}%`])).toEqual([]);
    expect(ana.received.filter((line) => line.includes("churrasco"))).toEqual([]);
    await world.settings({ CheckMsgIsGroup: "disabled" });
    await world.restartWorker();
    await world.allInStep();
  });

  it("answers a customer who shows no number", async () => {
    const { ana } = people();
    const phone = String((phones += 1));
    const customer = world.customer(phone, shop);
    await customer.writes("Sem número", { addressing: "lid-only", pushName: "Cliente oculto" });
    const id = await eventually(() => {
      const found = ana.list("pending").tickets.find(({ contact }) => contact.name === "Cliente oculto");
      if (!found) throw new Error("no ticket yet");
      return found.id;
    });
    expect(ana.list("pending").tickets.find((ticket) => ticket.id === id)).toMatchObject({ contact: { number: null } });
    await ana.accepts(id);
    await ana.opens(id);
    await ana.writes(id, "Bom dia");
    await eventually(() => expect(customer.chat().at(-1)).toMatchObject({ text: "Bom dia", author: "owner" }));
    await eventually(() => expect(shown(ana, id).at(-1)).toMatchObject({ ack: 2 }));
    await customer.writes("Continuo aqui", { addressing: "lid-only", pushName: "Cliente oculto" });
    await eventually(() => expect(bodies(ana, id)).toEqual(["Sem número", "Bom dia", "Continuo aqui"]));
    await world.allInStep();
  });

  it("follows a customer's new name in lists and conversations [INBOX-030, RT-016]", async () => {
    const { ana } = people();
    const phone = String((phones += 1));
    const customer = world.customer(phone, shop);
    await customer.writes("Oi", { pushName: "Nome velho" });
    const id = await world.ticketOf(ana, phone);
    await ana.accepts(id);
    await ana.opens(id);
    const profile = () => ana.list("open").tickets.find((ticket) => ticket.id === id)?.contact;
    await customer.writes("Mudei", { pushName: "Nome novo" });
    await eventually(() => expect(profile()).toMatchObject({ name: "Nome novo" }));
    await customer.writes("Mudei de novo", { pushName: "Nome".repeat(50_000) });
    await eventually(() => expect(profile()).toMatchObject({ name: "Nome".repeat(64).slice(0, 255) }));
    await world.allInStep();
  });

  it("reopens a ticket that was closed a moment ago as waiting, and opens a new one after the documented time [TICKET-002]", async () => {
    const { customer, id, ana } = await inTalk();
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed", onlyClose: true });
    await customer.writes("Esqueci uma coisa");
    await eventually(async () =>
      expect(await world.davi.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({
        status: "pending",
        userId: null,
        queueId: sales.id,
        closedAt: null,
        unreadMessages: 1,
      }),
    );
    await ana.holds("pending", id);
    await ana.accepts(id);
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed", onlyClose: true });
    await world.rows("UPDATE ticket SET closed_at = now() - interval '61 seconds' WHERE id = $1", [id]);
    await customer.writes("Outro assunto");
    const next = await eventually(() => {
      const found = ana.list("pending").tickets.find((ticket) => ticket.contact.number === customer.phone && ticket.id !== id);
      if (!found) throw new Error("no new ticket yet");
      return found;
    });
    expect(next.id).toBeGreaterThan(id);
    expect(next).toMatchObject({ lastMessage: "Outro assunto", unreadMessages: 1, acceptedAt: null });
    expect(await world.davi.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({ status: "closed" });
    // The row was changed without a live event.
    await world.settings({});
  });

  it("parks an event that cannot be applied after five tries, delays no other conversation, and lets an administrator try it again or discard it [CONV-050, P-7, F-08]", async () => {
    const { customer, id, ana } = await inTalk();
    const other = await inTalk();
    await world.rows(
      `CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.body = 'veneno' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END $$`,
    );
    await world.rows("CREATE TRIGGER refuse_poison BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION refuse_poison()");
    const at = Date.now() - 200;
    await customer.writes("antes", { at });
    await customer.writes("veneno", { at: at + 1 });
    await customer.writes("depois", { at: at + 2 });
    await other.customer.writes("outra conversa");
    await eventually(() => expect(bodies(ana, other.id).at(-1)).toBe("outra conversa"));
    expect(bodies(ana, id)).not.toContain("depois");
    // Makes the next try of this conversation due now.
    await eventually(async () => {
      await world.rows("UPDATE inbound_lane SET ready_at = clock_timestamp() WHERE ready_at > clock_timestamp()");
      expect(bodies(ana, id)).toEqual(["Olá", "antes", "depois"]);
    });
    expect(await world.rows("SELECT attempts, state, last_error FROM inbound_event WHERE state = 2")).toEqual([
      { attempts: 5, state: 2, last_error: expect.stringContaining("poison") as string },
    ]);
    const { davi } = world;
    const seen = () => davi.received.filter((line) => line.startsWith("whatsappSession ") && line.includes('"parkedEvents":1'));
    await eventually(() => expect(seen()).not.toHaveLength(0));
    const [{ connectionId } = { connectionId: 0 }] = await world.rows<{ connectionId: number }>(
      'SELECT connection_id AS "connectionId" FROM ticket WHERE id = $1',
      [id],
    );
    const parked = `/whatsapp/${connectionId}/parked`;
    const [event] = await davi.ask<ParkedEventView[]>("GET", parked);
    expect(event).toMatchObject({ attempts: 5, reason: expect.stringContaining("poison") as string });
    expect((await ana.call("GET", parked)).status).toBe(403);
    await world.rows("DROP TRIGGER refuse_poison ON message");
    expect(await davi.ask("POST", `${parked}/${event?.id ?? 0}/retry`)).toEqual([]);
    await eventually(() => expect(bodies(ana, id)).toEqual(["Olá", "antes", "veneno", "depois"]));
    expect((await davi.call("DELETE", `${parked}/${event?.id ?? 0}`)).status).toBe(404);
    await world.rows("UPDATE inbound_event SET state = 2 WHERE id = $1", [event?.id]);
    expect(await davi.ask("DELETE", `${parked}/${event?.id ?? 0}`)).toEqual([]);
    expect(await world.rows("SELECT 1 FROM inbound_event WHERE id = $1", [event?.id])).toEqual([]);
    const audited = await world.rows("SELECT action FROM audit_entry WHERE action LIKE 'connection.parked%' ORDER BY id");
    expect(audited).toEqual([{ action: "connection.parkedRetried" }, { action: "connection.parkedDiscarded" }]);
    await world.allInStep();
  });
});
