import { randomUUID } from "node:crypto";
import type { ConnectionView } from "@balcao/contracts/connections";
import type { MessageView } from "@balcao/contracts/messages";
import { canonicalPhone } from "@balcao/domain/contacts";
import type { ChatMessage, FaultAction } from "@balcao/simulators/wuzapi";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

interface OutboxRow {
  readonly state: string;
  readonly attempt: number;
}

describe("messages that agents send", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let phones = 5511900600000;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(() => world.close());
  afterEach(() => {
    world.gateway.control.clearFaults();
    world.gateway.control.receipts({ deliveredAfterMs: 10 });
  });

  const inTalk = async (): Promise<{ customer: Customer; id: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { customer, id };
  };
  const sent = (customer: Customer): ChatMessage[] => customer.chat().filter(({ author }) => author === "owner");
  const shown = (id: number, body: string): MessageView | undefined =>
    ana.messages(id).messages.findLast((message) => message.body === body);
  /** How far the last message of a conversation has come, in the list. */
  const listed = (id: number) => ana.list("open").tickets.find((ticket) => ticket.id === id)?.lastMessageState;
  const rowOf = async (message: MessageView): Promise<OutboxRow | undefined> =>
    (await world.rows<OutboxRow>("SELECT state, attempt FROM outbox WHERE message_id = $1", [message.id]))[0];
  /** Makes messages that wait for their next try due now. */
  const hurry = () => world.rows("UPDATE outbox SET not_before = clock_timestamp() WHERE state = 'queued'");
  const fails = (action: FaultAction, times?: number): void =>
    world.gateway.control.fault({ match: { path: "^/chat/send/text" }, action, ...(times !== undefined && { times }) });
  const json = (code: number, error: string) => ({ kind: "status", code, body: JSON.stringify({ code, error, success: false }) }) as const;

  it.each(["5511986129801", "551186129802"])("reach a Brazilian mobile in the form in which it wrote, %s [CONV-002]", async (phone) => {
    const customer = world.customer(phone, shop);
    await customer.writes("Olá");
    const id = await world.ticketOf(ana, canonicalPhone(phone));
    await ana.accepts(id);
    await ana.opens(id);
    await ana.writes(id, "Aqui estamos");
    await eventually(() => expect(sent(customer).map(({ text }) => text)).toEqual([expect.stringContaining("Aqui estamos")]));
  });

  it("leave in the order in which they were written, also when one has to be repeated [CONV-002, F-10]", async () => {
    const { customer, id } = await inTalk();
    world.gateway.control.receipts({ deliveredAfterMs: null });
    world.gateway.control.fault({
      match: { path: "^/chat/send/text", nth: 3 },
      action: { kind: "reset", when: "before" },
    });
    const texts = Array.from({ length: 8 }, (_, place) => `passo ${place}`);
    for (const text of texts) await ana.writes(id, text);
    await eventually(async () => {
      await hurry();
      expect(sent(customer).map(({ text }) => text)).toEqual(texts);
    });
    await eventually(() => expect(texts.map((text) => shown(id, text)?.sending)).toEqual(texts.map(() => "sent")));
    await world.allInStep();
  }, 30_000);

  it("go out once for one Idempotency-Key, sent twice or simultaneously; another text under the same key is refused [API-021, F-10]", async () => {
    const { customer, id } = await inTalk();
    const key = randomUUID();
    const click = (body: string) => ana.call("POST", `/messages/${id}`, { body }, { "Idempotency-Key": key });
    const [first, second] = await Promise.all([click("Uma vez"), click("Uma vez")]);
    const third = await click("Uma vez");
    const ids = [first, second, third].map((answer) => [answer.status, (answer.body as MessageView).id]);
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
    expect(ids[0]?.[0]).toBe(200);
    expect(await click("Outra coisa")).toMatchObject({ status: 409, body: { code: "ERR_IDEMPOTENCY_CONFLICT" } });
    await eventually(() => expect(sent(customer).map(({ text, posts }) => [text, posts])).toEqual([["Uma vez", 1]]));
    await ana.writes(id, "Igual");
    await ana.writes(id, "Igual");
    await eventually(() => expect(sent(customer)).toHaveLength(3));
    await world.allInStep();
  });

  it("go out once for one key as long as they live: days later a repeat answers with the same message, comments too [P-15, D-275]", async () => {
    const { customer, id } = await inTalk();
    const send = (ticketId: number, key: string, body: string) =>
      ana.call("POST", `/messages/${ticketId}`, { body }, { "Idempotency-Key": key });
    const [text, comment] = [randomUUID(), randomUUID()];
    const first = [await send(id, text, "Dias depois"), await send(id, comment, "--Só nós")];
    expect(first.map(({ body }) => (body as MessageView).clientKey)).toEqual([text, comment]);
    await world.rows("DELETE FROM idempotency WHERE key = ANY($1)", [[text, comment]]);
    const again = [await send(id, text, "Dias depois"), await send(id, comment, "--Só nós")];
    const idsOf = (answers: typeof first) => answers.map(({ status, body }) => [status, (body as MessageView).id]);
    expect(idsOf(again)).toEqual(idsOf(first));
    const other = await inTalk();
    await world.rows("DELETE FROM idempotency WHERE key = $1", [text]);
    expect(await send(other.id, text, "Dias depois")).toMatchObject({ status: 409, body: { code: "ERR_IDEMPOTENCY_CONFLICT" } });
    await eventually(() => expect(sent(customer).map((each) => each.text)).toEqual(["Dias depois"]));
    expect(await world.rows("SELECT body FROM message WHERE client_key = ANY($1) ORDER BY id", [[text, comment]])).toEqual([
      { body: "Dias depois" },
      { body: "Só nós" },
    ]);
    await world.allInStep();
  });

  it.each<[string, FaultAction, number]>([
    ["an error 500", json(500, "internal"), 1],
    ["a connection reset before it took effect", { kind: "reset", when: "before" }, 1],
    ["a connection reset after it took effect", { kind: "reset", when: "after" }, 2],
    ["an answer in HTML", { kind: "status", code: 200, when: "after" }, 2],
    ["an answer cut in the middle", { kind: "truncate", bytes: 10 }, 2],
    ["no session at the gateway for a moment", json(500, "no session"), 1],
  ])(
    "reach the customer once despite %s: the repeat carries the same id [D-070, F-09]",
    async (_what, action, posts) => {
      const { customer, id } = await inTalk();
      world.gateway.control.receipts({ deliveredAfterMs: null });
      fails(action, 1);
      const message = await ana.writes(id, "Uma só");
      await eventually(async () => {
        await hurry();
        expect(await rowOf(message)).toEqual({ state: "sent", attempt: 2 });
      });
      expect(sent(customer).map((each) => [each.text, each.posts])).toEqual([["Uma só", posts]]);
      await eventually(() => expect(shown(id, "Uma só")).toMatchObject({ sending: "sent", ack: 1, errorLog: null }));
      await world.allInStep();
    },
    30_000,
  );

  it("wait as long as the gateway says when there are too many", async () => {
    const { customer, id } = await inTalk();
    fails({ ...json(429, "rate limited"), headers: { "retry-after": "2" } }, 1);
    const message = await ana.writes(id, "Devagar");
    await eventually(async () => expect(await rowOf(message)).toEqual({ state: "queued", attempt: 1 }));
    const [{ wait } = { wait: 0 }] = await world.rows<{ wait: number }>(
      "SELECT extract(epoch FROM not_before - clock_timestamp())::float8 AS wait FROM outbox WHERE message_id = $1",
      [message.id],
    );
    expect(wait).toBeGreaterThan(0.5);
    await eventually(() => expect(sent(customer).map(({ posts }) => posts)).toEqual([1]));
    await eventually(() => expect(shown(id, "Devagar")).toMatchObject({ sending: "sent" }));
  });

  it("are shown as failed with the gateway's reason when it refuses permanently, and the next one is sent [D-071]", async () => {
    const { customer, id } = await inTalk();
    fails(json(401, "unauthorized"), 1);
    const message = await ana.writes(id, "Não sai");
    await ana.writes(id, "Esta sai");
    await eventually(() => expect(shown(id, "Não sai")).toMatchObject({ sending: "failed", ack: -1, errorLog: { code: "auth" } }));
    await eventually(() => expect(sent(customer).map(({ text }) => text)).toEqual(["Esta sai"]));
    expect(await rowOf(message)).toMatchObject({ state: "failed" });
    fails(json(401, "unauthorized"), 1);
    await ana.writes(id, "Nem esta");
    await eventually(() => expect(listed(id)).toBe("failed"));
    await world.allInStep();
  });

  it("stay unconfirmed when the repeat after an unknown result is refused: the first try may have gone out", async () => {
    const { id } = await inTalk();
    world.gateway.control.receipts({ deliveredAfterMs: null });
    fails({ kind: "reset", when: "after" }, 1);
    fails(json(401, "unauthorized"));
    const message = await ana.writes(id, "Foi ou não foi");
    await eventually(async () => {
      await hurry();
      expect(shown(id, "Foi ou não foi")).toMatchObject({ sending: "unknown" });
    });
    expect(await rowOf(message)).toEqual({ state: "unknown", attempt: 2 });
    expect(listed(id)).toBe("unknown");
    world.gateway.control.clearFaults();
    await world.allInStep();
  });

  it("are shown as unconfirmed when the result is unknown, are settled by an ack of the customer's phone, and otherwise wait for a person: send again or discard [D-071]", async () => {
    const { customer, id } = await inTalk();
    world.gateway.control.receipts({ deliveredAfterMs: null });
    const uncertain = async (text: string): Promise<MessageView> => {
      fails({ kind: "reset", when: "after" });
      const message = await ana.writes(id, text);
      await eventually(async () => {
        await hurry();
        expect(shown(id, text)).toMatchObject({ sending: "unknown" });
      });
      expect(await rowOf(message)).toEqual({ state: "unknown", attempt: 5 });
      world.gateway.control.clearFaults();
      return message;
    };
    await uncertain("Chegou?");
    const external = sent(customer).at(-1)?.id ?? "";
    await world.gateway.control.receipt({ token: shop.key, from: customer.phone, ids: [external], state: "Delivered" });
    await eventually(() => expect(shown(id, "Chegou?")).toMatchObject({ sending: "sent", ack: 2, errorLog: null }));
    expect(listed(id)).toBe("delivered");

    const dropped = await uncertain("Deixa");
    expect(await ana.ask("POST", `/messages/unconfirmed/${dropped.id}`, { action: "discard" })).toMatchObject({
      id: dropped.id,
      sending: "cancelled",
    });
    await eventually(() => expect(listed(id)).toBe("discarded"));
    expect(await ana.call("POST", `/messages/unconfirmed/${dropped.id}`, { action: "resend" })).toMatchObject({
      status: 404,
    });

    const again = await uncertain("De novo");
    const renewed = await ana.ask<MessageView>("POST", `/messages/unconfirmed/${again.id}`, { action: "resend" });
    expect(renewed.id).not.toBe(again.id);
    await eventually(() => expect(shown(id, "De novo")).toMatchObject({ id: renewed.id, sending: "sent" }));
    expect(listed(id)).toBe("sent");
    expect(await rowOf(again)).toMatchObject({ state: "cancelled" });
    expect(sent(customer).map(({ text, posts }) => [text, posts])).toEqual([
      ["Chegou?", 5],
      ["Deixa", 5],
      ["De novo", 5],
      ["De novo", 1],
    ]);
    await world.allInStep();
  }, 60_000);

  it("wait while the gateway is unreachable, which the connection shows, and are sent once when it is back [CONN-022, CONN-024]", async () => {
    const { customer, id } = await inTalk();
    await world.gatewayProxy.cut();
    const texts = ["Sem linha 1", "Sem linha 2"];
    for (const text of texts) await ana.writes(id, text);
    await eventually(async () => {
      await hurry();
      expect((await world.davi.ask<ConnectionView>("GET", `/whatsapp/${shop.id}`)).status).toBe("DISCONNECTED");
    }, 30_000);
    expect(await world.davi.ask<ConnectionView>("GET", `/whatsapp/${shop.id}`)).toMatchObject({
      statusReason: expect.stringMatching(/./) as string,
    });
    await world.allInStep();
    expect(texts.map((text) => shown(id, text)?.sending)).toEqual(["queued", "queued"]);
    expect(listed(id)).toBe("waiting");
    expect(sent(customer)).toEqual([]);
    await world.gatewayProxy.restore();
    await eventually(
      async () => expect((await world.davi.ask<ConnectionView>("GET", `/whatsapp/${shop.id}`)).status).toBe("CONNECTED"),
      20_000,
    );
    await eventually(() => expect(sent(customer).map(({ text, posts }) => [text, posts])).toEqual(texts.map((text) => [text, 1])), 30_000);
    await eventually(() => expect(texts.map((text) => shown(id, text)?.sending)).toEqual(["sent", "sent"]));
    expect(ana.received.some((line) => line.startsWith("whatsappSession") && line.includes('"DISCONNECTED"'))).toBe(true);
    await world.allInStep();
  }, 90_000);
});
