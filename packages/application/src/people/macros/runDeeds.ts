import { readClosingReasons } from "@balcao/domain/closing";
import { plannedChoices } from "@balcao/domain/schedules";
import type { Deeds } from "@balcao/domain/quickAnswers";
import { AppError } from "@balcao/contracts/errors";
import type { TicketPatch } from "@balcao/contracts/tickets";
import { listTagNames } from "@balcao/database/tags";
import type { LockedTicket } from "@balcao/database/tickets";
import type { AuditEntry } from "../../ground/audit/index.js";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import { giveProtocol } from "../../inbox/protocols/index.js";
import { applyPatches, type Steps } from "../../inbox/tickets/index.js";
import { addContactTags } from "../contacts/index.js";

/** What the person answered before a macro that closes. */
export interface ClosingAnswers {
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
export async function runDeeds(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, deeds: stored, why, protocol }: DeedsInput,
): Promise<Steps> {
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
