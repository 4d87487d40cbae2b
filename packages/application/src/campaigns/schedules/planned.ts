import { LIMITS } from "@balcao/domain/limits";
import { isPlanFailure, plannedFault } from "@balcao/domain/schedules";
import { commentIn } from "@balcao/domain/texts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { PLANNED_SENTENCES, type ScheduleView } from "@balcao/contracts/schedules";
import {
  changePlannedRow,
  countPlanned,
  deletePlannedRow,
  getPlannedRows,
  insertPlanned,
  listPlannedOfTicket,
  lockPlanned,
  type PlannedRow,
} from "@balcao/database/schedules";
import type { Sql } from "@balcao/database/sql";
import { lockTicketFirst } from "@balcao/database/tickets";
import type { AuditEntry } from "../../ground/audit/index.js";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { accessTicket, accessTicketRow, checkLockedTicket, mayOnTicket } from "../../inbox/tickets/index.js";
import { toAuthorView } from "../massSends/index.js";

interface PlannedInput {
  readonly ticketId: number;
  readonly message: string;
  readonly sendAt: Date;
  readonly signed: boolean;
}

interface PlannedId {
  readonly scheduleId: number;
}

/** The fields of a change; an absent one stays. */
type PlannedChange = PlannedId & { readonly [F in "message" | "sendAt" | "signed"]: PlannedInput[F] | undefined };

const limits = LIMITS.planned;
const SHOWN = 80;
const MINUTE_MS = 60_000;

/** A message of a conversation for the wire, as a schedule that goes out once over the connection of its ticket. */
export function toPlannedView(row: PlannedRow, { connections, users }: Pick<DirectorySnapshot, "connections" | "users">): ScheduleView {
  const connection = row.connectionId === null ? undefined : connections.get(row.connectionId);
  const isSent = row.plannedAt === null && row.failure === null;
  return {
    id: row.id,
    title: "",
    message: row.message,
    recurrence: "once",
    RValue: isSent ? "1" : "0",
    sendAt: row.sendAt.toISOString(),
    allContacts: false,
    contactsIds: String(row.contactId),
    tagsIds: "",
    missingTags: 0,
    paused: false,
    enviados: isSent ? 1 : 0,
    total: 1,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
    user: toAuthorView(row.authorId, { users }),
    updatedAt: row.updatedAt.toISOString(),
    status: isSent ? "done" : null,
    nextAt: row.plannedAt?.toISOString() ?? null,
    stop: null,
    held: false,
    template: null,
    medias: [],
    ticketId: row.ticketId,
    signed: row.signed,
    failure: row.failure !== null && isPlanFailure(row.failure) ? row.failure : null,
  };
}

/** A message of a conversation, if the id is one's and the person may open its ticket; null for every other id. */
export async function findPlanned(sql: Sql, services: Services, ctx: Ctx, id: number): Promise<PlannedRow | null> {
  const [row] = await getPlannedRows(sql, [id]);
  if (!row || row.isDeleted) return null;
  if (!mayOnTicket(services, ctx, "ticket:open", row)) throw new AppError("ERR_NO_PERMISSION");
  return row;
}

/**
 * What is scheduled in a conversation, and what of it did not go out, for those who may open its ticket. A live ticket shows also what was
 * scheduled in ended ones of the same contact and connection, as far as the person may open those [D-273].
 */
export async function listPlanned(services: Services, ctx: Ctx, { ticketId }: { readonly ticketId: number }): Promise<ScheduleView[]> {
  await accessTicketRow(services, ctx, ticketId);
  const rows = await listPlannedOfTicket(services.database.sql, ticketId, 2 * limits.perTicket);
  const directory = services.directory.current();
  return rows.filter((row) => mayOnTicket(services, ctx, "ticket:open", row)).map((row) => toPlannedView(row, directory));
}

/** Schedules a message in a conversation, for whoever may write there; the same Idempotency-Key again makes no second one [D-273]. */
export async function createPlanned(services: Services, ctx: Ctx, input: PlannedInput): Promise<ScheduleView> {
  const { ticketId } = input;
  const draft = { ...toWords(input), sendAt: toMoment(input.sendAt), authorId: ctx.actor.id };
  const [id] = await command(
    services,
    ctx,
    async (unit, [locked]) => {
      const ticket = checkLockedTicket(services, ctx, "ticket:write", locked);
      return unit.once({ ...input, sendAt: input.sendAt.toISOString() }, async () => {
        checkMoment(draft.sendAt, ctx.now);
        if ((await countPlanned(unit, ticketId)) >= limits.perTicket) throw invalidField("ticketId", "max", PLANNED_SENTENCES.many);
        const created = await insertPlanned(unit, ticketId, draft, ctx.now);
        await unit.live("planned", { id: created, action: "create" });
        return { audit: about("schedule.create", created, { ...ticket, ticketId, ...draft }), result: [created] };
      });
    },
    lockTicketFirst(ticketId),
  );
  return readPlanned(services, id);
}

/**
 * Changes a message that has not gone out, for whoever may write in its ticket; one that failed waits again. Whoever changes its words, or
 * lets a failed one go again, becomes its author, because it goes out in the author's name.
 */
export async function changePlanned(services: Services, ctx: Ctx, { scheduleId, ...given }: PlannedChange): Promise<ScheduleView> {
  await command(services, ctx, async (unit) => {
    const row = await accessPlanned(unit, services, ctx, scheduleId);
    const { message, signed } = toWords({ message: given.message ?? row.message, signed: given.signed ?? row.signed });
    const sendAt = given.sendAt === undefined ? row.sendAt : toMoment(given.sendAt);
    if (given.sendAt !== undefined || row.failure !== null) checkMoment(sendAt, ctx.now);
    const isNewAuthor = message !== row.message || row.failure !== null || row.authorId === null;
    const authorId = isNewAuthor ? ctx.actor.id : (row.authorId ?? ctx.actor.id);
    await changePlannedRow(unit, scheduleId, { message, signed, sendAt, authorId }, ctx.now);
    await unit.live("planned", { id: scheduleId, action: "update" });
    return { audit: about("schedule.change", scheduleId, { ...row, message }), result: null };
  });
  return readPlanned(services, scheduleId);
}

/** Cancels a message that has not gone out, or puts one away that failed, for whoever may write in its ticket. */
export async function cancelPlanned(services: Services, ctx: Ctx, { scheduleId }: PlannedId): Promise<void> {
  await command(services, ctx, async (unit) => {
    const row = await accessPlanned(unit, services, ctx, scheduleId);
    await deletePlannedRow(unit, scheduleId, ctx.now);
    await unit.live("planned", { id: scheduleId, action: "delete" });
    return { audit: about("schedule.delete", scheduleId, row), result: null };
  });
}

/** Locks the ticket, then the message, and checks that it has not gone out. */
async function accessPlanned(unit: Unit, services: Services, ctx: Ctx, id: number): Promise<PlannedRow> {
  const known = await findPlanned(unit, services, ctx, id);
  if (!known) throw new AppError("ERR_NOT_FOUND");
  await accessTicket(unit, services, ctx, { ticketId: known.ticketId, rule: "ticket:write" });
  const row = await lockPlanned(unit, id);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  if (row.plannedAt === null && row.failure === null) throw new AppError("ERR_SCHEDULE_SENT", { sentence: PLANNED_SENTENCES.sent });
  return row;
}

async function readPlanned(services: Services, id: number | undefined): Promise<ScheduleView> {
  const [row] = await getPlannedRows(services.database.sql, id === undefined ? [] : [id]);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toPlannedView(row, services.directory.current());
}

function toWords({ message, signed }: Pick<PlannedInput, "message" | "signed">): Pick<PlannedInput, "message" | "signed"> {
  const words = message.trim();
  if (words.length > limits.message.max) throw invalidField("message", "max");
  if (commentIn(words) !== null) throw invalidField("message", "comment", PLANNED_SENTENCES.comment);
  return { message: words, signed };
}

const toMoment = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

function checkMoment(at: Date, now: Date): void {
  const fault = plannedFault(at, now);
  if (fault !== null) throw invalidField("sendAt", fault, PLANNED_SENTENCES[fault]);
}

type Told = Pick<PlannedRow, "ticketId" | "contactId" | "connectionId" | "queueId" | "message">;

const about = (
  action: "schedule.create" | "schedule.change" | "schedule.delete",
  id: number,
  { ticketId, contactId, connectionId, queueId, message }: Told,
): AuditEntry => ({
  ...{ action, ticketId, contactId, connectionId, queueId },
  related: { kind: "schedule", id },
  description: message.slice(0, SHOWN),
});
