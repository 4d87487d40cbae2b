import { mayAttend, peopleBelowLimit, type SharedQueue, type Sharer } from "@balcao/domain/flow";
import { lockSharing, readLoads } from "@balcao/database/flow";
import type { Sql } from "@balcao/database/sql";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

type SharedQueues = ReadonlyMap<number, SharedQueue>;

/** Reads who of some queues' selected people may get tickets now, and what they have [D-095, D-158]. */
export async function readShares(sql: Sql, { users, queues, settings }: DirectorySnapshot, queueIds: readonly number[], now: Date) {
  const named = queueIds.flatMap((id) => queues.get(id) ?? []);
  const rows = await readLoads(sql, [...new Set(named.flatMap(({ attendantIds }) => attendantIds))]);
  const loads = new Map(rows.map((row) => [row.id, row]));
  const sharerOf = (id: number, queueId: number): readonly Sharer[] => {
    const [user, row] = [users.get(id), loads.get(id)];
    if (!user || !row || user.deleted || !mayAttend({ ...user, isOnline: row.isOnline }, queueId, now, settings.timeZone)) return [];
    return [{ id, limit: user.openLimit, loads: row.loads }];
  };
  const shared: SharedQueues = new Map(
    named.map((queue) => [queue.id, { limit: queue.openLimit, people: queue.attendantIds.flatMap((id) => sharerOf(id, queue.id)) }]),
  );
  return shared;
}

/**
 * The same, and nobody else gives tickets of these queues until the transaction ends. A person's own limit is over all queues, so where
 * somebody has one nobody gives tickets of any queue.
 */
export async function lockShares(tx: Sql, directory: DirectorySnapshot, queueIds: readonly number[], now: Date): Promise<SharedQueues> {
  const [only] = queueIds;
  const people = queueIds.flatMap((id) => directory.queues.get(id)?.attendantIds ?? []);
  const isLimited = people.some((id) => (directory.users.get(id)?.openLimit ?? null) !== null);
  await lockSharing(tx, queueIds.length === 1 && only !== undefined && !isLimited ? only : null);
  return readShares(tx, directory, queueIds, now);
}

/** The people of a queue who may get one of its tickets now; the queue stays locked until the transaction ends. */
export async function eligibleAttendants(tx: Sql, directory: DirectorySnapshot, queueId: number, now: Date): Promise<ReadonlySet<number>> {
  const queue = (await lockShares(tx, directory, [queueId], now)).get(queueId);
  return new Set(queue ? peopleBelowLimit(queueId, queue).map(({ id }) => id) : []);
}
