import type { ListDifference } from "@balcao/domain/lists";
import { AppError } from "@balcao/contracts/errors";
import { lockDefaultConnection } from "@balcao/database/connections";
import { Connection, ConnectionQueue } from "@balcao/database/models";
import type { Tx } from "@balcao/database/sql";
import type { Unit } from "../../ground/kernel/index.js";

/**
 * Returns whether a connection (null for one being created) is the default from now on, and unsets
 * the previous default. The first connection always is; the only default cannot be unset while
 * others exist [CONN-029, D-151].
 */
export async function takeDefault(unit: Unit, connectionId: number | null, wanted: boolean): Promise<boolean> {
  const { defaultId, count } = await lockDefaultConnection(unit);
  const isAlone = count === 0 || (count === 1 && connectionId !== null);
  if (!wanted && defaultId === connectionId && connectionId !== null && !isAlone) throw new AppError("ERR_NO_OTHER_WHATSAPP");
  const isDefault = wanted || isAlone || defaultId === null;
  if (isDefault && defaultId !== null && defaultId !== connectionId) {
    await Connection.update({ isDefault: false }, { where: { id: defaultId }, transaction: unit.orm });
    await unit.live("connection", { id: defaultId, action: "update" });
  }
  return isDefault;
}

/** The ids of a connection's queues, in no order. */
export async function listQueueIds(tx: Tx, connectionId: number): Promise<number[]> {
  return (await ConnectionQueue.findAll({ where: { connectionId }, transaction: tx.orm })).map(({ queueId }) => queueId);
}

/** Adds queues to those of a connection, which has none of them yet, and removes others. */
export async function changeQueues(tx: Tx, connectionId: number, { added, removed }: ListDifference): Promise<void> {
  const transaction = tx.orm;
  if (removed.length > 0) await ConnectionQueue.destroy({ where: { connectionId, queueId: [...removed] }, transaction });
  await ConnectionQueue.bulkCreate(
    [...new Set(added)].map((queueId) => ({ connectionId, queueId })),
    { transaction },
  );
}
