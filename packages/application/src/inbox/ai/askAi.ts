import { AppError, type ErrorCode } from "@balcao/contracts/errors";
import { takeAiRequest } from "@balcao/database/ai";
import { dayBounds, localDay } from "@balcao/domain/calendar";
import { AiError, type AiFault, type AiServer } from "@balcao/platform/ai";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { createTurns } from "./turns.js";

/** How many requests this process has at the AI server at the same time. */
const MOST_AT_ONCE = 4;
const inTurn = createTurns(MOST_AT_ONCE);

const CODES: Readonly<Record<AiFault, ErrorCode>> = {
  key: "ERR_AI_KEY",
  limit: "ERR_AI_LIMIT",
  tooLong: "ERR_AI_TOO_LONG",
  timeout: "ERR_AI_TIMEOUT",
  failed: "ERR_AI_FAILED",
};
/** Providers count their limits per minute. */
const LIMIT_SECONDS = 60;

/**
 * Counts a request of the person to the AI server on the company's present day. Throws ERR_AI_BUDGET, and counts nothing, when
 * `most` were counted; it says when the next day begins. 0 is no limit.
 */
async function countRequest({ database, directory, clock }: Services, { actor }: Ctx, most: number): Promise<void> {
  if (most === 0) return;
  const now = clock.now();
  const { timeZone } = directory.current().settings;
  const day = localDay(now, timeZone);
  if (await takeAiRequest(database.sql, { userId: actor.id, day, most })) return;
  const waitMs = dayBounds(day, timeZone).until.getTime() - now.getTime();
  throw new AppError("ERR_AI_BUDGET", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

interface AiQuestion {
  readonly offered: Services["ai"];
  /** Questions about the same have the same answer, whoever asks. */
  readonly about: string;
}

/**
 * Asks the AI server, outside of any transaction; `offered` is null where none is configured. A person asks once at a time, gets
 * the answer of somebody who is asking `about` the same, and each request counts, also one that fails. Throws ERR_AI_DISABLED, ERR_AI_RUNNING, ERR_AI_BUSY, ERR_AI_BUDGET, or what went
 * wrong there.
 */
export async function askAi(
  services: Services,
  ctx: Ctx,
  { offered, about }: AiQuestion,
  ask: (ai: Pick<AiServer, "complete" | "transcribe">) => Promise<string>,
): Promise<string> {
  if (!offered) throw new AppError("ERR_AI_DISABLED");
  const { server, requestsPerDay } = offered;
  const count = () => countRequest(services, ctx, requestsPerDay);
  const counted: Pick<AiServer, "complete" | "transcribe"> = {
    complete: async (...asked) => {
      await count();
      return server.complete(...asked);
    },
    transcribe: async (...asked) => {
      await count();
      return server.transcribe(...asked);
    },
  };
  try {
    return await inTurn({ userId: ctx.actor.id, about }, () => ask(counted));
  } catch (error) {
    if (!(error instanceof AiError)) throw error;
    services.logger.warn({ err: error, fault: error.fault, userId: ctx.actor.id }, "the AI server did not do what was asked");
    throw new AppError(CODES[error.fault], error.fault === "limit" ? { retryAfterSeconds: LIMIT_SECONDS } : {});
  }
}
