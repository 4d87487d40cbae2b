import type { ConnectorApi } from "@balcao/domain/connections";
import { invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ConnectionView } from "@balcao/contracts/connections";
import { Connection } from "@balcao/database/models";
import { createCommand, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { changeAccount } from "../gatewaySessions/index.js";
import { checkAccount, checkChatbotAddress, checkConnection, toColumns, toMetaAccount, type ConnectionFields } from "./connectionFields.js";
import { changeQueues, takeDefault } from "./connectionRows.js";
import { getConnection } from "./readConnections.js";

interface CreateConnectionInput {
  readonly fields: ConnectionFields & { readonly name: string; readonly api: ConnectorApi };
  readonly queueIds: readonly number[];
  readonly note: AuditNote | null;
}

/** Empty texts, which `toColumns` replaces by the default texts. */
const NO_TEXTS = { greetingBotMessage: "", outOfHoursMessage: "", transferMessage: "", npsMessage: "", npsTksMessage: "" } as const;

/**
 * Creates a connection [API-078] of one of the `supported` connectors; the worker that takes its
 * lease starts its session. The first connection is the default; several queues need a
 * greeting; the two histories exclude each other; empty texts become the defaults; an account that Meta refuses is refused at its field.
 */
export async function createConnection(
  services: Services,
  ctx: Ctx,
  input: CreateConnectionInput,
  supported: readonly ConnectorApi[],
): Promise<ConnectionView> {
  const { fields, queueIds } = input;
  if (!supported.includes(fields.api)) throw invalidField("api", "unsupported");
  if (queueIds.some((id) => !services.directory.current().queues.has(id))) throw invalidField("queueIds", "exists");
  checkConnection({
    queueIds,
    greetingMessage: fields.greetingMessage ?? "",
    historyByQueue: fields.historyByQueue ?? false,
    historyByUser: fields.historyByUser ?? false,
  });
  await checkChatbotAddress(services, fields);
  const account = toMetaAccount(fields.api, fields);
  if (account) await checkAccount(services, ctx, fields.api, account);
  const { note, ...facts } = input;
  const id = await createCommand(services, ctx, facts, async (unit) => {
    const row = await insertConnection(unit, services, facts);
    await unit.live("connection", { id: row.id, action: "create" });
    return { audit: { action: "connection.create", connectionId: row.id, description: row.name, note }, result: row.id };
  });
  return getConnection(services, ctx, { connectionId: id }) as ConnectionView;
}

async function insertConnection(
  unit: Unit,
  services: Services,
  { fields, queueIds }: Omit<CreateConnectionInput, "note">,
): Promise<Connection> {
  const isDefault = await takeDefault(unit, null, fields.isDefault === true);
  const row = await Connection.create(
    {
      ...toColumns(fields.api, { ...NO_TEXTS, ...fields, metaIntegration: fields.metaIntegration ?? true }),
      name: fields.name.trim(),
      api: fields.api,
      isDefault,
    },
    { transaction: unit.orm },
  );
  await changeQueues(unit, row.id, { added: queueIds, removed: [] });
  const account = toMetaAccount(fields.api, fields);
  if (account) await changeAccount(unit, services, row.id, account);
  return row;
}
