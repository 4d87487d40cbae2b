import type { ConnectionView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import { WAKE } from "@balcao/application/ground/kernel";
import { systemClock, type Clock } from "@balcao/platform/clock";
import { readEnv } from "@balcao/platform/env";
import { createLogger } from "@balcao/platform/logger";
import { randomToken } from "@balcao/platform/ids";
import { startWuzapi, type ChatMessage, type RunningWuzapi } from "@balcao/simulators/wuzapi";
import { startWorker } from "@balcao/worker/worker";
import type { ApiPools } from "../poolSizes.js";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage } from "../apiStage.fixture.js";
import { arrive, type Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openGatewayProxy, type GatewayProxy } from "./gatewayProxy.fixture.js";
import { createLogLeaks } from "./logLeaks.fixture.js";
import { startWorkerProcess, type WorkerProcess } from "./workerProcess.fixture.js";

/** Short intervals of status questions, so that stories do not wait long for their results. */
const PACE = { connectedMs: 2_000, unconnectedMs: 1_000, lookBackMs: 2_000 };

/** As of the stage: few, because each of them costs. */
const WORKER_CONNECTIONS = 4;

/** A linked number of the company. */
export interface LinkedNumber {
  readonly id: number;
  readonly name: string;
  /** The key of this number's account at the gateway, by which tests control the double. */
  readonly key: string;
}

export interface Customer {
  readonly phone: string;
  writes(text: string, more?: object): Promise<string>;
  /** The messages of this customer's chat with the number, oldest first. */
  chat(): readonly ChatMessage[];
  readsEverything(): Promise<void>;
}

/** The whole product on one machine: api and worker in this process, PostgreSQL, and a gateway that speaks WuzAPI's protocol. */
export interface World {
  readonly stage: ApiStage;
  readonly gateway: RunningWuzapi;
  /** The proxy between the product and the gateway. Webhooks do not go through it. */
  readonly gatewayProxy: GatewayProxy;
  readonly davi: Agent;
  queue(name: string, color: string): Promise<QueueView>;
  /** Makes an account and signs it in; the switch "show all" is on for a gerente unless `options` says otherwise. */
  person(name: string, more?: Readonly<Record<string, unknown>>, options?: { readonly showAll?: boolean }): Promise<Agent>;
  /** The same person at a second browser. */
  secondScreen(agent: Agent, options: { readonly showAll: boolean }): Promise<Agent>;
  /** Changes the rows of settings and records their live events; everybody on stage then reads again. */
  settings(values: Readonly<Record<string, string>>): Promise<void>;
  /** Rows of the product's own database. */
  rows<T>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  number(name: string, queues: readonly QueueView[], more?: Readonly<Record<string, unknown>>): Promise<LinkedNumber>;
  customer(phone: string, number: LinkedNumber): Customer;
  /** Waits for the ticket of a customer in a list of `agent`. */
  ticketOf(agent: Agent, phone: string): Promise<number>;
  /** Every person on stage is in step with the server. */
  allInStep(): Promise<void>;
  /** Stops the worker and starts another one; `between` runs while there is none. */
  restartWorker(between?: () => Promise<void>): Promise<void>;
  /** Starts another worker within this process; the caller stops it. */
  worker(): Promise<RunningWorker>;
  /** Starts another worker in a process of its own, which ends with the world at the latest. */
  workerProcess(): Promise<WorkerProcess>;
  close(): Promise<void>;
}

export interface RunningWorker {
  stop(): Promise<void>;
}

interface WorldOptions {
  /** Whether a worker runs within this process; without it a story starts its own. */
  readonly ownWorker?: boolean;
  /** The clock of the worker within this process; the database keeps the real one. */
  readonly clock?: Clock;
  /** The clock of the api; without it the real one. */
  readonly apiClock?: Clock;
  /** More variables for api and worker. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives every line of the logs of the api and of the worker within this process; `close` fails where one has something private. */
  readonly onLog?: (line: string) => void;
  /** The connections of the api; without it few. */
  readonly pools?: ApiPools;
}

export async function openWorld({
  ownWorker = true,
  clock = systemClock,
  apiClock = systemClock,
  env = {},
  onLog,
  pools,
}: WorldOptions = {}): Promise<World> {
  const adminToken = randomToken();
  const gateway = await startWuzapi({
    adminToken,
    webhookFormat: "json",
    receipts: { deliveredAfterMs: 10 },
    retry: { delayMs: 50 },
  });
  const gatewayProxy = await openGatewayProxy(gateway.port);
  const meow = { MEOW_URL: gatewayProxy.url, MEOW_ADMIN_TOKEN: adminToken };
  const leaks = createLogLeaks();
  const write = (line: string): void => {
    leaks.write(line);
    onLog?.(line);
  };
  const stage = await openApiStage({ env: { ...meow, ...env }, clock: apiClock, onLog: write, ...(pools && { pools }) });
  // Without Redis api and worker would only poll; they share the wake-ups of their process.
  const { waker } = stage.auth.services;
  const shared = env["REDIS_URL"] === undefined ? { waker } : {};
  const logger = createLogger({ name: "worker", level: "trace", destination: { write } });
  const workerEnv = {
    NODE_ENV: "test",
    DATABASE_URL: stage.test.url,
    DATA_DIR: stage.dataDir,
    PUBLIC_URL: stage.origin,
    WEBHOOK_BASE_URL: stage.origin,
    ...meow,
    ...env,
  };
  const processes: WorkerProcess[] = [];
  const openWorker = async (): Promise<RunningWorker> => {
    const closers: (() => Promise<unknown> | void)[] = [];
    const stopping = new AbortController();
    const lifecycle = {
      onStop: (_name: string, close: () => Promise<unknown> | void) => void closers.push(close),
      signal: stopping.signal,
      stop: () => Promise.resolve(),
    };
    await startWorker(readEnv(workerEnv), logger, lifecycle, { pace: PACE, clock, poolSize: WORKER_CONNECTIONS, ...shared });
    return {
      stop: async () => {
        for (const close of closers.reverse()) await close();
        stopping.abort();
      },
    };
  };
  let worker = ownWorker ? await openWorker() : null;
  const davi = await arrive(stage, { name: "Davi", email: ADMIN.email, showAll: true });
  const stageful: Agent[] = [davi];
  let colours = 0;

  const world: World = {
    stage,
    gateway,
    gatewayProxy,
    davi,
    queue: (name, color) => davi.ask("POST", "/queue", { name, color, customOrder: (colours += 1) }),
    person: async (name, more = {}, { showAll = more["profile"] === "gerente" } = {}) => {
      const { email } = await createPerson(stage, davi.token, name, more);
      const agent = await arrive(stage, { name, email, showAll });
      stageful.push(agent);
      return agent;
    },
    secondScreen: async ({ name }, options) => {
      const agent = await arrive(stage, { name, email: `${name.toLowerCase()}@balcao.test`, ...options });
      stageful.push(agent);
      return agent;
    },
    settings: async (values) => {
      for (const [key, value] of Object.entries(values)) {
        await world.rows(`INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, [
          key,
          value,
        ]);
        await world.rows(`INSERT INTO live_event (topic, payload) VALUES ('setting', $1)`, [JSON.stringify({ key })]);
      }
      waker.signal(WAKE.directory);
      await stage.auth.services.directory.refresh();
      for (const agent of stageful) if (agent.socket.connected) await agent.reloads();
    },
    rows: <T>(sql: string, values: readonly unknown[] = []) => stage.test.database.sql.ask<T>(sql, values),
    number: async (name, queues, more = {}) => {
      const created = await davi.ask<ConnectionView>("POST", "/whatsapp", {
        name,
        api: "meow",
        queueIds: queues.map(({ id }) => id),
        ...more,
      });
      const key = await eventually(() => {
        const user = gateway.control.state().users.find((each) => each.name === name);
        if (!user) throw new Error("the gateway has no account yet");
        return user.token;
      });
      await eventually(() => gateway.control.scan({ token: key }));
      await eventually(async () => expect((await davi.ask<ConnectionView>("GET", `/whatsapp/${created.id}`)).status).toBe("CONNECTED"));
      return { id: created.id, name, key };
    },
    customer: (phone, { key }) => ({
      phone,
      writes: async (text, more = {}) => {
        const { id, attempt } = gateway.control.inbound({ token: key, from: phone, text, ...more });
        await attempt;
        return id;
      },
      chat: () =>
        gateway.control
          .state()
          .chats.filter((chat) => chat.chat === phone)
          .flatMap(({ messages }) => messages),
      readsEverything: () => gateway.control.openChat({ token: key, from: phone, force: true }),
    }),
    ticketOf: (agent, phone) =>
      eventually(() => {
        const found = (["pending", "open", "paused", "group", "closed"] as const)
          .flatMap((status) => agent.list(status).tickets)
          .find(({ contact }) => contact.number === phone);
        if (!found) throw new Error(`${agent.name} has no ticket of ${phone}`);
        return found.id;
      }),
    allInStep: async () => {
      await Promise.all(stageful.filter(({ socket }) => socket.connected).map((agent) => agent.isInStep()));
    },
    restartWorker: async (between) => {
      await worker?.stop();
      await between?.();
      worker = await openWorker();
    },
    worker: openWorker,
    workerProcess: async () => {
      const started = await startWorkerProcess(workerEnv);
      processes.push(started);
      return started;
    },
    close: async () => {
      const keys = gateway.control.state().users.map(({ token }) => token);
      const passwords = [ADMIN.password, PASSWORD, ...stageful.map(({ token }) => token)];
      await leaks.learn(stage.test.database.sql, [adminToken, ...keys, ...passwords, ...Object.values(stage.auth.secrets).map(String)]);
      for (const agent of stageful) agent.leaves();
      for (const each of processes) await each.kill();
      await worker?.stop();
      await stage.close();
      await gatewayProxy.cut();
      await gateway.close();
      leaks.assertNone();
    },
  };
  return world;
}
