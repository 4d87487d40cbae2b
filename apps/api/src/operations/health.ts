import type { RequestHandler } from "express";
import type { House } from "@balcao/application/kernel";
import { storeTroubleOf } from "@balcao/platform/errors";
import type { RedisStatus } from "@balcao/platform/redis";

/** How long an answer about PostgreSQL holds, so that a crowd of probes asks it once. */
const KEPT_MS = 500;
const LIMIT_MS = 2_000;
/** After so long without any answer, a database that says nothing counts as down. */
const SILENT_MS = 10_000;

const OLDEST_OPEN = `SELECT application_name AS program, extract(epoch FROM now() - xact_start)::int AS seconds FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND xact_start < now() - $1 * interval '1 second' ORDER BY xact_start LIMIT 1`;
/** A transaction that is idle for so long is named. */
const OPEN_SECONDS = 60;

type DatabaseHealth = "up" | "slow" | "down";

/** What `GET /api/health` tells. Without Redis everything works, some seconds slower. */
interface Health {
  readonly status: "ok" | "degraded" | "starting" | "down";
  readonly database: DatabaseHealth | "migrating";
  readonly redis: RedisStatus;
  readonly version: string;
  /** A transaction of whoever that has been open and idle for more than a minute: it holds up retention and live events. */
  readonly openTransaction?: OpenTransaction;
}

interface OpenTransaction {
  /** The name under which PostgreSQL lists its program. */
  readonly program: string;
  readonly seconds: number;
}

export interface HealthSources {
  readonly house: Pick<House, "database" | "clock">;
  /** The house on connections of its own, which requests that wait for a lock do not take. */
  readonly intake: Pick<House, "database">;
  readonly redis: () => RedisStatus;
  readonly version: string;
  /** After so many seconds an idle transaction is named, where it is not the usual time. */
  readonly openSeconds?: number;
}

/**
 * 200 while PostgreSQL answers, `degraded` without Redis or while requests wait for the database, 503 without PostgreSQL
 * (ARCHITECTURE, Errors).
 */
export function health({ house, intake, redis, version, openSeconds = OPEN_SECONDS }: HealthSources): RequestHandler {
  const { clock } = house;
  let known: { readonly at: number; readonly database: Promise<DatabaseHealth> } | null = null;
  let answeredAt = clock.monotonic();

  let openTransaction: OpenTransaction | undefined;

  const look = async (): Promise<DatabaseHealth> => {
    const findOpen = async ({ database }: Pick<House, "database">): Promise<void> => {
      [openTransaction] = await database.sql.ask<OpenTransaction>(OLDEST_OPEN, [openSeconds]);
    };
    const [requests, own] = await Promise.all([house, intake].map((each) => askOnce(() => findOpen(each))));
    if (requests === "answered" || own === "answered") answeredAt = clock.monotonic();
    if (requests === "answered") return "up";
    if (own === "answered") return "slow";
    const isAway = requests === "away" || own === "away" || clock.monotonic() - answeredAt > SILENT_MS;
    return isAway ? "down" : "slow";
  };
  const ask = (): Promise<DatabaseHealth> => {
    const now = clock.monotonic();
    if (!known || now - known.at >= KEPT_MS) known = { at: now, database: look() };
    return known.database;
  };
  return async (_request, response) => {
    const database = await ask();
    const redisStatus = redis();
    const isWell = database === "up" && redisStatus === "up" && !openTransaction;
    const status = database === "down" ? "down" : isWell ? "ok" : "degraded";
    const answer: Health = { status, database, redis: redisStatus, version, ...(openTransaction && { openTransaction }) };
    response
      .status(database === "down" ? 503 : 200)
      .set("Cache-Control", "no-store")
      .json(answer);
  };
}

/** Whether a question is answered in time; a connection that cannot be made tells more than one that is late. */
async function askOnce(question: () => Promise<unknown>): Promise<"answered" | "late" | "away"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), LIMIT_MS);
  });
  const answered = question().then(
    () => "answered" as const,
    (error: unknown) => (storeTroubleOf(error) === "busy" ? ("late" as const) : ("away" as const)),
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
