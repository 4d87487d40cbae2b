import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { QueueDetailView, QueueUseView, QueueView } from "@balcao/contracts/queues";
import type { ListChange } from "@balcao/contracts/route";
import type { DirectoryQueueRow } from "@balcao/database/directory";
import { Queue } from "@balcao/database/models";
import { lockQueueQuestions } from "@balcao/database/questions";
import { countRedirectedContacts, listQueueAttendants, setQueueAttendants } from "@balcao/database/queues";
import { deleteQuickAnswersOfQueue } from "@balcao/database/quickAnswers";
import { allowSlowStatements } from "@balcao/database/sql";
import { requestRecount } from "@balcao/database/targets";
import { listLiveTicketsOfQueue, lockTicket, readTicketCells } from "@balcao/database/tickets";
import { isSuper } from "@balcao/domain/access";
import type { QueueTargets } from "@balcao/domain/targets";
import { applyIntent } from "@balcao/domain/tickets";
import {
  command,
  createCommand,
  describeList,
  givenFields,
  inUnit,
  resolveList,
  type Ctx,
  type Services,
  type Unit,
} from "../../ground/kernel/index.js";
import { recordTicketChange, saveTransition } from "../../inbox/tickets/index.js";
import { disownCountedDays, hoursInWords, toStoredHours } from "../hours/index.js";

/** Tickets per transaction, so that conversations are locked for a moment only. */
const STEP = 100;

/**
 * Deletes a queue, for administrators [API-070]. Its tickets stay and have no queue; links to people,
 * connections, questions, redirects and substitutions end, and its quick answers are deleted [D-161].
 */
export async function deleteQueue(services: Services, ctx: Ctx, { queueId }: { readonly queueId: number }): Promise<{ message: string }> {
  if (!services.directory.current().queues.has(queueId)) throw new AppError("ERR_NO_QUEUE_FOUND");
  while ((await inUnit(services, (unit) => releaseTickets(unit, ctx, queueId))) === STEP);
  await command(services, ctx, async (unit) => {
    await allowSlowStatements(unit);
    const queue = await Queue.findByPk(queueId, { transaction: unit.orm, lock: true });
    if (!queue) throw new AppError("ERR_NO_QUEUE_FOUND");
    // Tickets that entered it meanwhile; the lock keeps others out.
    while ((await releaseTickets(unit, ctx, queueId)) === STEP);
    const questionIds = await lockQueueQuestions(unit, queueId);
    const answerIds = await deleteQuickAnswersOfQueue(unit, queueId);
    await queue.destroy({ transaction: unit.orm });
    await recordEnd(unit, services, queueId, questionIds);
    for (const id of answerIds) await unit.live("quickAnswer", { id, action: "delete" });
    return { audit: { action: "queue.delete", queueId, description: queue.name }, result: null };
  });
  return { message: "Queue deleted" };
}

/** Takes some live tickets out of the queue; lists and open conversations show it at once. Returns their number. */
async function releaseTickets(unit: Unit, { now }: Ctx, queueId: number): Promise<number> {
  const ids = await listLiveTicketsOfQueue(unit, queueId, STEP);
  for (const id of ids) {
    const ticket = await lockTicket(unit, id);
    const result = ticket?.queueId === queueId ? applyIntent(ticket, "leaveQueue", {}, now) : null;
    if (!ticket || !result?.ok || result.unchanged) continue;
    await recordTicketChange(unit, ticket, await saveTransition(unit, ticket, result.patch, now));
  }
  return ids.length;
}

/** The events of the queue and of everything that was linked to it. */
async function recordEnd(unit: Unit, services: Services, queueId: number, questionIds: readonly number[]): Promise<void> {
  const { users, connections } = services.directory.current();
  const linked = <Row extends { readonly id: number; readonly queueIds: readonly number[] }>(rows: ReadonlyMap<number, Row>) =>
    [...rows.values()].filter(({ queueIds }) => queueIds.includes(queueId));
  await unit.live("queue", { id: queueId, action: "delete" });
  for (const { id } of linked(users)) await unit.live("user", { id, action: "update" });
  for (const { id } of linked(connections)) await unit.live("connection", { id, action: "update" });
  for (const id of questionIds) await unit.live("question", { id, action: "update" });
}

/** Converts a queue to its wire fields. */
export function toQueueView(queue: DirectoryQueueRow): QueueView {
  const { id, name, color, customOrder, greetingMessage, openingHours, outOfHoursMessage, outOfHoursQueueId } = queue;
  const { firstAnswerTarget, nextAnswerTarget, resolutionTarget, targetWarning, openLimit } = queue;
  return {
    ...{ id, name, color, customOrder, greetingMessage, openingHours, outOfHoursMessage, outOfHoursQueueId },
    ...{ firstAnswerTarget, nextAnswerTarget, resolutionTarget, targetWarning },
    openLimit,
  };
}

/** Lists all queues, by their order and then their name [API-066, D-156]. */
export async function listQueues(services: Services): Promise<QueueView[]> {
  return [...services.directory.current().queues.values()].map(toQueueView);
}

/**
 * Returns one queue with its attendants, for administrators; user 1 is visible only to itself
 * [API-067]. Throws ERR_NO_QUEUE_FOUND.
 */
export async function getQueue(services: Services, { actor }: Ctx, { queueId }: { readonly queueId: number }): Promise<QueueDetailView> {
  const { queues, users } = services.directory.current();
  const queue = queues.get(queueId);
  if (!queue) throw new AppError("ERR_NO_QUEUE_FOUND");
  const attendants = queue.attendantIds.flatMap((id) => {
    const user = users.get(id);
    return user && !user.deleted && (!isSuper(user) || isSuper(actor)) ? [{ id, name: user.name }] : [];
  });
  return { ...toQueueView(queue), queuesUser: attendants, userIds: attendants.map(({ id }) => id) };
}

/** Counts what the deletion of a queue would touch, for administrators (added). Throws ERR_NO_QUEUE_FOUND. */
export async function getQueueUse(services: Services, _ctx: Ctx, { queueId }: { readonly queueId: number }): Promise<QueueUseView> {
  const { directory, database } = services;
  if (!directory.current().queues.has(queueId)) throw new AppError("ERR_NO_QUEUE_FOUND");
  const cells = await readTicketCells(database.sql);
  return {
    tickets: cells.reduce((sum, { queueKey, n }) => sum + (queueKey === queueId ? n : 0), 0),
    contacts: await countRedirectedContacts(database.sql, queueId),
  };
}

interface NewQueueInput {
  readonly name: string;
  readonly color: string;
  readonly customOrder: number;
  readonly greetingMessage: string;
  readonly note: AuditNote | null;
}

/**
 * Creates a queue, for administrators [API-068]. Names and colours are unique without regard to
 * case, except for the default colour.
 */
export async function createQueue(services: Services, ctx: Ctx, { note, ...facts }: NewQueueInput): Promise<QueueView> {
  const id = await createCommand(services, ctx, facts, async (unit) => {
    const queue = await Queue.create({ ...facts, name: facts.name.trim() }, { transaction: unit.orm });
    await unit.live("queue", { id: queue.id, action: "create" });
    return { audit: { action: "queue.create", queueId: queue.id, note }, result: queue.id };
  });
  const queue = services.directory.current().queues.get(id);
  if (!queue) throw new AppError("ERR_NO_QUEUE_FOUND");
  return toQueueView(queue);
}

interface ChangeQueueInput {
  readonly queueId: number;
  /** An absent field stays. */
  readonly fields: { readonly [F in Exclude<keyof NewQueueInput, "note">]?: NewQueueInput[F] | undefined } & {
    /** The text of own hours. */
    readonly openingHours?: string | undefined;
    readonly outOfHoursMessage?: string | undefined;
    readonly outOfHoursQueueId?: number | null | undefined;
    readonly firstAnswerTarget?: number | null | undefined;
    readonly nextAnswerTarget?: number | null | undefined;
    readonly resolutionTarget?: number | null | undefined;
    readonly targetWarning?: number | undefined;
    readonly openLimit?: number | null | undefined;
  };
  /** The attendants in their order; null leaves them as they are. */
  readonly attendants: ListChange | null;
  readonly note: AuditNote | null;
}

/**
 * Changes a queue and who gets its tickets in turn, for administrators [API-069]. Each attendant must
 * be active and belong to the queue, else ERR_USER_NO_LINKED_IN_QUEUE [QUEUE-014, D-157]. Of those who are added and removed,
 * the added ones are judged [D-281].
 */
export async function changeQueue(
  services: Services,
  ctx: Ctx,
  { queueId, fields, attendants, note }: ChangeQueueInput,
): Promise<QueueDetailView> {
  const { queues } = services.directory.current();
  if (!queues.has(queueId)) throw new AppError("ERR_NO_QUEUE_FOUND");
  const { outOfHoursQueueId: other } = fields;
  if (other === queueId || (other && !queues.has(other))) throw invalidField("outOfHoursQueueId", "id");
  const openingHours = fields.openingHours === undefined ? undefined : toStoredHours("openingHours", fields.openingHours);
  await command(services, ctx, async (unit) => {
    const row = await Queue.findByPk(queueId, { transaction: unit.orm, lock: true });
    if (!row) throw new AppError("ERR_NO_QUEUE_FOUND");
    const { openingHours: before } = row;
    const promised = targetsInWords(row);
    const limited = row.openLimit;
    await row.update(givenFields({ ...fields, openingHours }), { transaction: unit.orm });
    const said = attendants ? [await changeAttendants(services, ctx, unit, { queueId, attendants })] : [];
    if (openingHours !== undefined && openingHours !== before) {
      await disownCountedDays(unit, services, { before, after: openingHours, queueId, now: ctx.now });
      said.push(`openingHours: ${hoursInWords(before, openingHours)}`);
    }
    if (row.openLimit !== limited) said.push(`openLimit: ${limited ?? "–"} → ${row.openLimit ?? "–"}`);
    if (targetsInWords(row) !== promised) said.push(`targets: ${promised} → ${targetsInWords(row)}`);
    if (targetsInWords(row) !== promised || row.openingHours !== before) await requestRecount(unit, [queueId], ctx.now);
    const description = said.filter((each) => each !== "").join("; ");
    await unit.live("queue", { id: queueId, action: "update" });
    return { audit: { action: "queue.change", queueId, description, note }, result: null };
  });
  return getQueue(services, ctx, { queueId });
}

/** The targets of a queue as the audit tells them. */
const targetsInWords = ({ firstAnswerTarget, nextAnswerTarget, resolutionTarget, targetWarning }: QueueTargets): string =>
  `${[firstAnswerTarget, nextAnswerTarget, resolutionTarget].map((minutes) => minutes ?? "–").join("/")} min, ${targetWarning}%`;

interface AttendantsChange {
  readonly queueId: number;
  readonly attendants: ListChange;
}

/** Stores the people after the change, and user 1, whom nobody else sees or removes; returns what the audit says. */
async function changeAttendants(services: Services, ctx: Ctx, unit: Unit, { queueId, attendants }: AttendantsChange): Promise<string> {
  const { users } = services.directory.current();
  const isHidden = (id: number): boolean => isSuper({ id }) && !isSuper(ctx.actor);
  const works = (id: number): boolean => {
    const user = users.get(id);
    return user !== undefined && user.active && !user.deleted && user.queueIds.includes(queueId) && !isHidden(id);
  };
  if (!(attendants.whole ?? attendants.added).every(works)) throw new AppError("ERR_USER_NO_LINKED_IN_QUEUE");
  const stored = await listQueueAttendants(unit, queueId);
  const shown = stored.filter((id) => !isHidden(id));
  const { added, removed, next } = resolveList(shown, attendants, { ordered: true });
  await setQueueAttendants(unit, queueId, [...next, ...stored.filter(isHidden)]);
  // The audit is read by people who do not see user 1.
  const isNamed = (id: number): boolean => !isSuper({ id });
  return describeList({ added: added.filter(isNamed), removed: removed.filter(isNamed) }, users);
}
