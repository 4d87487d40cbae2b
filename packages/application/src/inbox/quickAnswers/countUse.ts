import { raiseQuickAnswerUse } from "@balcao/database/quickAnswers";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { getQuickAnswer } from "./readQuickAnswers.js";

/**
 * Counts that the person inserted a quick answer into a message, which orders the list of the composer. It is one statement of
 * its own beside the sending, and no event follows. Throws ERR_NOT_FOUND.
 */
export async function countQuickAnswerUse(
  services: Services,
  ctx: Ctx,
  { quickAnswerId }: { readonly quickAnswerId: number },
): Promise<{ message: string }> {
  await getQuickAnswer(services, ctx, { quickAnswerId });
  await raiseQuickAnswerUse(services.database.sql, quickAnswerId);
  return { message: "Quick answer used" };
}
