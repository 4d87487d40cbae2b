import { can } from "@balcao/domain/access";
import { hasQuickAnswer } from "@balcao/domain/quickAnswers";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { listQuickAnswersByIds, raiseQuickAnswerUse } from "@balcao/database/quickAnswers";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import type { UploadedFile } from "../../inbox/files/index.js";
import { sendMessage, takeFile, type SendMessageInput } from "../../inbox/messages/index.js";
import { runDeeds, type ClosingAnswers } from "./runDeeds.js";

interface SendAnswerInput extends Omit<SendMessageInput, "andThen"> {
  /** The quick answer that is sent with its deeds; null for a message alone. */
  readonly macro: (ClosingAnswers & { readonly quickAnswerId: number }) | null;
}

/**
 * Sends a message, or a macro: the text, the files of a quick answer, and its deeds, in one transaction: all of it or nothing, once per
 * Idempotency-Key, and counted as a use (D-531). One without a text sends nothing but its files (D-614). Throws ERR_NOT_FOUND for a quick answer that the person does not have.
 */
export async function sendAnswer(
  services: Services,
  ctx: Ctx,
  { macro, ...message }: SendAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<MessageView | readonly MessageView[]> {
  if (macro === null) return sendMessage(services, ctx, message, uploads);
  const [answer] = await listQuickAnswersByIds(services.database.sql, [macro.quickAnswerId]);
  if (!answer?.deeds || !hasQuickAnswer(ctx.actor, answer)) throw new AppError("ERR_NOT_FOUND");
  const { deeds } = answer;
  if (deeds.tagIds.length > 0 && !can(ctx.actor, "contacts:edit")) throw new AppError("ERR_NO_PERMISSION");
  const files = [];
  for (const { id } of answer.files) files.push(await takeFile(services, ctx, id));
  const andThen: SendMessageInput["andThen"] = {
    facts: macro,
    files,
    maySayNothing: answer.message === "",
    run: async (unit, ticket) => {
      const steps = await runDeeds(unit, services, ctx, { ...macro, ticket, deeds });
      await raiseQuickAnswerUse(unit, answer.id);
      return { ...steps, audit: steps.audit.map((entry) => ({ ...entry, description: entry.description ?? `/${answer.shortcut}` })) };
    },
  };
  return sendMessage(services, ctx, { ...message, andThen }, uploads);
}
