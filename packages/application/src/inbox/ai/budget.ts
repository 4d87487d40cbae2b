import { dayBounds, localDay } from "@balcao/domain/calendar";
import { AppError } from "@balcao/contracts/errors";
import { takeAiRequest } from "@balcao/database/ai";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Counts a request of the person to the AI server on the company's present day. Throws ERR_AI_BUDGET, and counts nothing, when
 * `most` were counted; it says when the next day begins. 0 is no limit.
 */
export async function countRequest({ database, directory, clock }: Services, { actor }: Ctx, most: number): Promise<void> {
  if (most === 0) return;
  const now = clock.now();
  const { timeZone } = directory.current().settings;
  const day = localDay(now, timeZone);
  if (await takeAiRequest(database.sql, { userId: actor.id, day, most })) return;
  const waitMs = dayBounds(day, timeZone).until.getTime() - now.getTime();
  throw new AppError("ERR_AI_BUDGET", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
