import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openTraceReceiver, type ReceivedSpan, type TraceReceiver } from "./traceReceiver.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;
const HERE = import.meta.dirname;
const WEBHOOK = "POST /whatsapp/meow/webhook/:name_token";

describe("an installation whose traces go to a receiver", () => {
  const written: string[] = [];
  let receiver: TraceReceiver;
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let customer: Customer;
  let ticketId: number;

  beforeAll(async () => {
    receiver = await openTraceReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: "x-key=chave%20secreta" };
    world = await openWorld({ env, onLog: (line) => void written.push(line) });
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    customer = world.customer("5511900812345", shop);
    await customer.writes("texto-do-cliente");
    ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });

  const one = (name: string, matches: (span: ReceivedSpan) => boolean): ReceivedSpan => {
    const found = receiver.spans().filter((span) => span.name === name && matches(span));
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} spans "${name}"`);
    return found[0];
  };
  const shownTo = (agent: Agent, text: string): Promise<MessageView> =>
    eventually(() => {
      const message = agent.messages(ticketId).messages.find(({ body }) => body === text);
      if (!message) throw new Error("the message is not shown yet");
      return message;
    });

  it("shows one received message as one trace, from the webhook over the lane to the sockets", async () => {
    await customer.writes("texto-seguido");
    const { id } = await shownTo(ana, "texto-seguido");
    const [row] = await world.rows<{ eventId: string }>(`SELECT inbound_event_id AS "eventId" FROM message WHERE id = $1`, [id]);
    const ofEvent = ({ attributes }: ReceivedSpan): boolean => attributes["balcao.event.id"] === Number(row?.eventId);
    await eventually(() => {
      const applied = one("event applied", ofEvent);
      const stored = one("event stored", ofEvent);
      const webhook = one(WEBHOOK, ({ spanId }) => spanId === stored.parentSpanId);
      const sent = one("live event sent", ({ parentSpanId, attributes }) => {
        return parentSpanId === applied.spanId && attributes["balcao.live.topic"] === "ticket";
      });
      expect(applied.parentSpanId).toBe(stored.spanId);
      expect(webhook.parentSpanId).toBe("");
      expect(new Set([webhook, stored, applied, sent].map(({ traceId }) => traceId)).size).toBe(1);
      expect([webhook, stored, applied, sent].map(({ service }) => service)).toEqual([
        "balcao-api",
        "balcao-api",
        "balcao-worker",
        "balcao-api",
      ]);
      expect(webhook.attributes).toMatchObject({ "http.response.status_code": 200, "http.route": "/whatsapp/meow/webhook/:name_token" });
      expect(applied.attributes).toMatchObject({ "balcao.event.kind": "message", "balcao.connection.id": shop.id });
      expect(sent.attributes).toMatchObject({ "balcao.live.sockets": 2 });
      for (const { durationMs } of [webhook, stored, applied, sent]) expect(durationMs).toBeLessThan(60_000);
    }, PATIENCE_MS);
  });

  it("shows one sent message as one trace, from the call over the outbox and the gateway to its ack", async () => {
    const { id } = await ana.writes(ticketId, "resposta-seguida");
    const ofMessage = ({ attributes }: ReceivedSpan): boolean => attributes["balcao.message.id"] === Number(id);
    await eventually(() => {
      const queued = one("message queued", ofMessage);
      const call = one("POST /messages/:ticketId", ({ spanId }) => spanId === queued.parentSpanId);
      const handed = one("message handed over", ofMessage);
      const live = one("live event sent", ({ parentSpanId }) => parentSpanId === call.spanId);
      const acks = receiver.spans().filter((span) => span.name === "message acknowledged" && ofMessage(span));
      expect(handed.parentSpanId).toBe(queued.spanId);
      expect(handed.attributes).toMatchObject({ "balcao.connector": "meow", "balcao.outcome": "sent", "balcao.attempt": 1 });
      expect(acks.length).toBeGreaterThan(0);
      for (const ack of acks) expect(ack.parentSpanId).toBe(handed.spanId);
      expect(new Set([call, queued, handed, live, ...acks].map(({ traceId }) => traceId)).size).toBe(1);
      // The ack came by a webhook of its own, whose trace it links.
      const applied = one("event applied", ({ traceId }) => acks[0]?.linkedTraceIds.includes(traceId) === true);
      expect(applied.attributes["balcao.event.kind"]).toBe("ack");
    }, PATIENCE_MS);
  });

  it("sends the receiver's headers, and no text, number, name, address or secret [S-70]", async () => {
    await ana.call("GET", `/tickets/${ticketId}?searchParam=procura-secreta`);
    await eventually(() => one("GET /tickets/:ticketId", ({ attributes }) => attributes["http.response.status_code"] === 200), PATIENCE_MS);
    expect(receiver.headers.map((each) => each["x-key"])).toEqual(receiver.headers.map(() => "chave secreta"));
    const sent = receiver.bodies.join("\n");
    const secrets = [ana.token, world.davi.token, shop.key, ...Object.values(world.stage.auth.secrets).map(String)];
    const texts = ["texto-do-cliente", "texto-seguido", "resposta-seguida", "procura-secreta", "Loja", "Vendas", "Ana", "@balcao.test"];
    for (const hidden of [customer.phone, world.stage.origin, ...texts, ...secrets])
      expect([hidden, sent.includes(hidden)]).toEqual([hidden, false]);
    expect(written.join("\n").includes("chave secreta")).toBe(false);
  });

  it("goes on while the receiver is away, with one line in the log of each process", async () => {
    await receiver.close();
    const linesOf = (name: string): number =>
      written.filter((line) => line.includes(`"name":"${name}"`) && line.includes("traces cannot be sent")).length;
    for (let index = 0; index < 5; index += 1) await ana.writes(ticketId, `sem-receptor-${index}`);
    await eventually(() => expect([linesOf("api"), linesOf("worker")]).toEqual([1, 1]), PATIENCE_MS);
    const { id } = await ana.writes(ticketId, "ainda-sem-receptor");
    await eventually(() => expect(ana.messages(ticketId).messages.find((each) => each.id === id)).toMatchObject({ sending: "sent" }));
    expect([linesOf("api"), linesOf("worker")]).toEqual([1, 1]);
    receiver = await openTraceReceiver();
  }, 90_000);
});

describe("an installation without a receiver of traces", () => {
  it("loads no module of OpenTelemetry, as one with a receiver does", async () => {
    const loader = path.resolve(HERE, "../../../../scripts/testRun/native/runSources.mjs");
    const options = ["--no-warnings", "--conditions=balcao-source", "--import", loader, path.join(HERE, "loadedModules.fixture.ts")];
    const { stdout } = await promisify(execFile)(process.execPath, options);
    const modules: unknown = ["exporter-trace-otlp-http", "resources", "sdk-trace-base"];
    expect(JSON.parse(stdout)).toEqual([
      { isOn: false, loaded: [] },
      { isOn: true, loaded: expect.arrayContaining(modules as unknown[]) as unknown },
    ]);
  }, 90_000);
});
