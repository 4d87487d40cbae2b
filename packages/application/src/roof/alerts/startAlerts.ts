import {
  forgetProcesses,
  insertAlert,
  leaveProcess,
  listProblems,
  lockProblems,
  noteProcess,
  putProblems,
  takeLook,
  type AlertEvent,
} from "@balcao/database/alerts";
import type { Sql } from "@balcao/database/sql";
import { compareProblems, isTold, type ToldProblem } from "@balcao/domain/health";
import type { Env } from "@balcao/platform/env";
import { randomToken } from "@balcao/platform/ids";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop, logReturn } from "@balcao/platform/loops";
import type { Metrics } from "@balcao/platform/metrics";
import type { RedisLink } from "@balcao/platform/redis";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { deliverPushes, recordPush, spreadPushes } from "../../inbox/push/index.js";
import { findCurrentProblems, type ProcessFacts } from "../health/index.js";
import { deliverAlerts } from "./deliverAlerts.js";
import { createAlertWays, type AlertWays } from "./ways.js";

/** How often a process says that it lives, and looks for alerts to send, in milliseconds. */
const BEAT_MS = 10_000;
const SEND_MS = 5_000;

/** Every process looks; together they look this often, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Looks what is not well, unless another process has just looked, and records of what people are to be told. The database's clock
 * decides, which is one for all processes.
 */
export async function lookForProblems(
  services: Services,
  facts: Omit<ProcessFacts, "version">,
  ways: Pick<AlertWays, "webhook" | "mail">,
): Promise<void> {
  const { sql } = services.database;
  if (!(await takeLook(sql, LOOK_MS))) return;
  const { problems, connections } = await findCurrentProblems(services, facts);
  const found = problems.filter(isTold).map(({ kind, connectionId, value }): ToldProblem => {
    return { kind, connectionId: connectionId ?? 0, name: connections.get(connectionId ?? 0)?.name ?? "", value };
  });
  await inUnit(services, async (unit) => {
    const at = await lockProblems(unit);
    const { known, began, ended } = compareProblems(await listProblems(unit), found, at);
    await putProblems(unit, known);
    await record(unit, { event: "began", problems: began, at }, ways);
    await record(unit, { event: "ended", problems: ended, at }, ways);
  });
  await forgetProcesses(sql);
}

interface NewAlert {
  readonly event: AlertEvent;
  readonly problems: readonly ToldProblem[];
  readonly at: Date;
}

async function record(tx: Sql, alert: NewAlert, { webhook, mail }: Pick<AlertWays, "webhook" | "mail">): Promise<void> {
  if (alert.problems.length === 0) return;
  await recordPush(tx, "alert", await insertAlert(tx, alert, { webhook: webhook !== null, mail: mail !== null }));
}

interface AlertOptions {
  readonly program: "api" | "worker";
  readonly env: Pick<Env, "alerts" | "publicUrl">;
  readonly redis: Pick<RedisLink, "status" | "isEvicting">;
  readonly disk: ProcessFacts["disk"];
  readonly metrics: Pick<Metrics, "state" | "onPrint">;
}

/**
 * Starts what tells people of problems, in every process, because any of them may be the one that is left: that this one lives, the
 * look for problems, and the sending, each in a loop of its own, so that a server that hangs stops neither of the others [D-316]. Returns the ways by which it tells.
 */
export function startAlerts(
  services: Services,
  { program, env, redis, disk, metrics }: AlertOptions,
  lifecycle: Pick<Lifecycle, "onStop">,
): AlertWays {
  const ways = createAlertWays(env, services);
  const facts = { redis: redis.status, isRedisEvicting: redis.isEvicting, disk };
  const id = randomToken();
  const { clock, database } = services;
  const { sql } = database;
  let beatAt = clock.monotonic();
  metrics.onPrint(() => metrics.state.beatAgeSeconds.set((clock.monotonic() - beatAt) / 1_000));
  const start = (name: string, idleMs: number, work: () => Promise<boolean | void>): void => {
    const loop = createLoop({ name, idleMs, logger: services.logger, work: async () => (await work()) === true });
    lifecycle.onStop(name, loop.stop);
    loop.start();
  };
  lifecycle.onStop("this process", () => leaveProcess(sql, id));
  start("beat", BEAT_MS, async () => {
    await noteProcess(sql, { id, program, isDiskLow: (await disk())?.isLow === true });
    beatAt = clock.monotonic();
    // A call or a connection may have failed while no loop did.
    logReturn(services.logger);
  });
  start("problems", LOOK_MS, () => lookForProblems(services, facts, ways));
  start("alerts", SEND_MS, () => deliverAlerts(services, ways));
  // Pushes are sent by workers, of which there may be none.
  if (program === "api") {
    start("alert pushes", SEND_MS, async () => {
      await spreadPushes(services, "alert");
      return deliverPushes(services, ways.push, "alert");
    });
  }
  return ways;
}
