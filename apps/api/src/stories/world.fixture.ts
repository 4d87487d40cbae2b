import type { ConnectionView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import { readEnv } from "@balcao/platform/env";
import { createSilentLogger } from "@balcao/platform/logger";
import { randomToken } from "@balcao/platform/ids";
import { startWuzapi, type ChatMessage, type RunningWuzapi } from "@balcao/simulators/wuzapi";
import { startWorker } from "@balcao/worker/worker";
import { ADMIN, createPerson, openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { arrive, type Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { layLine, type Line } from "./line.fixture.js";
import { startWorkerProcess, type WorkerProcess } from "./workerProcess.fixture.js";

/** What only a question finds out is found out within a story's patience. */
const PACE = { connectedMs: 2_000, unconnectedMs: 1_000, lookBackMs: 2_000 };

/** A linked number of the company. */
export interface LinkedNumber {
  readonly id: number;
  readonly name: string;
  /** The gateway's key of this number's account, by which the double is driven. */
  readonly key: string;
}

export interface Customer {
  readonly phone: string;
  writes(text: string, more?: object): Promise<string>;
  /** What stands in this customer's chat with the number, oldest first. */
  chat(): readonly ChatMessage[];
  readsEverything(): Promise<void>;
}

/** The whole product on one machine: api and worker in this process, PostgreSQL, and a gateway that speaks WuzAPI's protocol. */
export interface World {
  readonly stage: ApiStage;
  readonly gateway: RunningWuzapi;
  /** What leads from the product to the gateway; webhooks come another way. */
  readonly line: Line;
  readonly davi: Agent;
  queue(name: string, color: string): Promise<QueueView>;
  /** Makes an account and signs it in; the switch "show all" is on for a gerente unless told otherwise. */
  person(name: string, more?: Readonly<Record<string, unknown>>, options?: { readonly showAll?: boolean }): Promise<Agent>;
  /** The same person at a second browser. */
  secondScreen(agent: Agent, options: { readonly showAll: boolean }): Promise<Agent>;
  /** Changes settings as their page will: the rows, and the news of them; everybody on stage reads afresh. */
  settings(values: Readonly<Record<string, string>>): Promise<void>;
  /** Rows of the product's own database. */
  rows<T>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  number(name: string, queues: readonly QueueView[], more?: Readonly<Record<string, unknown>>): Promise<LinkedNumber>;
  customer(phone: string, number: LinkedNumber): Customer;
  /** Waits for the ticket of a customer in a list of somebody. */
  ticketOf(agent: Agent, phone: string): Promise<number>;
  /** Every person on stage is in step with the server. */
  allInStep(): Promise<void>;
  /** `between` happens while no worker runs. */
  restartWorker(between?: () => Promise<void>): Promise<void>;
  /** Starts a further worker as a process of its own; whatever is left of it ends with the world. */
  workerProcess(): Promise<WorkerProcess>;
  close(): Promise<void>;
}

interface RunningWorker {
  stop(): Promise<void>;
}

interface WorldOptions {
  /** Whether a worker runs within this process; without it a story starts its own. */
  readonly ownWorker?: boolean;
  /** More variables for api and worker. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function openWorld({ ownWorker = true, env = {} }: WorldOptions = {}): Promise<World> {
  const adminToken = randomToken();
  const gateway = await startWuzapi({
    adminToken,
    webhookFormat: "json",
    receipts: { deliveredAfterMs: 10 },
    retry: { delayMs: 50 },
  });
  const line = await layLine(gateway.port);
  const meow = { MEOW_URL: line.url, MEOW_ADMIN_TOKEN: adminToken };
  const stage = await openApiStage({ env: { ...meow, ...env } });
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
    await startWorker(readEnv(workerEnv), createSilentLogger(), lifecycle, PACE);
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
    line,
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
      await stage.desk.house.directory.refresh();
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
        const user = gateway.control.state().users.find((known) => known.name === name);
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
    workerProcess: async () => {
      const started = await startWorkerProcess(workerEnv);
      processes.push(started);
      return started;
    },
    close: async () => {
      for (const agent of stageful) agent.leaves();
      for (const each of processes) await each.kill();
      await worker?.stop();
      await stage.close();
      await line.cut();
      await gateway.close();
    },
  };
  return world;
}
