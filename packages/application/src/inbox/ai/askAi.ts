import { AppError, type ErrorCode } from "@balcao/contracts/errors";
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
 * Asks the AI server, outside of any transaction; `ai` is null where none is configured [D-080]. A
 * person asks once at a time. Throws ERR_AI_DISABLED, ERR_AI_RUNNING, ERR_AI_BUSY, or what went wrong there.
 */
export async function askAi<T>(services: Services, ctx: Ctx, ai: AiServer | null, ask: (ai: AiServer) => Promise<T>): Promise<T> {
  if (!ai) throw new AppError("ERR_AI_DISABLED");
  try {
    return await inTurn(ctx.actor.id, () => ask(ai));
  } catch (error) {
    if (!(error instanceof AiError)) throw error;
    services.logger.warn({ err: error, fault: error.fault, userId: ctx.actor.id }, "the AI server did not do what was asked");
    throw new AppError(CODES[error.fault], error.fault === "limit" ? { retryAfterSeconds: LIMIT_SECONDS } : {});
  }
}
