import type { ConnectorApi } from "@balcao/domain/connections";
import { isOwnMessage } from "@balcao/domain/messages";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getMessageRef, getMessageRows, type MessageRefRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { raiseTicketVersion, type LockedTicket } from "@balcao/database/tickets";
import type { StoredRef } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import { accessTicket, followPreview, presenterFor, recordTicketChange, seesMessage } from "../tickets/index.js";
import { messageView } from "./messageView.js";

/** A message and its locked ticket, which the person may write into. */
export interface AccessedMessage {
  readonly message: MessageRefRow;
  readonly ticket: LockedTicket;
}

/**
 * Locks the ticket of a message that is about to change, and checks the person's right.
 * Throws ERR_FETCH_WAPP_MSG for a message that is absent or that the person does not see,
 * ERR_NO_PERMISSION, or ERR_TICKET_NOT_OPEN.
 */
export async function accessMessage(tx: Sql, services: Services, ctx: Ctx, messageId: number): Promise<AccessedMessage> {
  const message = await getMessageRef(tx, messageId);
  if (!message) throw new AppError("ERR_FETCH_WAPP_MSG");
  const ticket = await accessTicket(tx, services, ctx, { ticketId: message.ticketId, rule: "ticket:write" });
  if (!seesMessage(services, ctx, message)) throw new AppError("ERR_FETCH_WAPP_MSG");
  if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  return { message, ticket };
}

/**
 * Like `accessMessage`, for a message that the person wrote; throws ERR_NO_PERMISSION for anybody
 * else's.
 */
export async function accessOwnMessage(tx: Sql, services: Services, ctx: Ctx, messageId: number): Promise<AccessedMessage> {
  const accessed = await accessMessage(tx, services, ctx, messageId);
  if (!isOwnMessage(accessed.message, accessed.ticket.userId, ctx.actor)) throw new AppError("ERR_NO_PERMISSION");
  return accessed;
}

/** Identifies a message at its network. */
export interface MessagePlace {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly target: StoredRef;
}

/**
 * Returns what identifies a message at its network; null when it was never sent or its connection
 * was deleted.
 */
export function placeOf(services: Services, message: MessageRefRow): MessagePlace | null {
  const { connectionId, externalId, chat, author, fromMe } = message;
  const connection = connectionId === null ? undefined : services.directory.current().connections.get(connectionId);
  if (connectionId === null || externalId === null || !connection) return null;
  return { connectionId, api: connection.api, target: { externalId, chat, author, fromMe } };
}

/**
 * Records the live event of a changed message and updates its ticket's preview. The ticket must be
 * locked.
 */
export async function recordMessageChange(unit: Unit, ticket: LockedTicket, messageId: number): Promise<void> {
  await followPreview(unit, ticket.id, [messageId]);
  await recordTicketChange(unit, ticket, await raiseTicketVersion(unit, ticket.id), { updated: [messageId] });
}

/** Reads a message after a command, for its answer. */
export async function readMessageView(services: Services, ctx: Ctx, messageId: number): Promise<MessageView> {
  const [row] = await getMessageRows(services.database.sql, [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  return messageView(row, presenterFor(services, ctx));
}
