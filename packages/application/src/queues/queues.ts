import { isSuper } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { QueueDetailView, QueueView } from "@balcao/contracts/queues";
import { Queue } from "@balcao/database/models";
import type { DirectoryQueueRow } from "@balcao/database/directory";
import { createCommand, type Ctx, type House } from "../kernel/index.js";

/** A queue for the wire: the fields of the contract and no others. */
export function toQueueView({ id, name, color, customOrder, greetingMessage }: DirectoryQueueRow): QueueView {
  return { id, name, color, customOrder, greetingMessage };
}

/** Every queue, by its order and then its name (API-066, D-156, D-159). */
export async function listQueues(house: House): Promise<QueueView[]> {
  return [...house.directory.current().queues.values()].map(toQueueView);
}

/** One queue with its attendants, for administrators; user 1 is named to itself alone (API-067, D-121, D-156). Throws ERR_NO_QUEUE_FOUND. */
export async function getQueue(house: House, { actor }: Ctx, { queueId }: { readonly queueId: number }): Promise<QueueDetailView> {
  const { queues, users } = house.directory.current();
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

/** A new queue, for administrators (API-068). Names and colours are unique without regard to case, but for the default colour (QUEUE-015, D-160). */
export async function createQueue(house: House, ctx: Ctx, { note, ...facts }: NewQueueInput): Promise<QueueView> {
  const id = await createCommand(house, ctx, facts, async (unit) => {
    const queue = await Queue.create({ ...facts, name: facts.name.trim() }, { transaction: unit.orm });
    await unit.live("queue", { id: queue.id, action: "create" });
    return { audit: { action: "queue.create", queueId: queue.id, note }, result: queue.id };
  });
  const queue = house.directory.current().queues.get(id);
  if (!queue) throw new AppError("ERR_NO_QUEUE_FOUND");
  return toQueueView(queue);
}
