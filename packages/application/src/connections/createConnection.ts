import { withDefaultMessages, type ConnectorApi } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ConnectionView } from "@balcao/contracts/connections";
import { Connection, ConnectionQueue } from "@balcao/database/models";
import { uniqueViolation, type Tx } from "@balcao/database/sql";
import { recordAudit } from "../audit/index.js";
import { WAKE, type Ctx, type House } from "../kernel/index.js";
import { recordRowEvent } from "../live/index.js";
import { getConnection } from "./readConnections.js";

/** The form of a connection with the wire's field names; what is absent keeps its default. */
interface ConnectionFields {
  readonly name: string;
  readonly api: ConnectorApi;
  readonly isDefault?: boolean | undefined;
  readonly greetingMessage?: string | undefined;
  readonly greetingBotMessage?: string | undefined;
  readonly greetingMessageRedirect?: string | undefined;
  readonly farewellMessage?: string | undefined;
  readonly outOfHoursMessage?: string | undefined;
  readonly transferMessage?: string | undefined;
  readonly publicIDTypebot?: string | undefined;
  readonly publicDNSTypebot?: string | undefined;
  readonly nps?: boolean | undefined;
  readonly sendList?: boolean | undefined;
  readonly npsMessage?: string | undefined;
  readonly npsTksMessage?: string | undefined;
  readonly historyByQueue?: boolean | undefined;
  readonly historyByUser?: boolean | undefined;
}

interface CreateConnectionInput {
  readonly fields: ConnectionFields;
  readonly queueIds: readonly number[];
  readonly note: AuditNote | null;
}

/**
 * Creates a connection (API-078). Its session is started by the worker that takes its lease. The first one is the default (D-151); a greeting is
 * needed with more than one queue (CONN-028); the two histories exclude each other (D-078); empty texts become the documented defaults (CONN-018).
 * `supported` are the connectors that this installation can open.
 */
export async function createConnection(
  house: House,
  ctx: Ctx,
  { fields, queueIds, note }: CreateConnectionInput,
  supported: readonly ConnectorApi[],
): Promise<ConnectionView> {
  const { queues, connections } = house.directory.current();
  if (!supported.includes(fields.api)) throw invalidField("api", "unsupported");
  if (queueIds.some((id) => !queues.has(id))) throw invalidField("queueIds", "exists");
  if (queueIds.length > 1 && (fields.greetingMessage ?? "").trim() === "") throw new AppError("ERR_WAPP_GREETING_REQUIRED");
  if (fields.historyByQueue === true && fields.historyByUser === true) throw invalidField("historyByUser", "exclusive");
  const isDefault = fields.isDefault === true || connections.size === 0;
  const id = await house.database
    .transaction((tx) => insertConnection(tx, ctx, fields, queueIds, isDefault, note))
    .catch((error: unknown) => {
      if (uniqueViolation(error) === "connection_name_uq")
        throw new AppError("ERR_NAME_TAKEN", { details: [{ field: "name", rule: "unique" }] });
      throw error;
    });
  await house.directory.refresh();
  for (const topic of [WAKE.directory, WAKE.sessions, WAKE.live]) house.waker.signal(topic);
  return getConnection(house, ctx, { connectionId: id }) as ConnectionView;
}

async function insertConnection(
  tx: Tx,
  ctx: Ctx,
  fields: ConnectionFields,
  queueIds: readonly number[],
  isDefault: boolean,
  note: AuditNote | null,
): Promise<number> {
  const transaction = tx.orm;
  const { messages } = withDefaultMessages({
    outOfHoursMessage: fields.outOfHoursMessage ?? "",
    transferMessage: fields.transferMessage ?? "",
    greetingBotMessage: fields.greetingBotMessage ?? "",
    npsMessage: fields.npsMessage ?? "",
    npsTksMessage: fields.npsTksMessage ?? "",
  });
  if (isDefault) await Connection.update({ isDefault: false }, { where: { isDefault: true }, transaction });
  const row = await Connection.create(
    {
      name: fields.name.trim(),
      api: fields.api,
      isDefault,
      greetingMessage: fields.greetingMessage ?? "",
      greetingBotMessage: messages.greetingBotMessage,
      greetingRedirectMessage: fields.greetingMessageRedirect ?? "",
      farewellMessage: fields.farewellMessage ?? "",
      outOfHoursMessage: messages.outOfHoursMessage,
      transferMessage: messages.transferMessage,
      typebotPublicId: fields.publicIDTypebot ?? "",
      typebotDns: fields.publicDNSTypebot ?? "",
      nps: fields.nps ?? false,
      sendList: fields.sendList ?? false,
      npsMessage: messages.npsMessage,
      npsThanksMessage: messages.npsTksMessage,
      historyByQueue: fields.historyByQueue ?? false,
      historyByUser: fields.historyByUser ?? false,
    },
    { transaction },
  );
  await ConnectionQueue.bulkCreate(
    [...new Set(queueIds)].map((queueId) => ({ connectionId: row.id, queueId })),
    { transaction },
  );
  await recordRowEvent(tx, "connection", { id: row.id, action: "create" });
  await recordAudit(tx, ctx, "connection.create", { connectionId: row.id, description: row.name }, note);
  return row.id;
}
