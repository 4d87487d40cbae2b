import { CAPABILITIES } from "@balcao/domain/connections";
import { readVcards } from "@balcao/domain/contacts";
import { isForwardable } from "@balcao/domain/messages";
import { acceptsMessages, openingState } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ForwardedView } from "@balcao/contracts/messages";
import { getKnownContact, type KnownContact } from "@balcao/database/contacts";
import { getFile, insertFile, ownFile } from "@balcao/database/files";
import { getMessageRef, type MessageRefRow } from "@balcao/database/messages";
import { insertTicket, lockLiveTicket, type LockedTicket } from "@balcao/database/tickets";
import type { StoredFile } from "@balcao/platform/files";
import { command, toFileDraft, type Ctx, type House, type Unit } from "../kernel/index.js";
import { TEXT_TYPES, type OutgoingContent } from "../outgoing/index.js";
import { accessTicket, mayOnTicket } from "../tickets/index.js";
import { storeContents, type TargetTicket } from "./storeContents.js";

interface ForwardInput {
  readonly messageId: number;
  readonly contactIds: readonly number[];
  readonly note: AuditNote | null;
}

/**
 * Forwards a message to contacts, each in its live ticket on the same connection or in a new one (API-024, CONV-034, D-074). Files are copied.
 * Each contact is its own transaction: one that fails is named in the answer and stops no other.
 */
export async function forwardMessage(house: House, ctx: Ctx, { messageId, contactIds, note }: ForwardInput): Promise<ForwardedView> {
  const message = await getMessageRef(house.database.sql, messageId);
  if (!message) throw new AppError("ERR_FETCH_WAPP_MSG");
  const source = await house.database.transaction((tx) => accessTicket(tx, house, ctx, message.ticketId, "ticket:write"));
  if (!isForwardable(message) || source.connectionId === null) throw new AppError("ERR_FETCH_WAPP_MSG");
  const sent: ForwardedView["sent"][number][] = [];
  const failures: ForwardedView["failures"][number][] = [];
  for (const contactId of new Set(contactIds)) {
    try {
      sent.push({ contactId, ...(await forwardTo(house, ctx, { message, source, contactId, note })) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push({ contactId, error: error.toBody().error });
    }
  }
  return { sent, failures };
}

interface Forwarding {
  readonly message: MessageRefRow;
  readonly source: LockedTicket;
  readonly contactId: number;
  readonly note: AuditNote | null;
}

async function forwardTo(
  house: House,
  ctx: Ctx,
  { message, source, contactId, note }: Forwarding,
): Promise<{ readonly ticketId: number; readonly messageId: string }> {
  const file = await copyFile(house, message);
  let isFileUsed = false;
  try {
    const [id] = await command(house, contactCtx(ctx, contactId), async (unit) => {
      isFileUsed = false;
      const contact = await getKnownContact(unit, contactId);
      if (!contact || source.connectionId === null) throw new AppError("ERR_NO_CONTACT_FOUND");
      const live = await lockLiveTicket(unit, contactId, source.connectionId);
      return unit.once({ messageId: message.id, contactId }, async () => {
        isFileUsed = true;
        const target = live ? accessTarget(house, ctx, live) : await openTarget(unit, ctx, source, contact);
        if (file) await insertFile(unit, toFileDraft(file), "incoming", null);
        const made = await storeContents(unit, house, ctx, target, toCopies(house, message, source, file));
        if (file && made[0] !== undefined) await ownFile(unit, file.id, "message", made[0]);
        const audit = { action: "message.forward", ticketId: target.ticket.id, contactId, messageId: made[0] ?? null, note } as const;
        return { audit, result: made };
      });
    });
    const made = id === undefined ? null : await getMessageRef(house.database.sql, id);
    if (!made) throw new AppError("ERR_FETCH_WAPP_MSG");
    return { ticketId: made.ticketId, messageId: String(made.id) };
  } catch (error) {
    isFileUsed = false;
    throw error;
  } finally {
    if (file && !isFileUsed) await house.files.remove(file.path);
  }
}

/** One request forwards to several contacts: each has its own idempotency key. */
function contactCtx(ctx: Ctx, contactId: number): Ctx {
  return { ...ctx, idempotencyKey: ctx.idempotencyKey === null ? null : `${ctx.idempotencyKey.slice(0, 88)}:${contactId}` };
}

/** The contact's live ticket, where the person may write in it now; otherwise an error that does not name it (D-074, D-075, S-23). */
function accessTarget(house: House, ctx: Ctx, live: LockedTicket): TargetTicket {
  if (!mayOnTicket(house, ctx, "ticket:write", live) || !acceptsMessages(live.status)) throw new AppError("ERR_FORWARD_TICKET_BUSY");
  return { before: live, ticket: live };
}

/** A new ticket of the person's, in the source's queue and on its connection. */
async function openTarget(unit: Unit, ctx: Ctx, source: LockedTicket, contact: KnownContact): Promise<TargetTicket> {
  const place = { queueId: source.queueId, connectionId: source.connectionId, isGroup: contact.isGroup };
  const ticket = await insertTicket(unit, contact.id, openingState({ from: "dialog", userId: ctx.actor.id }, place, ctx.now), ctx.now);
  if (!ticket) throw new AppError("ERR_OTHER_OPEN_TICKET");
  return { before: null, ticket };
}

/** The bytes of the message's file again, as a file of its own; null when it has none. */
async function copyFile(house: House, { fileId, media }: MessageRefRow): Promise<StoredFile | null> {
  if (fileId === null && media === null) return null;
  const file = fileId === null ? null : await getFile(house.database.sql, fileId);
  if (!file) throw new AppError("ERR_WAPP_DOWNLOAD_MEDIA");
  return house.files.write(house.files.locate(file.path), {
    originalName: file.originalName,
    declaredMime: file.mime,
    maxBytes: file.size,
  });
}

/** The message's content again; several cards become several messages where the network takes one at a time. */
function toCopies(house: House, message: MessageRefRow, source: LockedTicket, file: StoredFile | null): OutgoingContent[] {
  const api = house.directory.current().connections.get(source.connectionId ?? 0)?.api ?? "meow";
  const { externalId, chat, author, fromMe } = message;
  const original = externalId === null || message.connectionId !== source.connectionId ? null : { externalId, chat, author, fromMe };
  const copy = {
    type: message.type,
    body: message.body,
    quotedId: null,
    fileId: file?.id ?? null,
    media: message.media,
    details: { ...message.details, ...(original && { original }) },
    isForwarded: true,
  } as const;
  if (message.type === "contacts" && !CAPABILITIES[api].severalCards)
    return readVcards(message.body).map(({ vcard }) => ({ ...copy, type: "vcard", body: vcard, details: null }));
  return [message.fileId === null && isText(message) ? { ...copy, type: TEXT_TYPES[api] } : copy];
}

/** A template goes on as the text that it was: templates are Meta's, and the next connection may know none. */
const isText = ({ type }: MessageRefRow): boolean =>
  Object.values(TEXT_TYPES).includes(type) || type === "extendedTextMessage" || type === "template";
