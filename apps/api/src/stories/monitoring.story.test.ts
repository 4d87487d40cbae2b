import net from "node:net";
import { once } from "node:events";
import type { HealthView } from "@balcao/contracts/health";
import type { ParkedEventView } from "@balcao/contracts/connections";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

interface LogLine {
  readonly msg: string;
  readonly name: string;
  readonly level: string;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

describe("an installation that somebody watches", () => {
  const written: string[] = [];
  let world: World;
  let workerMetrics: string;
  let ana: Agent;
  let shop: LinkedNumber;
  let customer: Customer;
  let ticketId: number;

  beforeAll(async () => {
    const port = await freePort();
    workerMetrics = `http://127.0.0.1:${port}/metrics`;
    world = await openWorld({ env: { METRICS_PORT: String(port), TRUST_PROXY: "1" }, onLog: (line) => void written.push(line) });
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    customer = world.customer("5511900812345", shop);
    await customer.writes("texto-do-cliente");
    ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
  }, 120_000);
  afterAll(() => world.close());
  afterEach(() => world.gateway.control.clearFaults());

  /** The sum of a metric's samples that have all these labels; null when it has none. */
  const read = async (
    program: "api" | "worker",
    name: string,
    labels: Readonly<Record<string, string | number>> = {},
  ): Promise<number | null> => {
    const text = await (await fetch(program === "api" ? `${world.stage.origin}/metrics` : workerMetrics)).text();
    const samples = text.split("\n").filter((line) => line.startsWith(`${name}{`));
    const matching = samples.filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)));
    return matching.length === 0 ? null : matching.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
  };
  const lines = (): LogLine[] => written.map((line) => JSON.parse(line) as LogLine);
  const health = () => world.davi.ask<HealthView>("GET", "/health/details");
  const problems = async () => (await health()).problems.map(({ kind, connection }) => [kind, connection?.name ?? null]);

  it("counts what happens: calls, events, applied conversations, sends, sockets, periodic tasks", async () => {
    const meow = { connector: "meow" };
    const before = {
      accepted: await read("api", "balcao_intake_events_total", { ...meow, outcome: "accepted" }),
      repeated: await read("api", "balcao_intake_events_total", { ...meow, outcome: "repeated" }),
      lag: await read("api", "balcao_intake_lag_seconds_count", meow),
      applied: await read("worker", "balcao_lane_lag_seconds_count"),
      sent: await read("worker", "balcao_send_duration_seconds_count", { ...meow, outcome: "sent" }),
      calls: await read("api", "balcao_http_request_duration_seconds_count", { route: "/messages/:ticketId", method: "POST", status: 200 }),
      live: await read("api", "balcao_live_event_lag_seconds_count"),
    };
    await customer.writes("mais-um");
    await ana.writes(ticketId, "resposta-da-ana");
    await eventually(async () => {
      expect(await read("api", "balcao_intake_events_total", { ...meow, outcome: "accepted" })).toBeGreaterThan(before.accepted ?? 0);
      expect(await read("api", "balcao_intake_lag_seconds_count", meow)).toBeGreaterThan(before.lag ?? 0);
      expect(await read("worker", "balcao_lane_lag_seconds_count")).toBeGreaterThan(before.applied ?? 0);
      expect(await read("worker", "balcao_send_duration_seconds_count", { ...meow, outcome: "sent" })).toBe((before.sent ?? 0) + 1);
      const calls = { route: "/messages/:ticketId", method: "POST", status: 200 };
      expect(await read("api", "balcao_http_request_duration_seconds_count", calls)).toBe((before.calls ?? 0) + 1);
      expect(await read("api", "balcao_live_event_lag_seconds_count")).toBeGreaterThan(before.live ?? 0);
      expect(await read("api", "balcao_live_sockets")).toBe(2);
      for (const each of ["api", "worker"] as const) {
        expect(await read(each, "balcao_pool_connections", { pool: "requests" })).toBeGreaterThan(0);
        expect(await read(each, "nodejs_eventloop_lag_p99_seconds")).not.toBeNull();
      }
      expect(await read("api", "balcao_database_up")).toBe(1);
      // It runs every ten minutes or once a minute, and counts from the start of the worker.
      for (const sweep of ["deleteExpired", "closeIdleTickets"])
        expect(await read("worker", "balcao_sweep_last_success_timestamp_seconds", { sweep })).not.toBeNull();
      for (const sweep of ["foldCounts", "sealAudit", "sweep", "noteArrivals", "deleteExpired"]) {
        expect(await read("worker", "balcao_sweep_duration_seconds_count", { sweep })).toBeGreaterThan(0);
        const ageSeconds = Date.now() / 1_000 - ((await read("worker", "balcao_sweep_last_success_timestamp_seconds", { sweep })) ?? 0);
        expect(ageSeconds).toBeLessThan(600);
      }
    }, PATIENCE_MS);
    await world.rows("ALTER TABLE connection_activity RENAME TO hidden_activity");
    await eventually(
      async () => expect(await read("worker", "balcao_sweep_failures_total", { sweep: "noteArrivals" })).toBeGreaterThan(0),
      PATIENCE_MS,
    );
    await world.rows("ALTER TABLE hidden_activity RENAME TO connection_activity");
    expect((await fetch(`${world.stage.origin}/api/whatsapp/meow/webhook/Loja_token`, { method: "POST", body: "{}" })).status).toBe(401);
    expect(await read("api", "balcao_intake_events_total", { ...meow, outcome: "refused" })).toBe(1);
  });

  it("shows what waits at a number whose gateway is away, to the metrics and to administrators, and its refusals by kind", async () => {
    await world.gatewayProxy.cut();
    const message = await ana.writes(ticketId, "resposta-que-espera");
    await eventually(async () => {
      expect(await read("api", "balcao_outbox_messages", { connection: shop.id, state: "queued" })).toBe(1);
      expect(await read("api", "balcao_outbox_oldest_seconds", { connection: shop.id })).toBeGreaterThan(0);
      expect(await read("api", "balcao_connections_down")).toBe(1);
      expect(await read("api", "balcao_connections", { connector: "meow", status: "DISCONNECTED" })).toBe(1);
      expect(await read("worker", "balcao_gateway_errors_total", { connector: "meow", kind: "unreachable" })).toBeGreaterThan(0);
      expect(await problems()).toContainEqual(["down", "Loja"]);
    }, PATIENCE_MS);
    expect((await health()).connections).toMatchObject([{ name: "Loja", status: "DISCONNECTED", waiting: 1, parked: 0, unknown: 0 }]);
    await world.gatewayProxy.restore();
    await eventually(async () => {
      expect(await read("api", "balcao_outbox_messages", { connection: shop.id, state: "queued" })).toBeNull();
      expect(await read("api", "balcao_connections_down")).toBe(0);
      expect(ana.messages(ticketId).messages.find(({ id }) => id === message.id)).toMatchObject({ sending: "sent" });
    }, PATIENCE_MS);
  }, 120_000);

  it("shows events that cannot be applied until an administrator retries or discards them, which is audited [CONV-050, P-7]", async () => {
    await world.rows(
      `CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.body LIKE 'veneno%' THEN RAISE EXCEPTION 'refused: %', NEW.body; END IF; RETURN NEW; END $$`,
    );
    await world.rows("CREATE TRIGGER refuse_poison BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION refuse_poison()");
    const failures = (await read("worker", "balcao_lane_failures_total", { outcome: "retried" })) ?? 0;
    await customer.writes("veneno-do-cliente");
    await eventually(async () => expect((await health()).lanes.waiting).toBe(1), PATIENCE_MS);
    expect(await read("api", "balcao_lanes_waiting")).not.toBeNull();
    await eventually(async () => {
      // Makes the next try of this conversation due now.
      await world.rows("UPDATE inbound_lane SET ready_at = clock_timestamp() WHERE ready_at > clock_timestamp()");
      expect(await problems()).toContainEqual(["parked", "Loja"]);
    }, PATIENCE_MS);
    await eventually(async () => expect(await read("api", "balcao_parked_events", { connection: shop.id })).toBe(1), PATIENCE_MS);
    expect(await read("worker", "balcao_lane_failures_total", { outcome: "retried" })).toBe(failures + 4);
    expect(await read("worker", "balcao_lane_failures_total", { outcome: "parked" })).toBe(1);
    const [event] = await world.davi.ask<ParkedEventView[]>("GET", `/whatsapp/${shop.id}/parked`);
    await world.rows("DROP TRIGGER refuse_poison ON message");
    await world.davi.ask("POST", `/whatsapp/${shop.id}/parked/${event?.id ?? 0}/retry`);
    await eventually(async () => {
      expect(ana.messages(ticketId).messages.map(({ body }) => body)).toContain("veneno-do-cliente");
      expect(await problems()).toEqual([]);
      expect(await read("api", "balcao_parked_events", { connection: shop.id })).toBe(0);
    }, PATIENCE_MS);
    const audited = await world.rows("SELECT action FROM audit_entry WHERE action LIKE 'connection.parked%'");
    expect(audited).toEqual([{ action: "connection.parkedRetried" }]);
  }, 120_000);

  it("tells administrators versions, disk, processes and the age of each number's last event, and nobody else", async () => {
    await customer.writes("mais-um");
    await eventually(async () => {
      const { connections } = await health();
      expect(Date.now() - Date.parse(connections[0]?.lastEventAt ?? "")).toBeLessThan(60_000);
      expect(await read("api", "balcao_connection_last_event_timestamp_seconds", { connection: shop.id })).toBeGreaterThan(0);
    }, PATIENCE_MS);
    expect(await health()).toMatchObject({
      problems: [],
      processes: { apis: 1, workers: 1 },
      redis: "off",
      disk: { freeBytes: expect.any(Number) as number, isLow: expect.any(Boolean) as boolean },
      versions: { product: "0.0.0", node: process.versions.node, schema: expect.stringMatching(/^\d{4}-/) as string },
    });
    expect((await ana.call("GET", "/health/details")).status).toBe(403);
  });

  it("counts a worker that stands still as gone, and one that cannot reach its database as alone", async () => {
    const another = await world.workerProcess();
    const counts = async () => (await health()).processes;
    await eventually(async () => expect(await counts()).toEqual({ apis: 1, workers: 2 }), PATIENCE_MS);
    another.pause();
    // As if half a minute had passed: whoever lives says so again within ten seconds.
    await world.rows("UPDATE process SET seen_at = seen_at - interval '30 s', started_at = started_at - interval '1 hour'");
    await eventually(async () => expect(await counts()).toEqual({ apis: 1, workers: 1 }), PATIENCE_MS);
    const { workers } = (await (await fetch(`${world.stage.origin}/api/health`)).json()) as { workers: number };
    expect(workers).toBe(1);
    expect(await problems()).toContainEqual(["processLost", null]);
    another.resume();
    await eventually(async () => {
      expect(await counts()).toEqual({ apis: 1, workers: 2 });
      expect(await problems()).toEqual([]);
    }, PATIENCE_MS);
    await another.kill();
    const before = written.length;
    await world.stage.test.away(() =>
      eventually(async () => {
        expect((await ana.call("GET", "/queue")).status).toBe(503);
        expect(await read("worker", "balcao_beat_age_seconds")).toBeGreaterThan(12);
      }, PATIENCE_MS),
    );
    await eventually(async () => expect(await read("worker", "balcao_beat_age_seconds")).toBeLessThan(10), PATIENCE_MS);
    // Of the whole outage one line with its cause per process, however many calls, loops and connections failed.
    const logged = lines().slice(before);
    const causes = logged.filter(({ err }) => err !== undefined);
    expect(causes.map(({ name, level }) => [name, level]).sort()).toEqual([
      ["api", "error"],
      ["worker", "error"],
    ]);
    // Each process finds by itself that the store answers.
    for (const name of ["api", "worker"])
      await eventually(
        () =>
          expect(
            lines()
              .slice(before)
              .find((line) => line.name === name && line.msg === "the store answers again"),
          ).toMatchObject({
            seconds: expect.any(Number) as number,
            failures: expect.any(Number) as number,
          }),
        PATIENCE_MS,
      );
  }, 120_000);

  it("logs the address of whoever was refused at the sign-in, as its proxy names it", async () => {
    const sealed = { email: world.stage.seal("email", "davi@balcao.test"), password: world.stage.seal("password", "errada") };
    const { status } = await world.stage.call("POST", "/api/auth/login", { body: sealed, headers: { "X-Forwarded-For": "203.0.113.9" } });
    expect(status).toBe(401);
    const refused = lines().filter(({ msg }) => msg === "a sign-in was refused");
    expect(refused).toMatchObject([{ level: "warn", ip: "203.0.113.9", code: "ERR_INVALID_CREDENTIALS" }]);
  });

  it("logs one id from a call to its work, keeps the id of a proxy, and follows a message from webhook to send", async () => {
    const arrived = await customer.writes("texto-seguido");
    await eventually(() => expect(ana.messages(ticketId).messages.map(({ body }) => body)).toContain("texto-seguido"));
    const received = ana.messages(ticketId).messages.find(({ body }) => body === "texto-seguido");
    expect(arrived).not.toBe("");
    const applied = await eventually(() => {
      const found = lines().find(
        ({ msg, stored }) => msg === "an event was applied" && JSON.stringify(stored).includes(`[${received?.id}]`),
      );
      if (!found) throw new Error("the event has no line yet");
      return found;
    });
    expect(applied).toMatchObject({ name: "worker", connectionId: shop.id, stored: [{ ticketId, messageIds: [Number(received?.id)] }] });
    const stored = lines().find(
      ({ msg, eventIds }) => msg === "events stored" && (eventIds as number[]).includes(applied["eventId"] as number),
    );
    expect(stored).toMatchObject({ name: "api", connectionId: shop.id });
    const webhook = lines().find(({ msg, requestId }) => msg === "request" && requestId === stored?.requestId);
    expect(webhook).toMatchObject({ method: "POST", status: 200, path: "/api/whatsapp/meow/webhook/Loja_token" });

    const given = await world.stage.call("POST", `/api/messages/${ticketId}`, {
      token: ana.token,
      body: { body: "resposta-seguida" },
      headers: { "X-Request-Id": "proxy-4711.a:b" },
    });
    expect(given.headers.get("X-Request-Id")).toBe("proxy-4711.a:b");
    const { id } = (await given.json()) as { id: string };
    expect(lines().find(({ msg, messageId }) => msg === "a message is queued" && messageId === Number(id))).toMatchObject({
      requestId: "proxy-4711.a:b",
      ticketId,
    });
    await eventually(() =>
      expect(lines().find(({ msg, messageId }) => msg === "a message was handed over" && messageId === Number(id))).toMatchObject({
        name: "worker",
        connectionId: shop.id,
        ticketId,
        outcome: "sent",
      }),
    );
    for (const forged of ["short", "with space in it", 'x"}{"level":"fatal', "x".repeat(81)]) {
      const { headers } = await world.stage.call("GET", "/api/health", { headers: { "X-Request-Id": forged } });
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("leaves a line when a number logs out, and no text, number, name or secret in any line of this story [S-70]", async () => {
    world.gateway.control.loggedOut({ token: shop.key });
    await eventually(async () => {
      expect(await problems()).toContainEqual(["loggedOut", "Loja"]);
      expect(await read("api", "balcao_connections", { status: "LOGGEDOUT" })).toBe(1);
    }, PATIENCE_MS);
    expect(lines().find(({ msg }) => msg === "a number was logged out")).toMatchObject({
      level: "warn",
      connectionId: shop.id,
      before: "CONNECTED",
      status: "LOGGEDOUT",
      reason: "loggedOut",
    });
    const log = written.join("\n");
    expect(written.length).toBeGreaterThan(100);
    const secrets = [
      ana.token,
      world.davi.token,
      shop.key,
      "Segura-Senha-1",
      "Primeira-Senha-1",
      "ana@balcao.test",
      ...Object.values(world.stage.auth.secrets),
    ];
    const texts = ["texto-do-cliente", "veneno-do-cliente", "resposta-da-ana", "texto-seguido", "resposta-seguida", "resposta-que-espera"];
    for (const hidden of [customer.phone, ...texts, ...secrets.map(String)])
      expect([hidden, log.includes(hidden)]).toEqual([hidden, false]);
  }, 60_000);
});
