import { applyIntent } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { Queue } from "@balcao/database/models";
import { deleteQuickAnswersOfQueue } from "@balcao/database/quickAnswers";
import { lockQueueQuestions } from "@balcao/database/questions";
import { allowSlowStatements } from "@balcao/database/sql";
import { listLiveTicketsOfQueue, lockTicket } from "@balcao/database/tickets";
import { command, inUnit, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordTicketChange, saveTransition } from "../../inbox/tickets/index.js";

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
