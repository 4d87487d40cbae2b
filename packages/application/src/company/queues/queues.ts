import { isSuper } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { QueueDetailView, QueueView } from "@balcao/contracts/queues";
import { Queue } from "@balcao/database/models";
import { setQueueAttendants } from "@balcao/database/queues";
import type { DirectoryQueueRow } from "@balcao/database/directory";
import { command, createCommand, givenFields, type Ctx, type Services } from "../../ground/kernel/index.js";

/** Converts a queue to its wire fields. */
export function toQueueView({ id, name, color, customOrder, greetingMessage }: DirectoryQueueRow): QueueView {
  return { id, name, color, customOrder, greetingMessage };
}

/** Lists all queues, by their order and then their name [API-066, D-156, D-159]. */
export async function listQueues(services: Services): Promise<QueueView[]> {
  return [...services.directory.current().queues.values()].map(toQueueView);
}

/**
 * Returns one queue with its attendants, for administrators; user 1 is visible only to itself
 * [API-067, D-121, D-156]. Throws ERR_NO_QUEUE_FOUND.
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

export interface NewQueueInput {
  readonly name: string;
  readonly color: string;
  readonly customOrder: number;
  readonly greetingMessage: string;
  readonly note: AuditNote | null;
}

/**
 * Creates a queue, for administrators [API-068]. Names and colours are unique without regard to
 * case, except for the default colour [QUEUE-015, D-160].
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
  readonly fields: { readonly [F in Exclude<keyof NewQueueInput, "note">]?: NewQueueInput[F] | undefined };
  /** The attendants in their order; null leaves them as they are. */
  readonly attendantIds: readonly number[] | null;
  readonly note: AuditNote | null;
}

/**
 * Changes a queue and who gets its tickets in turn, for administrators [API-069]. Each attendant must
 * be active and belong to the queue, else ERR_USER_NO_LINKED_IN_QUEUE [QUEUE-014, D-157].
 */
export async function changeQueue(
  services: Services,
  ctx: Ctx,
  { queueId, fields, attendantIds, note }: ChangeQueueInput,
): Promise<QueueDetailView> {
  const known = services.directory.current().queues.get(queueId);
  if (!known) throw new AppError("ERR_NO_QUEUE_FOUND");
  await command(services, ctx, async (unit) => {
    const row = await Queue.findByPk(queueId, { transaction: unit.orm, lock: true });
    if (!row) throw new AppError("ERR_NO_QUEUE_FOUND");
    await row.update(givenFields(fields), { transaction: unit.orm });
    if (attendantIds) await setQueueAttendants(unit, queueId, checkAttendants(services, ctx, known, attendantIds));
    await unit.live("queue", { id: queueId, action: "update" });
    return { audit: { action: "queue.change", queueId, note }, result: null };
  });
  return getQueue(services, ctx, { queueId });
}

/** The people to store: those that were named, and user 1, whom nobody else sees or removes. */
function checkAttendants(services: Services, { actor }: Ctx, { id, attendantIds }: DirectoryQueueRow, named: readonly number[]): number[] {
  const { users } = services.directory.current();
  const isHidden = (userId: number): boolean => isSuper({ id: userId }) && !isSuper(actor);
  const works = (userId: number): boolean => {
    const user = users.get(userId);
    return user !== undefined && user.active && !user.deleted && user.queueIds.includes(id) && !isHidden(userId);
  };
  if (!named.every(works)) throw new AppError("ERR_USER_NO_LINKED_IN_QUEUE");
  return [...new Set([...named, ...attendantIds.filter(isHidden)])];
}
