import type { RequestHandler } from "express";
import type { House } from "@balcao/application/kernel";
import type { RedisStatus } from "@balcao/platform/redis";

/** How long an answer about PostgreSQL holds, so that a crowd of probes asks it once. */
const KEPT_MS = 500;
const LIMIT_MS = 2_000;

/** What `GET /api/health` tells. Without Redis everything works, some seconds slower. */
interface Health {
  readonly status: "ok" | "degraded" | "starting" | "down";
  readonly database: "up" | "down" | "migrating";
  readonly redis: RedisStatus;
  readonly version: string;
}

export interface HealthSources {
  readonly house: Pick<House, "database" | "clock">;
  readonly redis: () => RedisStatus;
  readonly version: string;
}

/** 200 while PostgreSQL answers, `degraded` without Redis, 503 without PostgreSQL (ARCHITECTURE, Errors). */
export function health({ house, redis, version }: HealthSources): RequestHandler {
  let known: { readonly at: number; readonly isUp: Promise<boolean> } | null = null;
  const ask = (): Promise<boolean> => {
    const now = house.clock.monotonic();
    if (!known || now - known.at >= KEPT_MS) known = { at: now, isUp: answersInTime(house.database.sql.ask("SELECT 1")) };
    return known.isUp;
  };
  return async (_request, response) => {
    const isUp = await ask();
    const redisStatus = redis();
    const answer: Health = {
      status: !isUp ? "down" : redisStatus === "up" ? "ok" : "degraded",
      database: isUp ? "up" : "down",
      redis: redisStatus,
      version,
    };
    response
      .status(isUp ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json(answer);
  };
}

async function answersInTime(question: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LIMIT_MS);
  });
  const answered = question.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
