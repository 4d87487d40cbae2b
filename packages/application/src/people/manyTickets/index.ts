import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { can } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { TicketPatch, TicketsDoneView } from "@balcao/contracts/tickets";
import { isKeyUsed } from "@balcao/database/idempotency";
import { getTicketRowsByIds, type TicketRow } from "@balcao/database/tickets";
import { JobStopped, runJob } from "../../ground/jobs/index.js";
import { inUnit, type Ctx, type Services } from "../../ground/kernel/index.js";
import { markTicketRead } from "../../inbox/messages/index.js";
import { applyChange, mayOnTicket } from "../../inbox/tickets/index.js";
import { changeContact } from "../contacts/index.js";

/** More tickets than this are a job, which its person sees and stops. */
const FEW = 50;
/** Tickets between two reports of a job. */
const STEP = 10;
/** A ticket of a job begins so long after the one before, so that calls of people keep most of the processors: 200 take some two seconds. */
const EVERY_MS = 10;

interface ManyTicketsInput {
  readonly ticketIds: readonly number[];
  readonly work:
    | { readonly kind: "change"; readonly patch: TicketPatch }
    | { readonly kind: "tag"; readonly tagIds: readonly number[] }
    | { readonly kind: "read" };
  readonly note: AuditNote | null;
}

/**
 * Does one thing to many tickets: each by the machine and the rules as alone, and in a transaction of its own, so that a refused one stops no
 * other [D-502]. Ids that the person may not see are answered as if there were none. Throws ERR_JOB_STOPPED when its person has lost session
 * or account meanwhile.
 */
export async function changeTickets(services: Services, ctx: Ctx, { work, ...input }: ManyTicketsInput): Promise<TicketsDoneView> {
  if (work.kind === "tag" && !can(ctx.actor, "contacts:edit")) throw new AppError("ERR_NO_PERMISSION");
  const ids = [...new Set(input.ticketIds)];
  const rows = new Map((await getTicketRowsByIds(services.database.sql, ids)).map((row) => [row.id, row]));
  const batch = { cause: `one of ${ids.length}, batch ${(ctx.idempotencyKey ?? randomUUID()).slice(0, 8)}`, note: input.note };
  const refused: TicketsDoneView["refused"][number][] = [];
  const each = async (ticketId: number): Promise<void> => {
    const row = rows.get(ticketId);
    const seen = row && mayOnTicket(services, ctx, "ticket:open", row) ? row : null;
    try {
      // What the first call has given away is answered by a repeat as it was then.
      const isDone = seen === null && work.kind === "change" && (await isKeyUsed(services.database.sql, keyedFor(ctx, ticketId)));
      if (!row || (seen === null && !isDone)) throw new AppError("ERR_NO_TICKET_FOUND");
      await changeOne(services, { ...ctx, now: services.clock.now() }, row, { work, ...batch });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ ticketId, name: seen?.contactName ?? "", code: error.code, error: error.sentence });
    }
  };
  const answer = (done: number): TicketsDoneView => ({ done: done - refused.length, refused });
  if (ids.length > FEW) return answer(await asJob(services, ctx, ids, { each, refused: () => refused.length }));
  for (const id of ids) await each(id);
  return answer(ids.length);
}

/** The same as a job, which goes on when the browser leaves; returns how many were looked at. */
async function asJob(
  services: Services,
  ctx: Ctx,
  ids: readonly number[],
  { each, refused }: { readonly each: (ticketId: number) => Promise<void>; readonly refused: () => number },
): Promise<number> {
  let looked = 0;
  const ended = await runJob(services, ctx, { kind: "ticketChange", total: ids.length, may: () => true }, async ({ advance }) => {
    const result = () => ({ done: looked - refused(), refused: refused() });
    try {
      for (const id of ids) {
        if (looked % STEP === 0) await inUnit(services, (unit) => advance(unit, looked));
        const began = services.clock.monotonic();
        await each(id);
        looked += 1;
        const left = EVERY_MS - (services.clock.monotonic() - began);
        if (left > 0 && looked < ids.length) await pause(left);
      }
      return { result: result(), isStopped: false };
    } catch (error) {
      if (!(error instanceof JobStopped)) throw error;
      return { result: result(), isStopped: true };
    }
  });
  if (ended.isStopped) throw new AppError("ERR_JOB_STOPPED");
  return looked;
}

interface Batch extends Pick<ManyTicketsInput, "work"> {
  readonly cause: string;
  readonly note: AuditNote | null;
}

async function changeOne(services: Services, ctx: Ctx, row: TicketRow, { work, cause, note }: Batch): Promise<void> {
  const { id: ticketId, contactId } = row;
  switch (work.kind) {
    case "read":
      return markTicketRead(services, ctx, { ticketId });
    case "tag":
      await changeContact(services, ctx, { contactId, fields: { tags: { added: work.tagIds, removed: [] }, redirects: {} }, note });
      return;
    case "change":
      return applyChange(services, keyedFor(ctx, ticketId), { ticketId, patch: placedIn(row, work.patch), note, cause });
  }
}

/** A key of its own for each ticket: a repeat of the call does nothing a second time, and goes on where the first one ended. */
const keyedFor = (ctx: Ctx, ticketId: number): Ctx =>
  ctx.idempotencyKey === null ? ctx : { ...ctx, idempotencyKey: `${ctx.idempotencyKey}:${ticketId}`, route: `${ctx.route}/${ticketId}` };

/** A transfer of many keeps each ticket's connection where it names none. */
const placedIn = ({ connectionId }: TicketRow, patch: TicketPatch): TicketPatch =>
  patch.queueId && patch.whatsappId === undefined && connectionId !== null ? { ...patch, whatsappId: connectionId } : patch;
