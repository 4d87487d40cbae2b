import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { AuditListView } from "@balcao/contracts/audit";
import type { HookDeliveryBodyView, HookDeliveryListView, HookSecretView, HookTestView, HookView } from "@balcao/contracts/hooks";
import type { MessagePageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openReceiver, type Arrival, type Receiver } from "./receiver.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const ALL = ["message.created", "message.changed", "ticket.created", "ticket.changed", "ticket.closed", "contact.changed"];

describe("a receiver of webhooks", () => {
  let world: World;
  let receiver: Receiver;
  let support: QueueView;
  let sales: QueueView;
  let number: LinkedNumber;
  let ana: Agent;
  let marta: Agent;
  let customers = 0;

  beforeAll(async () => {
    receiver = await openReceiver();
    world = await openWorld({ env: { WEBHOOK_INTERNAL_HOSTS: receiver.host } });
    support = await world.queue("Suporte", "#112233");
    sales = await world.queue("Vendas", "#445566");
    ana = await world.person("Ana", { queueIds: [support.id, sales.id] });
    marta = await world.person("Marta", { profile: "admin" }, { showAll: true });
    number = await world.number("loja", []);
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.answer = () => 200;
    receiver.arrivals.splice(0);
  });

  const make = (more: object = {}, who = marta): Promise<HookSecretView> =>
    who.ask<HookSecretView>("POST", "/hooks", { name: "Loja virtual", address: receiver.url, events: ALL, ...more });
  const remove = ({ id }: HookView) => world.davi.ask("DELETE", `/hooks/${id}`);
  const one = async (id: number) => (await world.davi.ask<HookView[]>("GET", "/hooks")).find((hook) => hook.id === id);
  const log = async ({ id }: HookView, query = "") =>
    (await world.davi.ask<HookDeliveryListView>("GET", `/hooks/${id}/deliveries?${query}`)).deliveries;
  const got = (event: string): Arrival[] => receiver.arrivals.filter(({ body }) => body.event === event);
  const textsOf = (arrivals: readonly Arrival[]): string[] => arrivals.map(({ body }) => (body.data["message"] as { body: string }).body);
  const dueNow = async () => {
    await world.rows("UPDATE hook SET rest_until = NULL");
    await world.rows("UPDATE hook_delivery SET due_at = now() WHERE state = 'waiting'");
  };
  const talk = async (queue: QueueView): Promise<[Customer, number]> => {
    const phone = `55119876600${10 + (customers += 1)}`;
    const customer = world.customer(phone, number);
    await customer.writes("Bom dia");
    const ticketId = await world.ticketOf(world.davi, phone);
    await ana.accepts(ticketId, { queueId: queue.id });
    return [customer, ticketId];
  };
  const isSigned = ({ headers, text }: Arrival, ...secrets: string[]): void => {
    const stamp = String(headers["balcao-timestamp"]);
    const expected = secrets.map((secret) => `v1=${createHmac("sha256", secret).update(`${stamp}.${text}`).digest("hex")}`).join(",");
    expect(headers["balcao-signature"]).toBe(expected);
    expect(Math.abs(Number(stamp) - Date.now() / 1_000)).toBeLessThan(300);
  };

  it("is told what happens with the views of the live contract, signed, and its key is shown once [D-600, D-603]", async () => {
    const hook = await make();
    expect(hook.secret).toMatch(/^blh_[\w-]{43}$/);
    expect(JSON.stringify(await one(hook.id))).not.toContain(hook.secret);
    const [customer, ticketId] = await talk(support);
    await customer.writes("Meu pedido chegou?");
    await eventually(() => expect(textsOf(got("message.created"))).toEqual(["Bom dia", "Meu pedido chegou?"]));
    await ana.ask("POST", `/messages/${ticketId}`, { body: "Sim" });
    await eventually(() => expect(got("message.changed").length).toBeGreaterThan(0));
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "closed" });
    await eventually(() => expect(got("ticket.closed")).toHaveLength(1));
    const [created] = got("message.created");
    const { messages } = await marta.ask<MessagePageView>("GET", `/messages/${ticketId}`);
    const shown = messages.find(({ body }) => body === "Bom dia");
    expect(created?.body.data).toMatchObject({ action: "create", message: { id: shown?.id, body: "Bom dia" }, ticket: { id: ticketId } });
    expect(got("ticket.closed")[0]?.body.data).toMatchObject({ action: "update", ticketId, ticket: { id: ticketId, status: "closed" } });
    for (const arrival of receiver.arrivals) {
      isSigned(arrival, hook.secret);
      expect(arrival.headers["balcao-id"]).toBe(arrival.body.id);
    }
    expect(new Set(receiver.arrivals.map(({ body }) => body.id)).size).toBe(receiver.arrivals.length);
    await eventually(async () => expect((await log(hook)).every(({ state }) => state === "sent")).toBe(true));
    const [line] = await log(hook);
    const opened = await world.davi.ask<HookDeliveryBodyView>("GET", `/hooks/${hook.id}/deliveries/${line?.id}`);
    expect(receiver.arrivals.map(({ text }) => text)).toContain(opened.body);
    const stored = await world.rows<{ all: string }>("SELECT string_agg(body_sealed, ' ') AS all FROM hook_delivery");
    expect(stored[0]?.all).not.toMatch(/pedido/);
    const { entries } = await world.davi.ask<AuditListView>("GET", "/audit?action=setting.createHook");
    expect(entries[0]).toMatchObject({ user: { id: marta.id }, description: "Loja virtual" });
    await remove(hook);
  }, 60_000);

  it("hears of its reach alone, by the rights of the moment in which a delivery leaves [D-600, D-602]", async () => {
    const [, inSales] = await talk(sales);
    const [, inSupport] = await talk(support);
    const hook = await make({ reach: "queues", queueIds: [sales.id], events: ["message.created"] });
    receiver.answer = () => 503;
    await ana.ask("POST", `/messages/${inSupport}`, { body: "No suporte" });
    await ana.ask("POST", `/messages/${inSales}`, { body: "Em vendas" });
    await eventually(() => expect(receiver.arrivals.length).toBeGreaterThan(0));
    await ana.ask("PUT", `/tickets/${inSales}`, { queueId: support.id, whatsappId: number.id });
    await eventually(async () => expect((await log(hook))[0]).toMatchObject({ state: "waiting", attempts: 1 }));
    receiver.answer = () => 200;
    await dueNow();
    await eventually(async () => expect((await log(hook))[0]).toMatchObject({ state: "withheld", status: null }));
    expect(textsOf(receiver.arrivals)).toEqual(["Em vendas"]);
    await remove(hook);
  }, 60_000);

  it("is left alone when its owner may have no webhook any more, and goes on as another administrator's [D-602]", async () => {
    const owner = await world.person("Téo", { profile: "admin" }, { showAll: true });
    const hook = await make({ events: ["message.created"] }, owner);
    const [customer] = await talk(support);
    await eventually(() => expect(got("message.created")).toHaveLength(1));
    await world.davi.ask("PUT", `/users/${owner.id}`, { active: false });
    await customer.writes("Ainda aí?");
    await eventually(async () => expect((await one(hook.id))?.paused?.reason).toBe("owner"));
    expect(textsOf(receiver.arrivals)).not.toContain("Ainda aí?");
    const resumed = await marta.ask<HookView>("POST", `/hooks/${hook.id}/resume`);
    expect(resumed).toMatchObject({ paused: null, user: { id: marta.id } });
    await customer.writes("E agora?");
    await eventually(() => expect(textsOf(receiver.arrivals)).toContain("E agora?"));
    await remove(hook);
  }, 60_000);

  it("that answers 410 is paused, administrators see it, and what was given up is sent again with its id [D-604, D-606]", async () => {
    const hook = await make({ events: ["message.created"] });
    receiver.answer = () => 410;
    const [customer, ticketId] = await talk(support);
    await eventually(async () => expect((await one(hook.id))?.paused?.reason).toBe("gone"));
    const [dead] = await log(hook, "state=dead");
    expect(dead).toMatchObject({ state: "dead", status: 410, fault: "status", attempts: 1, nextTryAt: null });
    const { problems } = await world.davi.ask<{ problems: { kind: string; value: number }[] }>("GET", "/health/details");
    expect(problems).toContainEqual(expect.objectContaining({ kind: "hooksStopped", value: 1 }));
    await customer.writes("Durante a pausa");
    await eventually(async () => expect((await marta.ask<TicketView>("GET", `/tickets/${ticketId}`)).lastMessage).toBe("Durante a pausa"));
    receiver.answer = () => 200;
    await marta.ask("POST", `/hooks/${hook.id}/resume`);
    expect(await marta.ask("POST", `/hooks/${hook.id}/resend`, { deliveryId: dead?.id })).toEqual({ count: 1 });
    await eventually(() => expect(receiver.arrivals).toHaveLength(2));
    expect(new Set(receiver.arrivals.map(({ body }) => body.id))).toEqual(new Set([dead?.key]));
    expect(await marta.ask("POST", `/hooks/${hook.id}/resend`, {})).toEqual({ count: 0 });
    expect(textsOf(receiver.arrivals)).not.toContain("Durante a pausa");
    await remove(hook);
  }, 60_000);

  it("is never told the code by which a number is linked, though its owner sees it [D-600]", async () => {
    const hook = await make({ events: ["connection.changed"] });
    const { id } = await marta.ask<{ id: number }>("POST", "/whatsapp", { name: "Sem número", api: "meow" });
    const code = await eventually(async () => {
      const { qrcode } = await marta.ask<{ qrcode: string }>("GET", `/whatsapp/${id}`);
      expect(qrcode).toMatch(/./);
      return qrcode;
    });
    const shown = () => got("connection.changed").filter(({ text }) => text.includes(`"id":${id}`) && text.includes('"status":"qrcode"'));
    await eventually(() => expect(shown().length).toBeGreaterThan(0));
    expect(receiver.arrivals.filter(({ text }) => text.includes(JSON.stringify(code)))).toEqual([]);
    await world.davi.ask("DELETE", `/whatsapp/${id}`);
    await remove(hook);
  }, 60_000);

  it("is one of fifty at most [D-600]", async () => {
    const hook = await make();
    await world.rows(
      `INSERT INTO hook (user_id, name, address, events, reach, queue_ids, secret_sealed, created_at, paused_at, pause_reason)
       SELECT user_id, 'cheio', address, events, reach, queue_ids, secret_sealed, created_at, now(), 'person' FROM hook, generate_series(2, 50) WHERE id = $1`,
      [hook.id],
    );
    expect(await marta.call("POST", "/hooks", { name: "Mais um", address: receiver.url, events: ALL })).toMatchObject({
      status: 400,
      body: { details: [{ field: "name", rule: "most" }] },
    });
    await world.rows("DELETE FROM hook WHERE name = 'cheio'");
    await remove(hook);
  });

  it("knows both keys while one takes the place of the other [D-603]", async () => {
    const hook = await make({ events: ["message.created"] });
    const test = () => marta.ask<HookTestView>("POST", `/hooks/${hook.id}/test`);
    expect(await test()).toMatchObject({ ok: true, status: 200, fault: null });
    const { secret: second, twoKeys } = await marta.ask<HookSecretView>("POST", `/hooks/${hook.id}/key`);
    expect(twoKeys).toBe(true);
    await test();
    expect(await marta.ask<HookView>("DELETE", `/hooks/${hook.id}/key`)).toMatchObject({ twoKeys: false });
    await test();
    const [before, between, after] = receiver.arrivals;
    if (!before || !between || !after) throw new Error("three tests were sent");
    isSigned(before, hook.secret);
    isSigned(between, second, hook.secret);
    isSigned(after, second);
    expect((await log(hook)).map(({ event, state }) => [event, state])).toEqual(Array(3).fill(["test", "sent"]));
    await remove(hook);
  }, 60_000);

  it.each([
    ["redirect", 302, (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end()],
    ["tooLong", 200, (response) => void response.writeHead(200).end("x".repeat(64 * 1024))],
    ["status", 500, (response) => response.writeHead(500).end("no")],
    ["broken", null, (response) => response.destroy()],
  ] as readonly [string, number | null, (response: ServerResponse) => void][])(
    "whose answer is no success is named: %s [D-605, D-606]",
    async (fault, status, write) => {
      const hook = await make();
      receiver.answer = () => write;
      expect(await marta.ask<HookTestView>("POST", `/hooks/${hook.id}/test`)).toMatchObject({ ok: false, fault, status });
      expect(receiver.arrivals).toHaveLength(1);
      await remove(hook);
    },
    60_000,
  );

  it("is an https address, or one that the operator has named, and nothing internal [D-605]", async () => {
    for (const address of [
      "http://example.com/",
      "https://10.0.0.5/",
      "https://127.0.0.1/",
      "https://localhost/",
      "https://8.8.8.8:8443/",
      "ftp://a.example/x",
      "amanhã cedo",
    ]) {
      const answer = await marta.call("POST", "/hooks", { name: "Fora", address, events: ALL });
      expect([address, answer.status]).toEqual([address, 400]);
      expect((answer.body as { details: { field: string }[] }).details[0]?.field).toBe("address");
    }
    const wrong: readonly object[] = [
      { events: [] },
      { events: ["senha.mudou"] },
      { reach: "queues" },
      { reach: "queues", queueIds: [9_999] },
      { name: "x" },
    ];
    for (const more of wrong) {
      const answer = await marta.call("POST", "/hooks", { name: "Fora", address: receiver.url, events: ALL, ...more });
      expect([more, answer.status]).toEqual([more, 400]);
    }
    expect(await world.davi.ask("GET", "/hooks")).toEqual([]);
    expect((await ana.call("GET", "/hooks")).status).toBe(403);
  }, 60_000);

  it("checks a delivery as docs/API.md shows it [D-603]", async () => {
    const page = await readFile(path.join(process.cwd(), "docs", "API.md"), "utf8");
    const code = /```js\n([^`]+)```/.exec(page)?.[1] ?? "";
    const place = `data:text/javascript,${encodeURIComponent(code)}`;
    const { isFromBalcao } = (await import(place)) as { isFromBalcao: (headers: object, body: string, key: string) => boolean };
    const hook = await make();
    await marta.ask("POST", `/hooks/${hook.id}/test`);
    const { secret } = await marta.ask<HookSecretView>("POST", `/hooks/${hook.id}/key`);
    await marta.ask("POST", `/hooks/${hook.id}/test`);
    for (const arrival of receiver.arrivals) {
      expect(isFromBalcao(arrival.headers, arrival.text, hook.secret)).toBe(true);
      expect(isFromBalcao(arrival.headers, `${arrival.text} `, hook.secret)).toBe(false);
      expect(isFromBalcao({ ...arrival.headers, "balcao-timestamp": "1" }, arrival.text, hook.secret)).toBe(false);
    }
    expect(receiver.arrivals.map(({ headers, text }) => isFromBalcao(headers, text, secret))).toEqual([false, true]);
    await remove(hook);
  }, 60_000);

  it("has a conversation of its own that is the same as a new reading [D-600]", async () => {
    const hook = await make({ events: ["ticket.changed"] });
    const [, ticketId] = await talk(sales);
    await eventually(() => expect(got("ticket.changed").length).toBeGreaterThan(0));
    const last = got("ticket.changed").at(-1)?.body.data["ticket"] as TicketView;
    const now = await marta.ask<TicketView>("GET", `/tickets/${ticketId}`);
    expect({ ...last, version: 0 }).toMatchObject({ id: now.id, status: now.status, queueId: now.queueId, userId: now.userId });
    await remove(hook);
  }, 60_000);
});
