import type { FoundMessagesView, MessagePageView, MessageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const GONE = { status: 404, body: { code: "ERR_FETCH_WAPP_MSG" } };

describe("the part of a ticket's history that agents see", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let marta: Agent;
  let davi: Agent;
  let byQueue: LinkedNumber;
  let byUser: LinkedNumber;

  beforeAll(async () => {
    world = await openWorld();
    davi = world.davi;
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [support.id] });
    byQueue = await world.number("Por fila", [sales], { historyByQueue: true });
    byUser = await world.number("Por atendente", [sales], { historyByUser: true });
  }, 120_000);
  afterAll(() => world.close());

  const page = async (agent: Agent, ticketId: number): Promise<readonly MessageView[]> =>
    (await agent.ask<MessagePageView>("GET", `/messages/${ticketId}`)).messages;
  /** The messages without the lines of transfers. */
  const said = (messages: readonly MessageView[]): string[] => messages.filter(({ handover }) => handover === null).map(({ body }) => body);
  const texts = async (agent: Agent, ticketId: number): Promise<string[]> => said(await page(agent, ticketId));
  const preview = async (agent: Agent, ticketId: number) => (await agent.ask<TicketView>("GET", `/tickets/${ticketId}`)).lastMessage;
  const transfer = (agent: Agent, ticketId: number, number: LinkedNumber, to: object) =>
    agent.ask<TicketView>("PUT", `/tickets/${ticketId}`, { whatsappId: number.id, ...to });
  const arrives = (agent: Agent, ticketId: number, text: string) =>
    eventually(async () => expect(await texts(agent, ticketId)).toContain(text));
  /** What the search within the ticket and the search of tickets answer. */
  const found = async (agent: Agent, ticketId: number, text: string) => {
    const words = encodeURIComponent(text);
    const within = await agent.ask<FoundMessagesView>("GET", `/messages/search/${ticketId}?messageToSearch=${words}`);
    const { tickets } = await agent.ask<TicketSearchView>("GET", `/tickets/filter?searchParam=${words}`);
    return { within: within.messages.map(({ body }) => body), tickets: tickets.map(({ hit }) => hit?.body) };
  };
  const wasTold = (agent: Agent, text: string) => agent.received.some((line) => line.includes(text));

  describe("by queue", () => {
    let ticketId: number;
    let asked = "";
    let offer: MessageView;
    let picture: MessageView;

    /** Follows the address that the api would make out to this person's session. */
    const opensFile = async ({ token }: Agent): Promise<number> => {
      const { sid } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
      return (await world.stage.call("GET", world.stage.auth.services.fileUrl(sid, picture.mediaUrlLiteral ?? ""))).status;
    };

    it("hides from the next queue what was said in the one before: pages, quotes, previews, files, events and every call that names a message [D-078, S-23]", async () => {
      const customer = world.customer("5511900400001", byQueue);
      asked = await customer.writes("segredo de vendas");
      ticketId = await world.ticketOf(ana, customer.phone);
      await ana.accepts(ticketId);
      await ana.opens(ticketId);
      offer = await ana.writes(ticketId, "oferta de vendas");
      const form = new FormData();
      form.set("medias", new Blob([PNG], { type: "image/png" }), "tabela.png");
      const sent = await world.stage.call("POST", `/api/messages/${ticketId}`, { token: ana.token, body: form });
      picture = (await sent.json()) as MessageView;
      expect(await opensFile(ana)).toBe(200);

      await transfer(ana, ticketId, byQueue, { queueId: support.id, status: "pending", comment: "cliente antigo" });
      await bia.holds("pending", ticketId);
      await bia.accepts(ticketId);
      await bia.opens(ticketId);
      await customer.writes("e o suporte?", { quoted: asked });
      await arrives(bia, ticketId, "e o suporte?");
      for (const agent of [bia, marta]) {
        const seen = await page(agent, ticketId);
        expect(seen.map(({ body }) => body)).toEqual(expect.arrayContaining(["cliente antigo", "e o suporte?"]));
        expect(seen.find(({ body }) => body === "e o suporte?")?.quotedMsg).toBeNull();
        expect(JSON.stringify(seen)).not.toMatch(/de vendas|tabela/);
      }
      const whole = await page(davi, ticketId);
      expect(whole.map(({ body }) => body)).toEqual(expect.arrayContaining(["segredo de vendas", "oferta de vendas", "e o suporte?"]));
      expect(whole.find(({ body }) => body === "e o suporte?")?.quotedMsg?.body).toBe("segredo de vendas");

      const contactId = (await bia.ask<TicketView>("GET", `/tickets/${ticketId}`)).contactId;
      for (const id of [offer.id, picture.id]) {
        expect(await bia.call("POST", `/messages/${ticketId}`, { body: "sobre isso", quotedMsg: id })).toMatchObject(GONE);
        expect(await bia.call("POST", `/messages/forward/${id}`, { contacts: [contactId] })).toMatchObject(GONE);
        expect(await bia.call("POST", `/messages/reaction/${id}`, { emoji: "👍" })).toMatchObject(GONE);
        expect(await bia.call("PUT", `/messages/${ticketId}`, { body: "outra coisa", editedMsg: id })).toMatchObject(GONE);
        expect(await bia.call("DELETE", `/messages/${id}`)).toMatchObject(GONE);
        expect(await bia.call("POST", `/messages/unconfirmed/${id}`, { action: "discard" })).toMatchObject(GONE);
      }
      expect(await bia.call("POST", `/messages/${ticketId}`, { body: "", mediaUrl: picture.mediaUrl })).toMatchObject({ status: 400 });
      expect([await opensFile(bia), await opensFile(marta), await opensFile(davi)]).toEqual([403, 403, 200]);
      expect(await found(bia, ticketId, "segredo de vendas")).toEqual({ within: [], tickets: [] });
      expect(await found(davi, ticketId, "segredo de vendas")).toEqual({ within: ["segredo de vendas"], tickets: ["segredo de vendas"] });
      expect([wasTold(bia, "de vendas"), wasTold(marta, "de vendas"), wasTold(bia, "tabela.png")]).toEqual([false, false, false]);
      await world.allInStep();
    });

    it("pages through what is seen only, each page full", async () => {
      for (let n = 0; n < 21; n += 1) await bia.writes(ticketId, `passo ${n}`);
      const first = await bia.ask<MessagePageView>("GET", `/messages/${ticketId}`);
      expect([first.messages.length, first.hasMore]).toEqual([20, true]);
      const rest = await bia.ask<MessagePageView>("GET", `/messages/${ticketId}?before=${first.messages[0]?.id ?? ""}`);
      expect([rest.messages.map(({ body }) => body), rest.hasMore]).toEqual([
        expect.arrayContaining(["cliente antigo", "e o suporte?", "passo 0"]),
        false,
      ]);
    });

    it("shows the new queue what a transfer recovers, and takes it back with the next one that does not [D-055]", async () => {
      await transfer(bia, ticketId, byQueue, { queueId: sales.id, status: "open", userId: ana.id, recoverMessages: true });
      await ana.holds("open", ticketId);
      expect(await texts(ana, ticketId)).toContain("passo 20");
      await ana.opens(ticketId);
      await world.allInStep();
      expect(await opensFile(ana)).toBe(200);

      await transfer(davi, ticketId, byQueue, { queueId: sales.id, status: "open", userId: rui.id });
      await rui.holds("open", ticketId);
      const seen = await texts(rui, ticketId);
      expect(seen).toEqual(expect.arrayContaining(["segredo de vendas", "oferta de vendas"]));
      expect(seen).not.toContain("passo 20");
      await world.allInStep();
    });
  });

  describe("by user", () => {
    let ticketId: number;

    it("hides what was said while the ticket was somebody else's, its preview too, and shows what was said while it was nobody's [D-078]", async () => {
      const customer = world.customer("5511900400002", byUser);
      await customer.writes("antes de todos");
      ticketId = await world.ticketOf(ana, customer.phone);
      await ana.accepts(ticketId);
      await customer.writes("só para Ana");
      await arrives(ana, ticketId, "só para Ana");
      await ana.ask("PUT", `/tickets/${ticketId}`, { status: "pending", userId: null });
      // The list held the ticket before Ana accepted it, with its preview of then.
      await eventually(() => expect(rui.list("pending").tickets.find(({ id }) => id === ticketId)?.lastMessage).toBe(""));
      expect([await preview(rui, ticketId), await preview(ana, ticketId), await preview(davi, ticketId)]).toEqual([
        "",
        "só para Ana",
        "só para Ana",
      ]);
      expect(await texts(rui, ticketId)).toEqual(["antes de todos"]);
      await rui.accepts(ticketId);
      await rui.opens(ticketId);
      await customer.writes("agora com Rui");
      await eventually(() => expect(rui.messages(ticketId).messages.map(({ body }) => body)).toEqual(["antes de todos", "agora com Rui"]));
      expect(await texts(davi, ticketId)).toEqual(["antes de todos", "só para Ana", "agora com Rui"]);
      expect(wasTold(rui, "só para Ana")).toBe(false);
      await world.allInStep();
    });

    it("tells who shares a group of another's that something was said, and not what; the own words are seen [D-078]", async () => {
      const { jid } = world.gateway.control.group({ name: "Obra", participants: ["5511900400090"] });
      const group = world.customer("5511900400090", byUser);
      await group.writes("primeira do grupo", { group: jid });
      const groupId = await eventually(() => {
        const found = ana.list("group").tickets.find(({ whatsappId }) => whatsappId === byUser.id);
        if (!found) throw new Error("no group yet");
        return found.id;
      });
      await ana.accepts(groupId);
      await rui.opens(groupId);
      await rui.writes(groupId, "palavra de Rui");
      await group.writes("segunda do grupo", { group: jid });
      await arrives(ana, groupId, "segunda do grupo");
      await world.allInStep();
      expect(rui.messages(groupId).messages.map(({ body }) => body)).toEqual(["primeira do grupo", "palavra de Rui"]);
      expect(wasTold(rui, "segunda do grupo")).toBe(false);
      expect(rui.list("group").tickets.find(({ id }) => id === groupId)?.lastMessage).toBe("");
    });

    it("changes what is on the screen of whoever sees the ticket before and after a transfer [D-055]", async () => {
      await transfer(rui, ticketId, byUser, { queueId: support.id, status: "open", userId: bia.id, recoverMessages: true });
      await marta.holds("open", ticketId);
      const shown = () => said(marta.messages(ticketId).messages);
      await marta.opens(ticketId);
      expect(shown()).toEqual(["antes de todos", "só para Ana", "agora com Rui"]);
      await transfer(davi, ticketId, byUser, { queueId: support.id, status: "open", userId: marta.id });
      await eventually(() => expect(shown()).toEqual(["antes de todos"]));
      await transfer(davi, ticketId, byUser, { queueId: support.id, status: "open", userId: bia.id, recoverMessages: true });
      await eventually(() => expect(shown()).toEqual(["antes de todos", "só para Ana", "agora com Rui"]));
      await world.allInStep();
    });

    it("shows everything again once the connection restricts nothing [D-078]", async () => {
      await davi.ask("PUT", `/whatsapp/${byUser.id}`, { name: byUser.name, queueIds: [sales.id], historyByUser: false });
      await transfer(davi, ticketId, byUser, { queueId: sales.id, status: "pending" });
      await rui.holds("pending", ticketId);
      expect(await texts(rui, ticketId)).toEqual(["antes de todos", "só para Ana", "agora com Rui"]);
    });
  });
});
