import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "@balcao/database/migrations";
import { openDatabase, type Sql } from "@balcao/database/sql";
import type { Profile } from "@balcao/domain/access";
import { systemClock } from "@balcao/platform/clock";
import { createSilentLogger } from "@balcao/platform/logger";
import { createMetrics, type Metrics } from "@balcao/platform/metrics";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { patience } from "@balcao/testing/patience";
import { openTestLine, openTestReplica, type TestLine, type TestReplica } from "@balcao/testing/replica";
import { aCtx, anActor } from "@balcao/testing/cast";
import { getDashboardStats } from "./company/dashboard/index.js";
import type { Ctx, Services } from "./ground/kernel/index.js";
import { reportCommand } from "./company/reports/index.js";
import { openServices } from "./roof/startup/index.js";
import { searchTickets } from "./inbox/tickets/index.js";

/** Services of an api whose database has a streaming replica, with two people, a ticket in each of two queues, and a message in each. */
export interface ReplicaStage {
  readonly servers: TestReplica;
  /** The way from the services to the replica. */
  readonly line: TestLine;
  readonly services: Services;
  readonly metrics: Metrics;
  /** The main server's own statements. */
  readonly primary: Sql;
  /** Lets time pass for the replica's judge. */
  pass(ms: number): void;
  /** Checks the replica until it is in that state. */
  reach(state: string): Promise<void>;
  /** Stops the replay, so that the replica shows the state of now until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  addTicket(queueId: number, body: string): Promise<number>;
  /** The tickets that a person finds by a word. */
  find(profile: Profile, word: string): Promise<readonly number[]>;
  /** How many contacts there are, and tickets created, on the dashboard. */
  figures(): Promise<readonly [contacts: number, tickets: number]>;
  /** The lines of a person's report of all tickets. */
  report(profile: Profile): Promise<number>;
  close(): Promise<void>;
}

const SEED = [
  "INSERT INTO queue (name, color) VALUES ('Vendas', '#000001'), ('Suporte', '#000002')",
  `INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin'), ('Marta', 'marta@balcao.test', 'x', 'gerente')`,
  "INSERT INTO user_queue (user_id, queue_id) VALUES (2, 1)",
  "INSERT INTO connection (name, api) VALUES ('Loja', 'meow')",
];
const TODAY = "2026-11-23";
const ANYTHING = {
  contact: "",
  queue: { name: "" },
  connection: "",
  userIds: undefined,
  tagIds: undefined,
  status: undefined,
  queueIds: undefined,
};
const REPORT = {
  firstDay: "2000-01-01",
  lastDay: "2199-12-31",
  contactId: null,
  userId: null,
  queueId: null,
  status: null,
  withCampaigns: false,
};

/** The options of an api's services on a database and its replica, without what they log. */
export function replicaOptions(databaseUrl: string, replicaUrl: string, dataDir: string) {
  const logger = createSilentLogger();
  return {
    databaseUrl,
    replicaUrl,
    dataDir,
    secrets: { mediaKey: "m".repeat(44), sessionEncryptionKey: Buffer.alloc(32, 7).toString("base64"), vapidKey: "v".repeat(44) },
    logger,
    clock: systemClock,
    waker: createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger }),
    applicationName: "balcao-api",
    poolSize: 4,
    searchPoolSize: 2,
  };
}

/** Waits until a condition holds. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patience(15_000);
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("The condition did not come true in time.");
    await sleep(20);
  }
}

const SESSION = `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until)
  VALUES ($1, $2, uuid_send($1), now() + interval '1 day', now() + interval '1 day')`;

/** A request of a person. */
export function ctxOf(profile: Profile): Ctx {
  const actor = anActor(profile === "admin" ? 1 : 2, profile, { queueIds: profile === "admin" ? [] : [1] });
  return aCtx(actor, { now: new Date(`${TODAY}T12:00:00Z`) });
}

export async function openReplicaStage(): Promise<ReplicaStage> {
  const servers = await openTestReplica();
  await runMigrations(servers.url);
  const folder = await mkdtemp(path.join(tmpdir(), "balcao-replica-"));
  const line = await openTestLine(servers.replicaUrl);
  const primary = openDatabase({ url: servers.url, applicationName: "test", poolSize: 2 });
  const replay = openDatabase({ url: servers.replicaAdminUrl, applicationName: "test", poolSize: 1 });
  for (const text of SEED) await primary.sql.ask(text);
  let ahead = 0;
  const metrics = createMetrics({ name: "api", hasNode: false });
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ahead };
  const { services, close } = await openServices({ ...replicaOptions(servers.url, line.url, folder), clock, metrics });
  const { replica } = services;
  if (!replica) throw new Error("No replica was opened.");
  const { sql } = primary;
  return {
    servers,
    line,
    services,
    metrics,
    primary: sql,
    pass: (ms) => void (ahead += ms),
    reach: (state) => until(() => replica.check().then(() => replica.state() === state)),
    pause: () => replay.sql.ask("SELECT pg_wal_replay_pause()").then(() => isPaused(replay.sql)),
    resume: () => replay.sql.ask("SELECT pg_wal_replay_resume()").then(() => undefined),
    addTicket: (queueId, body) => addTicket(sql, queueId, body),
    find: async (profile, message) => (await searchTickets(services, ctxOf(profile), { ...ANYTHING, message })).tickets.map(({ id }) => id),
    figures: async () => {
      const { contacts, tickets } = await getDashboardStats(services, ctxOf("admin"), { pairs: false });
      return [contacts, tickets];
    },
    report: async (profile) => {
      const ctx = ctxOf(profile);
      await sql.ask(SESSION, [ctx.sessionId, ctx.actor.id]);
      return (await reportCommand("ticket")(services, ctx, { ...REPORT, format: "csv", language: "en" })).rows;
    },
    close: async () => {
      await close();
      await Promise.all([primary.close(), replay.close(), line.close()]);
      await servers.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isPaused = (sql: Sql): Promise<void> =>
  until(async () => (await sql.ask<{ state: string }>("SELECT pg_get_wal_replay_pause_state() AS state"))[0]?.state === "paused");

async function addTicket(sql: Sql, queueId: number, body: string): Promise<number> {
  const [row] = await sql.ask<{ id: number }>(
    `WITH who AS (INSERT INTO contact (name) VALUES ('Cliente') RETURNING id),
       place AS (INSERT INTO ticket (status, contact_id, connection_id, queue_id) SELECT 'pending', id, 1, $1 FROM who RETURNING id, contact_id),
       said AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, contact_id, type, body, queue_id, sent_at)
         SELECT id, 1, 'phone:1', 'phone:1', false, contact_id, 'chat', $2, $1, now() FROM place)
     SELECT id FROM place`,
    [queueId, body],
  );
  return row?.id ?? 0;
}
