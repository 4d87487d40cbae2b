import { LIMITS } from "@balcao/domain/limits";
import type { NewApiTokenView } from "@balcao/contracts/apiTokens";
import type { MessageInfoView, SentToContactView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openGatewayProxy, type GatewayProxy } from "./gatewayProxy.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: SentToContactView & { readonly code?: string };
}

describe("what a program sends at a bad moment", () => {
  let world: World;
  let redis: GatewayProxy;
  let support: QueueView;
  let ana: Agent;
  let shop: LinkedNumber;
  let token: NewApiTokenView;
  let phones = 5511900750000;

  beforeAll(async () => {
    const address = new URL(process.env["REDIS_URL"] ?? "");
    redis = await openGatewayProxy(Number(address.port));
    address.host = new URL(redis.url).host;
    world = await openWorld({ ownWorker: false, env: { REDIS_URL: address.href } });
    await world.workerProcess();
    support = await world.queue("Suporte", "#112233");
    ana = await world.person("Ana", { queueIds: [support.id] });
    shop = await world.number("Loja", []);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await pace(100);
    await world.settings({});
    const currentPassword = world.stage.seal("currentPassword", "Primeira-Senha-1");
    const areas = { conversations: "write", contacts: "write" };
    token = await world.davi.ask("POST", "/tokens", { name: "Loja virtual", installation: true, areas, currentPassword });
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await redis.cut();
  });

  const pace = (ms: number) =>
    world.rows(
      "INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2) ON CONFLICT (connection_id) DO UPDATE SET interval_ms = $2, next_at = '-infinity'",
      [shop.id, ms],
    );
  const send = async (body: object, key: string): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${token.token}`, "Content-Type": "application/json", "Idempotency-Key": key };
    const answer = await fetch(`${world.stage.origin}/api/send`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: (await answer.json()) as Answer["body"] };
  };
  const newNumber = (): string => String((phones += 1));
  const got = (phone: string): string[] =>
    world
      .customer(phone, shop)
      .chat()
      .flatMap(({ author, text }) => (author === "owner" ? [text] : []));

  it("leaves while Redis is away, once per key [D-650, D-651]", async () => {
    const phone = newNumber();
    await redis.cut();
    try {
      const sent = await send({ number: phone, body: "Sem Redis" }, "redis-1");
      expect(sent.status).toBe(200);
      expect((await send({ number: phone, body: "Sem Redis" }, "redis-1")).body.messages[0]?.id).toBe(sent.body.messages[0]?.id);
      await eventually(() => expect(got(phone)).toEqual(["Sem Redis"]), PATIENCE_MS);
      await eventually(
        async () =>
          expect(await world.davi.ask<MessageInfoView>("GET", `/messages/info/${sent.body.messages[0]?.id}`)).toMatchObject({
            sending: "sent",
          }),
        PATIENCE_MS,
      );
    } finally {
      await redis.restore();
    }
  }, 90_000);

  it("is one message for two calls at once with one key, to a number that nobody knew [D-650]", async () => {
    const phone = newNumber();
    const both = await Promise.all([1, 2].map(() => send({ number: phone, name: "Carla", body: "Uma só" }, "twice")));
    // The second one may be told that the first one is under way; then it asks again.
    const answered = both.map(({ status, body }) => (status === 200 ? 200 : body.code));
    expect(answered).toContain(200);
    const again = await send({ number: phone, name: "Carla", body: "Uma só" }, "twice");
    const ids = [...both, again].filter(({ status }) => status === 200).map(({ body }) => body.messages[0]?.id);
    expect(new Set(ids).size).toBe(1);
    await eventually(() => expect(got(phone)).toEqual(["Uma só"]), PATIENCE_MS);
    expect(await world.rows("SELECT count(*)::int AS n FROM contact WHERE number = $1", [phone])).toEqual([{ n: 1 }]);
  }, 90_000);

  it("is answered as the first time when it is repeated, whatever would refuse it by now, and never sent again [D-698]", async () => {
    const branch = await world.number("Filial", []);
    const phone = newNumber();
    const body = { number: phone, body: "Seu pedido saiu", whatsappId: branch.id };
    const first = await send(body, "repeated");
    expect(first.status).toBe(200);
    const arrived = (): number => world.customer(phone, branch).chat().length;
    await eventually(() => expect(arrived()).toBe(1), PATIENCE_MS);
    await world.davi.ask("DELETE", `/whatsappsession/${branch.id}`);
    const refused = () => send({ ...body, number: newNumber() }, `new-${phones}`);
    await eventually(async () => expect((await refused()).body.code).toBe("ERR_WAPP_NOT_INITIALIZED"));
    const again = await send(body, "repeated");
    expect([again.status, again.body.messages?.map(({ id }) => id)]).toEqual([200, first.body.messages.map(({ id }) => id)]);
    expect((await send({ ...body, body: "Outro texto" }, "repeated")).body.code).toBe("ERR_IDEMPOTENCY_CONFLICT");
    expect(arrived()).toBe(1);
  }, 90_000);

  it("is one contact and one conversation for two keys at once to one number, both messages in it [D-650]", async () => {
    const phone = newNumber();
    const place = { number: phone, queueId: support.id, userId: ana.id };
    const answers = await Promise.all(
      ["Um", "Dois", "Três"].map((body) => send({ ...place, body }, `pair-${body.length}-${body}`.replace("ê", "e"))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.contactId)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.ticketId)).size).toBe(1);
    await eventually(() => expect(got(phone).sort()).toEqual(["Dois", "Três", "Um"]), PATIENCE_MS);
  }, 90_000);

  it("is refused with how long to wait where more waits than leaves within a day, but for who has just written [D-683]", async () => {
    await pace(600_000);
    await world.rows("UPDATE send_pacing SET next_at = clock_timestamp() + interval '9 minutes' WHERE connection_id = $1", [shop.id]);
    const customer = world.customer(newNumber(), shop);
    await customer.writes("Olá");
    const ticketId = await world.ticketOf(world.davi, customer.phone);
    const { contact } = await world.davi.ask<TicketView>("GET", `/tickets/${ticketId}`);
    const last = { number: newNumber(), body: "A última" };
    const before = await send(last, "last");
    await world.rows(
      `INSERT INTO outside_send (connection_id, message_ids, user_id, is_first, needs_window)
       SELECT $1, '{}', $2, true, false FROM generate_series(1, $3::int)`,
      [shop.id, world.davi.id, LIMITS.outsideSend.waiting - 1],
    );
    const messages = () => world.rows("SELECT count(*)::int AS n FROM message");
    const count = await messages();
    const refused = await send({ number: newNumber(), body: "Demais" }, "too-many");
    expect([refused.status, refused.body.code, refused.retryAfter]).toEqual([429, "ERR_SENDS_WAITING", "15"]);
    expect(await messages()).toEqual(count);
    // What was taken before is answered as before.
    expect((await send(last, "last")).body.messages).toEqual(before.body.messages);
    expect((await send({ contactId: contact.id, body: "Já saiu" }, "answer")).status).toBe(200);
    await eventually(() => expect(got(customer.phone)).toEqual(["Já saiu"]), PATIENCE_MS);
    await world.rows("DELETE FROM outside_send");
    expect((await send({ number: newNumber(), body: "Cabe" }, "room")).status).toBe(200);
  }, 90_000);

  it("is a record of its own kind, which counts as no conversation until the customer answers [D-268, D-683]", async () => {
    await pace(100);
    const phone = newNumber();
    const { body } = await send({ number: phone, body: "Seu pedido saiu", queueId: support.id }, "record");
    const place = async () => (await world.rows("SELECT origin, bucket FROM ticket WHERE id = $1", [body.ticketId]))[0];
    expect(await world.davi.ask<TicketView>("GET", `/tickets/${body.ticketId}`)).toMatchObject({ status: "closed", origin: "program" });
    expect(await place()).toEqual({ origin: "program", bucket: "record" });
    await eventually(() => expect(got(phone)).toEqual(["Seu pedido saiu"]), PATIENCE_MS);
    await world.customer(phone, shop).writes("Obrigada");
    const ticketId = await world.ticketOf(world.davi, phone);
    expect(await world.davi.ask<TicketView>("GET", `/tickets/${ticketId}`)).toMatchObject({ origin: null });
  }, 90_000);
});
