import { AppError } from "@balcao/contracts/errors";
import type { AckTimesView, MessageInfoView } from "@balcao/contracts/messages";
import { movedSystem } from "@balcao/domain/moving";
import { getMessageRef, getMessageRows, getMessageTrace, listMessageReceipts, type MessageTraceRow } from "@balcao/database/messages";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow, seesMessage } from "../tickets/index.js";

/**
 * Reads what happened to a message: times of its acks, who of a group read it, earlier texts, who
 * deleted it. Only administrators read a deleted text. Throws ERR_FETCH_WAPP_MSG for a message that the
 * person does not see, or ERR_NO_PERMISSION.
 */
export async function getMessageInfo(
  services: Services,
  ctx: Ctx,
  { messageId }: { readonly messageId: number },
): Promise<MessageInfoView> {
  const { sql } = services.database;
  const message = await getMessageRef(sql, messageId);
  if (!message) throw new AppError("ERR_FETCH_WAPP_MSG");
  await accessTicketRow(services, ctx, message.ticketId);
  if (!seesMessage(services, ctx, message)) throw new AppError("ERR_FETCH_WAPP_MSG");
  const trace = await getMessageTrace(sql, messageId);
  const [row] = await getMessageRows(sql, [messageId]);
  if (!trace || !row) throw new AppError("ERR_FETCH_WAPP_MSG");
  const seesTexts = !message.isDeleted || ctx.actor.profile === "admin";
  return {
    id: String(messageId),
    providerId: trace.externalId,
    importedFrom: trace.importedFrom === null ? null : movedSystem(trace.importedFrom),
    storedAt: trace.createdAt.toISOString(),
    times: toTimes(trace.ackTimes),
    ticketId: row.ticketId,
    sending: row.sending,
    errorLog: row.error,
    readers: (await listMessageReceipts(sql, messageId)).map(({ reader, name: contactName, times }) => {
      const { delivered, read, played } = toTimes(times);
      return { id: reader, name: contactName, times: { delivered, read, played } };
    }),
    edits: seesTexts ? trace.edits.map(({ body, replacedAt }) => ({ body, replacedAt: new Date(replacedAt).toISOString() })) : [],
    deleted: message.isDeleted ? toDeleted(trace, seesTexts ? message.body : null) : null,
  };
}

function toDeleted({ deletedAt, deletedById: id, deletedByName: name }: MessageTraceRow, body: string | null): MessageInfoView["deleted"] {
  return { at: deletedAt?.toISOString() ?? null, user: id === null ? null : { id, name: name ?? "" }, body };
}

function toTimes(stored: Readonly<Record<string, string>> | null): AckTimesView {
  const at = (ack: number): string | null => {
    const text = stored?.[ack];
    return text === undefined ? null : new Date(text).toISOString();
  };
  return { sent: at(1), delivered: at(2), read: at(3), played: at(4), failed: at(-1) };
}
