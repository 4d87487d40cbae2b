import type { ConnectorApi } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ConnectionView } from "@balcao/contracts/connections";
import { recordDroppedTime } from "@balcao/database/connectionGaps";
import { revokeLease } from "@balcao/database/leases";
import { Connection } from "@balcao/database/models";
import { command, type Ctx, type House, type Unit } from "../kernel/index.js";
import { changeAccount, readAccount } from "../sessions/index.js";
import { checkAccount } from "./checkAccount.js";
import { checkConnection, toColumns, toMetaAccount, type ConnectionFields } from "./connectionFields.js";
import { setQueues, takeDefault } from "./connectionRows.js";
import { getConnection } from "./readConnections.js";

interface ChangeConnectionInput {
  readonly connectionId: number;
  /** The name and the connector may come along as they are; webhooks and sessions are keyed by them (CONN-012, D-142). */
  readonly fields: ConnectionFields & { readonly name?: string | undefined; readonly api?: ConnectorApi | undefined };
  /** Absent: as they were. */
  readonly queueIds: readonly number[] | null;
  readonly note: AuditNote | null;
}

/**
 * Changes a connection (API-079): what is absent stays, an empty token keeps the stored one. The session goes on, except when its account at Meta
 * changed: then Meta is asked first whether it takes it (D-150), and the session is opened anew with it.
 */
export async function changeConnection(house: House, ctx: Ctx, input: ChangeConnectionInput): Promise<ConnectionView> {
  if (input.queueIds?.some((id) => !house.directory.current().queues.has(id))) throw invalidField("queueIds", "exists");
  await checkNewAccount(house, ctx, input);
  await command(house, ctx, async (unit) => {
    const { name } = await updateConnection(unit, house, input);
    const { connectionId, note } = input;
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action: "connection.change", connectionId, description: name, note }, result: null };
  });
  return getConnection(house, ctx, input) as ConnectionView;
}

/** Before the transaction: no row is locked while Meta is asked. */
async function checkNewAccount(house: House, ctx: Ctx, { connectionId, fields }: ChangeConnectionInput): Promise<void> {
  const known = house.directory.current().connections.get(connectionId);
  const changes = known && toMetaAccount(known.api, fields);
  if (!known || !changes) return;
  const before = await readAccount(house, connectionId);
  if (Object.entries(changes).some(([part, value]) => before[part] !== value))
    await checkAccount(house, ctx, known.api, { ...before, ...changes });
}

async function updateConnection(unit: Unit, house: House, { connectionId, fields, queueIds }: ChangeConnectionInput): Promise<Connection> {
  const transaction = unit.orm;
  const isDefault = fields.isDefault === undefined ? undefined : await takeDefault(unit, connectionId, fields.isDefault);
  const row = await Connection.findByPk(connectionId, { transaction, lock: true });
  if (!row) throw new AppError("ERR_NO_WAPP_FOUND");
  if (fields.name !== undefined && fields.name.trim() !== row.name) throw invalidField("name", "locked");
  if (fields.api !== undefined && fields.api !== row.api) throw invalidField("api", "locked");
  row.set({ ...toColumns(row.api, fields), ...(isDefault !== undefined && { isDefault }) });
  if (queueIds) await setQueues(unit, connectionId, queueIds);
  const known = house.directory.current().connections.get(connectionId)?.queueIds ?? [];
  checkConnection({
    queueIds: queueIds ?? known,
    greetingMessage: row.greetingMessage,
    historyByQueue: row.historyByQueue,
    historyByUser: row.historyByUser,
  });
  const account = toMetaAccount(row.api, fields);
  const isAccountNew = account?.["token"] !== undefined || row.changed("phoneNumberId") || row.changed("wabaId");
  const isSwitchedOn = row.changed("metaIntegration") && row.metaIntegration;
  row.changed("updatedAt", true);
  await row.save({ transaction });
  if (isSwitchedOn) await recordDroppedTime(unit, connectionId);
  if (account && isAccountNew) {
    await changeAccount(unit, house, connectionId, account);
    await revokeLease(unit, connectionId);
  }
  return row;
}
