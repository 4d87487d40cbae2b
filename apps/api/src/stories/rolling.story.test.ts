import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { QueueView } from "@balcao/contracts/queues";
import { migrateWhenReady } from "@balcao/application/roof/startup";
import { sealField, type SealedField } from "@balcao/domain/envelope";
import { randomToken } from "@balcao/platform/ids";
import { createSilentLogger } from "@balcao/platform/logger";
import { startWuzapi, type RunningWuzapi } from "@balcao/simulators/wuzapi";
import { createTestDatabase, openDayAndNight, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { io } from "socket.io-client";
import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN, openAnotherApi, type AnotherApi } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { openBalancer, type Balancer } from "./balancer.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { findPreviousVersion, freePort, startOld, unpackVersion, type OldProcess } from "./previousVersion.fixture.js";
import type { LiveClientSocket } from "./screen.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type RunningWorker, type World } from "./world.fixture.js";

const LONG = process.env["BALCAO_LONG"] === "1";
const SOCKETS = LONG ? 100 : 12;
const ROUNDS = LONG ? 4 : 1;
/** How often each of the streams below does something. */
const EVERY_MS = LONG ? 20 : 50;
const PATIENCE_MS = 60_000;

/** A browser that comes back as the web app does: after the server's hint, from its cursor on. */
interface Browser {
  readonly heard: Set<string>;
  readonly resyncs: () => number;
  readonly hints: () => number;
  close(): void;
}

function openBrowser(origin: string, token: string, ticketId: number): Browser {
  const heard = new Set<string>();
  let cursor: string | null = null;
  let resyncs = 0;
  let hints = 0;
  let waitMs = 1_000;
  const socket: LiveClientSocket = io(origin, {
    path: "/socket.io",
    auth: (give) => give(cursor === null ? { token } : { token, resumes: true }),
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
  });
  let timer: NodeJS.Timeout | undefined;
  const comeBack = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), waitMs);
    waitMs = 1_000;
  };
  socket.on("ready", (event) => {
    socket.emit("joinChatBox", String(ticketId));
    if (cursor === null) ({ cursor } = event);
    else socket.emit("resume", { cursor });
  });
  socket.on("resync", (event) => {
    ({ cursor } = event);
    resyncs += 1;
  });
  socket.on("restarting", ({ retryAfterMs }) => {
    hints += 1;
    waitMs = retryAfterMs;
  });
  socket.on("appMessage", (event) => void heard.add(event.message.body));
  socket.onAny((_name: string, _event: unknown, at?: string) => {
    cursor = cursor === null ? null : (at ?? cursor);
  });
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") comeBack();
  });
  socket.on("connect_error", comeBack);
  return {
    heard,
    resyncs: () => resyncs,
    hints: () => hints,
    close: () => {
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}

describe("an installation whose processes are replaced one after the other", () => {
  let world: World;
  let balancer: Balancer;
  let apis: AnotherApi[];
  let workers: RunningWorker[];
  let sales: QueueView;
  let ana: Agent;
  let shop: LinkedNumber;
  let customer: Customer;
  let ticketId: number;

  beforeAll(async () => {
    balancer = await openBalancer();
    world = await openWorld({ ownWorker: false, env: { WEBHOOK_BASE_URL: balancer.origin } });
    apis = [await startApi(), await startApi()];
    workers = [await world.worker(), await world.worker()];
    sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    customer = world.customer("5511900700001", shop);
    await customer.writes("Olá");
    ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
  }, 120_000);
  afterAll(async () => {
    for (const worker of workers) await worker.stop();
    for (const api of apis) await api.close();
    await world.close();
    await balancer.close();
  });

  const startApi = async (): Promise<AnotherApi> => {
    const api = await openAnotherApi(world.stage, { isBehindProxy: true });
    balancer.add(api.origin);
    return api;
  };

  it(
    "loses no event, fails no call and sends nothing twice under calls, sockets and messages [D-070, F-02]",
    async () => {
      const { token } = await ana.ask<{ token: string }>("POST", "/auth/socket", {});
      const browsers = Array.from({ length: SOCKETS }, () => openBrowser(balancer.origin, token, ticketId));
      const failed: string[] = [];
      const written: string[] = [];
      let calls = 0;
      let isOver = false;
      const ask = async (method: string, path: string, body?: object): Promise<void> => {
        calls += 1;
        const headers = { Authorization: `Bearer ${ana.token}`, "Content-Type": "application/json" };
        const answer = await fetch(`${balancer.origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }).then(
          async (response) => (response.status === 200 ? null : `${response.status} ${await response.text()}`),
          (error: unknown) => String(error),
        );
        if (answer !== null) failed.push(`${method} ${path}: ${answer}`);
      };
      const stream = async (act: (n: number) => Promise<void>): Promise<void> => {
        for (let n = 0; !isOver; n += 1) {
          await act(n);
          await sleep(EVERY_MS);
        }
      };
      const streams = [
        stream(() => ask("GET", "/tickets?status=open&showAll=false&pageNumber=1")),
        stream(() => ask("GET", `/messages/${ticketId}`)),
        stream(async (n) => {
          if (n % 4 !== 0) return;
          written.push(`saída ${n}`);
          await ask("POST", `/messages/${ticketId}`, { body: `saída ${n}` });
        }),
        stream(async (n) => {
          if (n % 2 !== 0) return;
          written.push(`entrada ${n}`);
          await customer.writes(`entrada ${n}`);
        }),
      ];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, api] of apis.entries()) {
          await api.close();
          balancer.remove(api.origin);
          apis[index] = await startApi();
        }
        for (const [index, worker] of workers.entries()) {
          await worker.stop();
          workers[index] = await world.worker();
        }
      }
      isOver = true;
      await Promise.all(streams);

      expect(failed).toEqual([]);
      expect(calls).toBeGreaterThan(20);
      await eventually(async () => {
        const stored = await world.rows<{ body: string }>("SELECT body FROM message WHERE ticket_id = $1 AND body <> 'Olá'", [ticketId]);
        expect(stored.map(({ body }) => body).sort()).toEqual([...written].sort());
        expect(await world.rows("SELECT 1 FROM outbox WHERE state <> 'sent'")).toEqual([]);
      }, PATIENCE_MS);
      for (const { heard } of browsers) {
        // The event of the greeting may arrive after a browser has connected.
        const since = () => [...heard].filter((body) => body !== "Olá").sort();
        await eventually(() => expect(since()).toEqual([...written].sort()), PATIENCE_MS);
      }
      expect(browsers.reduce((sum, { hints }) => sum + hints(), 0)).toBeGreaterThan(0);
      expect(browsers.reduce((sum, { resyncs }) => sum + resyncs(), 0)).toBe(0);
      const ours = customer.chat().filter(({ author }) => author === "owner");
      expect(ours.map(({ text }) => text).sort()).toEqual(written.filter((text) => text.startsWith("saída")).sort());
      expect(ours.filter(({ posts }) => posts !== 1)).toEqual([]);
      for (const browser of browsers) browser.close();
    },
    patience(180_000),
  );
});

/** The processes of the version before go on while the first new one migrates, and until they are replaced. */
const previous = LONG ? findPreviousVersion() : null;
if (previous !== null)
  describe("the version before, on the schema of this one", () => {
    let test: TestDatabase;
    let gateway: RunningWuzapi;
    let dataDir: string;
    let origin: string;
    const processes: OldProcess[] = [];
    const adminToken = randomToken();

    beforeAll(async () => {
      const folder = unpackVersion(previous);
      test = await createTestDatabase({ emptyWith: "", poolSize: 2 });
      gateway = await startWuzapi({ adminToken, webhookFormat: "json", receipts: { deliveredAfterMs: 10 }, retry: { delayMs: 50 } });
      dataDir = await mkdtemp(path.join(tmpdir(), "balcao-previous-data-"));
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const env = {
        DATABASE_URL: test.url,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: origin,
        WEBHOOK_BASE_URL: origin,
        MEOW_URL: gateway.url,
        MEOW_ADMIN_TOKEN: adminToken,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMIT_PER_MINUTE: "0",
      };
      for (const program of ["api", "worker"] as const) processes.push(await startOld(folder, program, env));
      await openDayAndNight(test.database.sql);
    }, 180_000);
    afterAll(async () => {
      for (const each of processes) await each.stop();
      await gateway.close();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    it("links a number, shows what a customer writes, and sends the answer", async () => {
      const migrations = () => test.database.sql.ask("SELECT name FROM schema_migration ORDER BY name");
      const before = await migrations();
      await migrateWhenReady(test.url, createSilentLogger(), new AbortController().signal);
      expect(await migrations()).not.toEqual(before);
      const { transportSecret } = JSON.parse(await readFile(path.join(dataDir, "secrets.json"), "utf8")) as { transportSecret: string };
      const seal = (field: SealedField, text: string): string => sealField(transportSecret, field, text, randomBytes);
      let token = "";
      const ask = async <T>(method: string, at: string, body?: unknown): Promise<T> => {
        const headers = { "Content-Type": "application/json", ...(token !== "" && { Authorization: `Bearer ${token}` }) };
        const answer = await fetch(`${origin}/api${at}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
        return JSON.parse(text) as T;
      };
      const sealed = { email: seal("email", ADMIN.email), password: seal("password", ADMIN.password) };
      ({ token } = await ask<{ token: string }>("POST", "/auth/login", sealed));
      const queue = await ask<QueueView>("POST", "/queue", { name: "Vendas", color: "#236681", customOrder: 1 });
      const { id } = await ask<{ id: number }>("POST", "/whatsapp", { name: "Loja", api: "meow", queueIds: [queue.id] });
      const account = await eventually(() => {
        const [user] = gateway.control.state().users;
        if (!user) throw new Error("the gateway has no account yet");
        return user.token;
      }, PATIENCE_MS);
      await eventually(() => gateway.control.scan({ token: account }), PATIENCE_MS);
      await eventually(async () => expect((await ask<{ status: string }>("GET", `/whatsapp/${id}`)).status).toBe("CONNECTED"), PATIENCE_MS);
      const customer = "5511900990001";
      await gateway.control.inbound({ token: account, from: customer, text: "Bom dia" }).attempt;
      const ticket = await eventually(async () => {
        const { tickets } = await ask<{ tickets: { id: number }[] }>("GET", "/tickets?status=pending&showAll=true");
        if (!tickets[0]) throw new Error("no ticket yet");
        return tickets[0].id;
      }, PATIENCE_MS);
      await ask("PUT", `/tickets/${ticket}`, { status: "open", userId: 1 });
      await ask("POST", `/messages/${ticket}`, { body: "Bom dia, em que posso ajudar?" });
      const received = () =>
        gateway.control
          .state()
          .chats.filter(({ chat }) => chat === customer)
          .flatMap(({ messages }) => messages.map(({ text }) => text));
      await eventually(() => expect(received()).toContain("Bom dia, em que posso ajudar?"), PATIENCE_MS);
    }, 180_000);
  });
