import type { ConnectorApi } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ListChange } from "@balcao/contracts/route";
import type { ConnectionView } from "@balcao/contracts/connections";
import { recordDroppedTime } from "@balcao/database/connectionGaps";
import { revokeLease } from "@balcao/database/leases";
import { Connection } from "@balcao/database/models";
import { command, describeList, resolveList, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { changeAccount, readAccount } from "../gatewaySessions/index.js";
import { checkAccount, checkChatbotAddress, checkConnection, toColumns, toMetaAccount, type ConnectionFields } from "./connectionFields.js";
import { changeQueues, listQueueIds, takeDefault } from "./connectionRows.js";
import { getConnection } from "./readConnections.js";

interface ChangeConnectionInput {
  readonly connectionId: number;
  /**
   * Name and connector may be sent unchanged only: webhooks and sessions are keyed by them
   * [CONN-012, D-142].
   */
  readonly fields: ConnectionFields & { readonly name?: string | undefined; readonly api?: ConnectorApi | undefined };
  /** Null keeps the queues. */
  readonly queues: ListChange | null;
  readonly note: AuditNote | null;
}

/**
 * Changes a connection [API-079]: absent fields stay, and an empty token keeps the stored one. A
 * changed account at Meta is first verified there [D-150], and then the session is opened again
 * with it; any other change leaves the session alone.
 */
export async function changeConnection(services: Services, ctx: Ctx, input: ChangeConnectionInput): Promise<ConnectionView> {
  const { queues } = services.directory.current();
  const added = input.queues?.whole ?? input.queues?.added ?? [];
  if (added.some((id) => !queues.has(id))) throw invalidField("queueIds", "exists");
  await checkChatbotAddress(services, input.fields);
  await checkNewAccount(services, ctx, input);
  await command(services, ctx, async (unit) => {
    const { connectionId, note } = input;
    const description = await updateConnection(unit, services, input);
    await unit.live("connection", { id: connectionId, action: "update" });
    return { audit: { action: "connection.change", connectionId, description, note }, result: null };
  });
  return getConnection(services, ctx, input) as ConnectionView;
}

/** Runs before the transaction, so that no row is locked during the call to Meta. */
async function checkNewAccount(services: Services, ctx: Ctx, { connectionId, fields }: ChangeConnectionInput): Promise<void> {
  const known = services.directory.current().connections.get(connectionId);
  const changes = known && toMetaAccount(known.api, fields);
  if (!known || !changes) return;
  const before = await readAccount(services, connectionId);
  if (Object.entries(changes).some(([part, value]) => before[part] !== value))
    await checkAccount(services, ctx, known.api, { ...before, ...changes });
}

/** Stores the change, and returns what the audit says of it. */
async function updateConnection(unit: Unit, services: Services, input: ChangeConnectionInput): Promise<string> {
  const { connectionId, fields } = input;
  const isDefault = fields.isDefault === undefined ? undefined : await takeDefault(unit, connectionId, fields.isDefault);
  const row = await lockConnection(unit, input);
  row.set({ ...toColumns(row.api, fields), ...(isDefault !== undefined && { isDefault }) });
  const queues = resolveList(await listQueueIds(unit, connectionId), input.queues);
  await changeQueues(unit, connectionId, queues);
  const { greetingMessage, historyByQueue, historyByUser } = row;
  checkConnection({ queueIds: queues.next, greetingMessage, historyByQueue, historyByUser });
  const isSwitchedOn = row.changed("metaIntegration") && row.metaIntegration;
  const account = toNewAccount(row, fields);
  row.changed("updatedAt", true);
  await row.save({ transaction: unit.orm });
  if (isSwitchedOn) await recordDroppedTime(unit, connectionId);
  if (account) await openAnew(unit, services, connectionId, account);
  return describeList(queues, services.directory.current().queues, row.name);
}

/** The connection's row, locked; its name and connector must be what they are. */
async function lockConnection(unit: Unit, { connectionId, fields }: ChangeConnectionInput): Promise<Connection> {
  const row = await Connection.findByPk(connectionId, { transaction: unit.orm, lock: true });
  if (!row) throw new AppError("ERR_NO_WAPP_FOUND");
  if (fields.name !== undefined && fields.name.trim() !== row.name) throw invalidField("name", "locked");
  if (fields.api !== undefined && fields.api !== row.api) throw invalidField("api", "locked");
  return row;
}

/** The account at Meta where the unsaved row changes it; null otherwise. */
function toNewAccount(row: Connection, fields: ConnectionFields): Readonly<Record<string, string>> | null {
  const account = toMetaAccount(row.api, fields);
  const isNew = account?.["token"] !== undefined || row.changed("phoneNumberId") || row.changed("wabaId");
  return isNew ? account : null;
}

/** Keeps the changed account, and has the session opened anew with it. */
async function openAnew(unit: Unit, services: Services, connectionId: number, account: Readonly<Record<string, string>>): Promise<void> {
  await changeAccount(unit, services, connectionId, account);
  await revokeLease(unit, connectionId);
}
