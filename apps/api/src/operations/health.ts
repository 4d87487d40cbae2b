import type { RequestHandler } from "express";
import { findPulse } from "@balcao/application/roof/health";
import type { Services } from "@balcao/application/ground/kernel";
import { storeTroubleOf } from "@balcao/platform/errors";
import type { RedisStatus } from "@balcao/platform/redis";

/** How long the state of PostgreSQL is cached, so that many probes cause one query. */
const KEPT_MS = 500;
const LIMIT_MS = 2_000;
/** A database that did not answer for this time counts as down. */
const SILENT_MS = 10_000;

type DatabaseHealth = "up" | "slow" | "down";

/** The answer of `GET /api/health`. Without Redis everything works, some seconds slower. */
interface Health {
  readonly status: "ok" | "degraded" | "starting" | "down";
  readonly database: DatabaseHealth | "migrating";
  readonly redis: RedisStatus;
  /** Workers that said within 30 s in the database that they live, as last counted. */
  readonly workers: number;
  readonly version: string;
  /** A transaction of any program that has been idle for more than a minute: it delays retention and live events. */
  readonly openTransaction?: OpenTransaction;
}

interface OpenTransaction {
  /** The program's `application_name` at PostgreSQL. */
  readonly program: string;
  readonly seconds: number;
}

export interface HealthSources {
  readonly services: Pick<Services, "database" | "clock">;
  /** The intake's services: requests that wait for a lock do not use up its connections. */
  readonly intake: Pick<Services, "database">;
  readonly redis: () => RedisStatus;
  readonly version: string;
  /** After how many idle seconds a transaction is named. */
  readonly openSeconds?: number;
}

/**
 * 200 while PostgreSQL answers, `degraded` without Redis, without a worker or while requests wait for the database, 503 without PostgreSQL
 * (ADR 16).
 */
export function health({ services, intake, redis, version, openSeconds }: HealthSources): RequestHandler {
  const { clock } = services;
  let cached: { readonly at: number; readonly database: Promise<DatabaseHealth> } | null = null;
  let answeredAt = clock.monotonic();

  let openTransaction: OpenTransaction | undefined;
  let workers = 0;

  const look = async (): Promise<DatabaseHealth> => {
    const count = async (each: Pick<Services, "database">): Promise<void> => {
      const found = await findPulse(each, openSeconds);
      openTransaction = found.openTransaction ?? undefined;
      workers = found.workers;
    };
    const [requests, own] = await Promise.all([services, intake].map((each) => askOnce(() => count(each))));
    if (requests === "answered" || own === "answered") answeredAt = clock.monotonic();
    if (requests === "answered") return "up";
    if (own === "answered") return "slow";
    const isAway = requests === "away" || own === "away" || clock.monotonic() - answeredAt > SILENT_MS;
    return isAway ? "down" : "slow";
  };
  const ask = (): Promise<DatabaseHealth> => {
    const now = clock.monotonic();
    if (!cached || now - cached.at >= KEPT_MS) cached = { at: now, database: look() };
    return cached.database;
  };
  return async (_request, response) => {
    const database = await ask();
    const redisStatus = redis();
    const isWell = database === "up" && redisStatus === "up" && workers > 0 && !openTransaction;
    const status = database === "down" ? "down" : isWell ? "ok" : "degraded";
    const answer: Health = { status, database, redis: redisStatus, workers, version, ...(openTransaction && { openTransaction }) };
    response
      .status(database === "down" ? 503 : 200)
      .set("Cache-Control", "no-store")
      .json(answer);
  };
}

/** Whether a query is answered in time. `away` means that no connection could be made, which is certain; `late` is not. */
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
