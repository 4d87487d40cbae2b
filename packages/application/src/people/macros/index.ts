import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import type { TicketPatch } from "@balcao/contracts/tickets";
import { listQuickAnswersByIds, raiseQuickAnswerUse } from "@balcao/database/quickAnswers";
import { listTagNames } from "@balcao/database/tags";
import type { LockedTicket } from "@balcao/database/tickets";
import { can } from "@balcao/domain/access";
import { readClosingReasons } from "@balcao/domain/closing";
import { hasQuickAnswer, type Deeds } from "@balcao/domain/quickAnswers";
import { plannedChoices } from "@balcao/domain/schedules";
import type { AuditEntry } from "../../ground/audit/index.js";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import type { UploadedFile } from "../../inbox/files/index.js";
import { sendMessage, takeFile, type SendMessageInput } from "../../inbox/messages/index.js";
import { giveProtocol } from "../../inbox/protocols/index.js";
import { applyPatches, type Steps } from "../../inbox/tickets/index.js";
import { addContactTags } from "../contacts/index.js";

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

/** What the person answered before a macro that closes. */
interface ClosingAnswers {
  /** `reasonId`: absent for the macro's own, null for none. */
  readonly why: { readonly reasonId?: number | null | undefined; readonly closingNote?: string | undefined };
  readonly protocol: boolean;
}

interface DeedsInput extends ClosingAnswers {
  readonly ticket: LockedTicket;
  readonly deeds: Deeds;
}

/**
 * Does the deeds of a macro to a locked ticket, each by the machine and the rules; a refusal has to end the transaction, and the caller
 * records the ticket's change. Throws ERR_DEED_GONE where a tag, a queue, a person or a reason is no longer there (D-532).
 */
async function runDeeds(unit: Unit, services: Services, ctx: Ctx, { ticket, deeds: stored, why, protocol }: DeedsInput): Promise<Steps> {
  const directory = services.directory.current();
  const deeds = why.reasonId === undefined ? stored : { ...stored, reasonId: why.reasonId };
  if (isGone(directory, deeds)) throw new AppError("ERR_DEED_GONE");
  const tagged = await addTags(unit, ticket, deeds);
  const before = [...toTransfer(deeds, ticket), ...toSnooze(deeds, ctx.now, directory.settings.timeZone)];
  const moved = await applyPatches(unit, services, ctx, { ticket, patches: before });
  const given = protocol && deeds.close === "farewell" ? await giveProtocol(unit, services, ctx, moved.ticket) : noProtocol(moved);
  if (given.unsent) throw given.unsent;
  const closed = await applyPatches(unit, services, ctx, { ticket: given.ticket, patches: toClosing(deeds, why.closingNote) });
  return {
    ticket: closed.ticket,
    created: [...moved.created, ...given.created, ...closed.created],
    historyMoved: moved.historyMoved,
    audit: [...tagged, ...moved.audit, ...given.audit, ...closed.audit],
  };
}

const noProtocol = ({ ticket }: Steps) => ({ ticket, created: [], audit: [], unsent: null });

async function addTags(unit: Unit, { contactId }: LockedTicket, { tagIds }: Deeds): Promise<AuditEntry[]> {
  if (tagIds.length === 0) return [];
  const known = new Set((await listTagNames(unit)).map(({ id }) => id));
  if (tagIds.some((id) => !known.has(id))) throw new AppError("ERR_DEED_GONE");
  return [await addContactTags(unit, contactId, tagIds)];
}

/** Whether a queue, a person or a reason of deeds is no longer there. */
function isGone({ queues, users, settings }: DirectorySnapshot, { queueId, userId, reasonId }: Deeds): boolean {
  const hasReason = readClosingReasons(settings.closingReasons).some(({ id, active, gone }) => id === reasonId && active && !gone);
  return (
    (queueId !== null && !queues.has(queueId)) ||
    (userId !== null && users.get(userId)?.active !== true) ||
    (reasonId !== null && !hasReason)
  );
}

function toTransfer({ queueId, userId }: Deeds, ticket: LockedTicket): readonly TicketPatch[] {
  if (queueId === null && userId === null) return [];
  const placed = queueId ?? ticket.queueId;
  if (placed === null) throw new AppError("ERR_QUEUE_REQUIRED");
  if (ticket.connectionId === null) throw new AppError("ERR_CONNECTION_REQUIRED");
  return [{ status: userId === null ? "pending" : "open", userId, queueId: placed, whatsappId: ticket.connectionId }];
}

function toSnooze({ snooze }: Deeds, now: Date, zone: string): readonly TicketPatch[] {
  if (snooze === null) return [];
  const choices = plannedChoices(now, zone);
  // A Monday that is tomorrow is offered as tomorrow alone.
  const at = choices.find(({ choice }) => choice === snooze) ?? choices.find(({ choice }) => choice === "tomorrow");
  return [{ status: "paused", snoozeUntil: snooze === "message" || !at ? "message" : at.at.toISOString() }];
}

const toClosing = ({ close, reasonId }: Deeds, closingNote: string | undefined): readonly TicketPatch[] =>
  close === null ? [] : [{ status: "closed", onlyClose: close === "silent", ...(reasonId !== null && { reasonId }), closingNote }];
