import type { NewApiTokenView } from "@balcao/contracts/apiTokens";
import type { ContactView } from "@balcao/contracts/contacts";
import type { HookSecretView } from "@balcao/contracts/hooks";
import type { MessageInfoView, MessageView, SentToContactView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openReceiver, type Receiver } from "./receiver.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

const PATIENCE_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly body: SentToContactView & { readonly code?: string; readonly details?: readonly { field: string; rule: string }[] };
}

describe("a program that sends from outside", () => {
  let world: World;
  let receiver: Receiver;
  let worker: WorkerProcess;
  let support: QueueView;
  let sales: QueueView;
  let shop: LinkedNumber;
  let ana: Agent;
  let token: NewApiTokenView;
  let phones = 5511900650000;
  let keys = 0;

  beforeAll(async () => {
    receiver = await openReceiver();
    world = await openWorld({ ownWorker: false, env: { WEBHOOK_INTERNAL_HOSTS: receiver.host } });
    worker = await world.workerProcess();
    support = await world.queue("Suporte", "#112233");
    sales = await world.queue("Vendas", "#445566");
    ana = await world.person("Ana", { queueIds: [support.id] });
    shop = await world.number("Loja", []);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await every(100);
    await world.settings({});
    token = await make({ installation: true });
    await world.davi.ask<HookSecretView>("POST", "/hooks", { name: "Loja", address: receiver.url, events: ["message.changed"] });
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });
  afterEach(() => world.gateway.control.clearFaults());

  const every = (ms: number) =>
    world.rows(
      "INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2) ON CONFLICT (connection_id) DO UPDATE SET interval_ms = $2, next_at = '-infinity'",
      [shop.id, ms],
    );
  const make = (more: object) =>
    world.davi.ask<NewApiTokenView>("POST", "/tokens", {
      ...{ name: "Loja virtual", areas: { conversations: "write", contacts: "write" }, ...more },
      currentPassword: world.stage.seal("currentPassword", "Primeira-Senha-1"),
    });
  const send = async (body: object, key: string | null = `call-${(keys += 1)}`, by = token): Promise<Answer> => {
    const headers = {
      Authorization: `Bearer ${by.token}`,
      "Content-Type": "application/json",
      ...(key !== null && { "Idempotency-Key": key }),
    };
    const answer = await fetch(`${world.stage.origin}/api/send`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Answer["body"] };
  };
  const info = ({ id }: MessageView) => world.davi.ask<MessageInfoView>("GET", `/messages/info/${id}`);
  const contact = (more: object = {}) =>
    world.davi.ask<ContactView>("POST", "/contacts", { name: "Carla", number: String((phones += 1)), respostaAutomatica: true, ...more });
  const ours = (customer: Customer): string[] => customer.chat().flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  const at = ({ number }: ContactView): Customer => world.customer(number ?? "", shop);
  const inTalk = async (): Promise<{ customer: Customer; ticketId: number; contactId: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const ticketId = await world.ticketOf(world.davi, customer.phone);
    await ana.accepts(ticketId, { queueId: support.id });
    const { contact: known } = await world.davi.ask<TicketView>("GET", `/tickets/${ticketId}`);
    return { customer, ticketId, contactId: known.id };
  };
  const count = async (): Promise<string> =>
    JSON.stringify(
      await world.rows(
        "SELECT (SELECT count(*) FROM contact) AS contacts, (SELECT count(*) FROM ticket) AS tickets, (SELECT count(*) FROM message WHERE from_me) AS messages, (SELECT count(*) FROM outside_send) AS held",
      ),
    );
  const told = (id: string): unknown[] =>
    receiver.arrivals.flatMap(({ body }) => {
      const message = body.data["message"] as MessageView | undefined;
      return message?.id === id ? [message.sending] : [];
    });
  /** Replaces the worker, whose lease expires. */
  const replace = async (): Promise<void> => {
    await worker.kill();
    await world.rows("UPDATE session_worker SET seen_at = clock_timestamp() + interval '1 hour'");
    await world.rows("UPDATE session_lease SET expires_at = clock_timestamp() + interval '1 hour'");
    worker = await world.workerProcess();
    await world.rows("UPDATE outbox SET first_handed_at = clock_timestamp() WHERE state = 'handed'");
    await world.rows("UPDATE session_worker SET seen_at = clock_timestamp() - interval '1 minute'");
    await world.rows("UPDATE session_lease SET expires_at = clock_timestamp() - interval '1 second'");
  };

  it("writes to a number as people write it, once per key, and is told how far it came [D-650]", async () => {
    const phone = String((phones += 1));
    const body = { number: `+55 (11) ${phone.slice(4, 9)}-${phone.slice(9)}`, name: "Carla", body: "Seu pedido saiu {{name}}" };
    const first = await send(body, "order-1");
    expect(first).toMatchObject({ status: 200, body: { messages: [{ body: body.body, sending: "queued", clientKey: "order-1" }] } });
    expect((await send(body, "order-1")).body.messages[0]?.id).toBe(first.body.messages[0]?.id);
    expect(await send({ ...body, body: "Outro" }, "order-1")).toMatchObject({ status: 409, body: { code: "ERR_IDEMPOTENCY_CONFLICT" } });
    const [message] = first.body.messages;
    if (!message) throw new Error("no message");
    await eventually(() => expect(ours(world.customer(phone, shop))).toEqual([body.body]), PATIENCE_MS);
    await eventually(async () => expect(await info(message)).toMatchObject({ sending: "sent", ticketId: first.body.ticketId }));
    await eventually(() => expect(told(message.id)).toContain("sent"), PATIENCE_MS);
    const [ticket] = await world.rows("SELECT status, user_id, queue_id FROM ticket WHERE id = $1", [first.body.ticketId]);
    expect(ticket).toEqual({ status: "closed", user_id: null, queue_id: null });
  }, 90_000);

  it("writes into the live conversation, which stays whose it is and answered by nobody, without a turn [D-650, D-651]", async () => {
    const { customer, ticketId, contactId } = await inTalk();
    await every(600_000);
    await world.rows("UPDATE send_pacing SET next_at = clock_timestamp() + interval '9 minutes' WHERE connection_id = $1", [shop.id]);
    const sent = await send({ contactId, body: "Saiu para entrega", queueId: sales.id, userId: world.davi.id });
    expect(sent).toMatchObject({ status: 200, body: { ticketId, contactId } });
    await eventually(() => expect(ours(customer)).toEqual(["Saiu para entrega"]), PATIENCE_MS);
    expect(await ana.ask("GET", `/tickets/${ticketId}`)).toMatchObject({ status: "open", userId: ana.id, queueId: support.id });
    // Who has not written waits for the connection's turn.
    const stranger = await contact();
    await send({ contactId: stranger.id, body: "Novidade" });
    const marker = await send({ contactId, body: "E depois" });
    await eventually(async () => expect((await info(marker.body.messages[0] as MessageView)).sending).toBe("sent"), PATIENCE_MS);
    expect(ours(at(stranger))).toEqual([]);
    await every(100);
    await eventually(() => expect(ours(at(stranger))).toEqual(["Novidade"]), PATIENCE_MS);
  }, 120_000);

  it("opens a conversation for the person whom it names, in the queue [D-650]", async () => {
    const { id: contactId } = await contact();
    const sent = await send({ contactId, body: "Bom dia", queueId: support.id, userId: ana.id });
    expect(await ana.ask("GET", `/tickets/${sent.body.ticketId}`)).toMatchObject({ status: "open", userId: ana.id, queueId: support.id });
    const recorded = await send({ contactId: (await contact()).id, body: "Bom dia", queueId: sales.id });
    expect(await world.davi.ask("GET", `/tickets/${recorded.body.ticketId}`)).toMatchObject({
      status: "closed",
      userId: null,
      queueId: sales.id,
    });
  }, 60_000);

  it("has nothing lost and nothing doubled while its workers are killed [D-651, F-03]", async () => {
    const talks = [await inTalk(), await inTalk()];
    const strangers = [await contact(), await contact(), await contact()];
    const everybody = [...talks.map(({ contactId }) => contactId), ...strangers.map(({ id }) => id)];
    const calls = everybody.flatMap((contactId) => [1, 2].map((n) => ({ contactId, body: `Aviso ${contactId}-${n}` })));
    const post = () => Promise.all(calls.map((body) => send(body, `kill-${body.body.replace(" ", "-")}`)));
    world.gateway.control.fault({ match: { path: "^/chat/send/text" }, action: { kind: "hang", when: "before" }, times: 1 });
    const asked = world.gateway.control.requests("/chat/send/text").length;
    const answers = await post();
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    await eventually(() => expect(world.gateway.control.requests("/chat/send/text").length).toBeGreaterThan(asked), PATIENCE_MS);
    await replace();
    expect((await post()).map(({ body }) => body.messages[0]?.id)).toEqual(answers.map(({ body }) => body.messages[0]?.id));
    await worker.kill();
    await replace();
    for (const { body } of answers) {
      const [message] = body.messages;
      if (!message) throw new Error("no message");
      await eventually(async () => expect((await info(message)).sending).toBe("sent"), PATIENCE_MS);
      await eventually(() => expect(told(message.id)).toContain("sent"), PATIENCE_MS);
    }
    const got = [...talks.map(({ customer }) => customer), ...strangers.map(at)].flatMap(ours).filter((text) => text.startsWith("Aviso"));
    expect(got.sort()).toEqual(calls.map(({ body }) => body).sort());
  }, 240_000);

  it("has what waits cancelled when its token or the contact's consent ends [D-651]", async () => {
    await every(600_000);
    await world.rows("UPDATE send_pacing SET next_at = clock_timestamp() + interval '9 minutes' WHERE connection_id = $1", [shop.id]);
    const other = await make({ name: "Outra loja" });
    const [revoked, refuser] = [await contact(), await contact()];
    const answers = [
      await send({ contactId: revoked.id, body: "Nunca sai" }, "revoked", other),
      await send({ contactId: refuser.id, body: "Também não" }),
    ];
    await world.davi.ask("DELETE", `/tokens/${other.id}`);
    await world.davi.ask("POST", `/contacts/${refuser.id}/optOut`, {});
    await every(100);
    for (const { body } of answers)
      await eventually(
        async () => expect(await info(body.messages[0] as MessageView)).toMatchObject({ sending: "cancelled" }),
        PATIENCE_MS,
      );
    await eventually(() => expect(told(answers[0]?.body.messages[0]?.id ?? "")).toContain("cancelled"), PATIENCE_MS);
    expect([...ours(at(revoked)), ...ours(at(refuser))]).toEqual([]);
    expect(await world.rows("SELECT id FROM outside_send")).toEqual([]);
  }, 120_000);

  it("refuses what cannot be sent, and changes nothing [D-650, D-651]", async () => {
    const { contactId } = await inTalk();
    const optedOut = await contact();
    await world.davi.ask("POST", `/contacts/${optedOut.id}/optOut`, {});
    const own = await make({ name: "Só minhas", reach: "own" });
    const ofSales = await make({ name: "Vendas", reach: "queues", queueIds: [sales.id] });
    const away = await world.davi.ask<{ id: number }>("POST", "/whatsapp", { name: "Desligado", api: "meow" });
    await eventually(
      async () => expect(await world.davi.ask("GET", `/whatsapp/${away.id}`)).toMatchObject({ status: "qrcode" }),
      PATIENCE_MS,
    );
    const fresh = await contact();
    const refuser = await inTalk();
    await world.davi.ask("POST", `/contacts/${refuser.contactId}/optOut`, {});
    const [group] = await world.rows<{ id: number }>("INSERT INTO contact (name, is_group) VALUES ('Grupo', true) RETURNING id");
    const before = await count();
    const refusals: [object, number, string, (string | null)?, NewApiTokenView?][] = [
      [{ number: "1234567", body: "oi" }, 400, "ERR_VALIDATION"],
      [{ number: "1".repeat(51), body: "oi" }, 400, "ERR_VALIDATION"],
      [{ body: "oi" }, 400, "ERR_VALIDATION"],
      [{ number: "5511987654321", contactId, body: "oi" }, 400, "ERR_VALIDATION"],
      [{ contactId: 99_999, body: "oi" }, 404, "ERR_NO_CONTACT_FOUND"],
      [{ contactId, whatsappId: 99_999, body: "oi" }, 404, "ERR_NO_WAPP_FOUND"],
      [{ contactId, whatsappId: away.id, body: "oi" }, 400, "ERR_WAPP_NOT_INITIALIZED"],
      [{ contactId, queueId: 99_999, userId: ana.id, body: "oi" }, 400, "ERR_QUEUE_REQUIRED"],
      [{ contactId, userId: ana.id, body: "oi" }, 400, "ERR_QUEUE_REQUIRED"],
      [{ contactId, queueId: sales.id, userId: ana.id, body: "oi" }, 400, "ERR_WORKING_USER_REQUIRED"],
      [{ contactId: optedOut.id, body: "oi" }, 400, "ERR_VALIDATION"],
      [{ contactId: group?.id, body: "oi" }, 400, "ERR_VALIDATION"],
      [{ contactId, mediaUrl: "https://example.com/a.png" }, 400, "ERR_VALIDATION"],
      [{ contactId, body: "  " }, 400, "ERR_VALIDATION"],
      [{ contactId, body: "oi", template: { name: "aviso", values: [] } }, 400, "ERR_VALIDATION"],
      [{ contactId, template: { name: "aviso", values: [] } }, 400, "ERR_NO_TEMPLATES"],
      [{ contactId, body: "oi" }, 400, "ERR_VALIDATION", null],
      [{ contactId, body: "oi" }, 403, "ERR_NO_PERMISSION", "own", own],
      [{ contactId: fresh.id, body: "oi" }, 403, "ERR_NO_PERMISSION", "own-2", own],
      // Not that the contact wants nothing, which a program without the conversation need not know.
      [{ contactId: refuser.contactId, body: "oi" }, 403, "ERR_NO_PERMISSION", "own-4", own],
      [{ number: "+55 11 98888-7777", body: "oi" }, 403, "ERR_NO_PERMISSION", "own-3", own],
      [{ contactId: fresh.id, body: "oi" }, 403, "ERR_NO_PERMISSION", "sales", ofSales],
      [{ contactId: fresh.id, queueId: support.id, userId: world.davi.id, body: "oi" }, 403, "ERR_NO_PERMISSION", "sales-2", ofSales],
    ];
    const answers: unknown[] = [];
    for (const [body, , , key = `refused-${(keys += 1)}`, by = token] of refusals) {
      const { status, body: said } = await send(body, key, by);
      answers.push([body, status, said.code]);
    }
    expect(answers).toEqual(refusals.map(([body, status, code]) => [body, status, code]));
    expect(await count()).toBe(before);
    expect((await send({ contactId: fresh.id, queueId: sales.id, body: "oi" }, "sales-3", ofSales)).status).toBe(200);
  }, 90_000);
});
