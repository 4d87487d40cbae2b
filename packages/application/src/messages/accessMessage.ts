import type { ConnectorApi } from "@balcao/domain/connections";
import { isOwnMessage } from "@balcao/domain/messages";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getMessageRef, getMessageRows, type MessageRefRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { raiseTicketVersion, type LockedTicket } from "@balcao/database/tickets";
import type { StoredRef } from "../gatewayCalls/index.js";
import type { Ctx, House, Unit } from "../kernel/index.js";
import { accessTicket, followPreview, presenterFor, recordTicketChange } from "../tickets/index.js";
import { messageView } from "./messageView.js";

/** A message with its ticket, locked, that the person may write into. */
export interface AccessedMessage {
  readonly message: MessageRefRow;
  readonly ticket: LockedTicket;
}

/** The only way to a message that is about to change. Absent, or a comment where `spoken` is asked: ERR_FETCH_WAPP_MSG; of a ticket that the person may not write into: ERR_NO_PERMISSION; of one that is not open: ERR_TICKET_NOT_OPEN (D-075). */
export async function accessMessage(tx: Sql, house: House, ctx: Ctx, messageId: number): Promise<AccessedMessage> {
  const message = await getMessageRef(tx, messageId);
  if (!message) throw new AppError("ERR_FETCH_WAPP_MSG");
  const ticket = await accessTicket(tx, house, ctx, message.ticketId, "ticket:write");
  if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  return { message, ticket };
}

/** The same for what the person wrote; of somebody else's it is ERR_NO_PERMISSION (D-072). */
export async function accessOwnMessage(tx: Sql, house: House, ctx: Ctx, messageId: number): Promise<AccessedMessage> {
  const accessed = await accessMessage(tx, house, ctx, messageId);
  if (!isOwnMessage(accessed.message, accessed.ticket.userId, ctx.actor)) throw new AppError("ERR_NO_PERMISSION");
  return accessed;
}

/** A message at its network. */
export interface MessagePlace {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly target: StoredRef;
}

/** Where a message lies at its network, to be asked about there; null when it never went out or its connection is gone. */
export function placeOf(house: House, message: MessageRefRow): MessagePlace | null {
  const { connectionId, externalId, chat, author, fromMe } = message;
  const connection = connectionId === null ? undefined : house.directory.current().connections.get(connectionId);
  if (connectionId === null || externalId === null || !connection) return null;
  return { connectionId, api: connection.api, target: { externalId, chat, author, fromMe } };
}

/** Records the live event of a changed message, and the preview that follows it; its ticket is locked already. */
export async function recordMessageChange(unit: Unit, ticket: LockedTicket, messageId: number): Promise<void> {
  await followPreview(unit, ticket.id, [messageId]);
  await recordTicketChange(unit, ticket, await raiseTicketVersion(unit, ticket.id), { updated: [messageId] });
}

/** A message as the person who changed it gets it back. */
export async function readMessageView(house: House, ctx: Ctx, messageId: number): Promise<MessageView> {
  const [row] = await getMessageRows(house.database.sql, [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  return messageView(row, presenterFor(house, ctx.sessionId));
}
