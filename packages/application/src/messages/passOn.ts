import { CAPABILITIES } from "@balcao/domain/connections";
import { readVcards, writeVcard } from "@balcao/domain/contacts";
import { isForwardable } from "@balcao/domain/messages";
import { acceptsMessages, openingState } from "@balcao/domain/tickets";
import { previewText } from "@balcao/domain/texts";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ForwardedView, MessageView } from "@balcao/contracts/messages";
import { getContactRow, getKnownContact } from "@balcao/database/contacts";
import { getFile, insertFile, ownFile } from "@balcao/database/files";
import { getMessageRef, type MessageRefRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { addMessagesToTicket, insertTicket, lockLiveTicket, type LockedTicket } from "@balcao/database/tickets";
import type { StoredFile } from "@balcao/platform/files";
import { recordAudit } from "../audit/index.js";
import { createOnce, toFileDraft, WAKE, type Ctx, type House } from "../kernel/index.js";
import { insertOutgoing, TEXT_TYPES, toDestination, type OutgoingContent } from "../outgoing/index.js";
import { accessTicket, recordTicketChange } from "../tickets/index.js";
import { readMessageView } from "./accessMessage.js";

/** Sends the card of a contact into a ticket (API-023). A contact without a number has no card: ERR_NO_CONTACT_FOUND. */
export async function sendCard(
  house: House,
  ctx: Ctx,
  { ticketId, contactId }: { readonly ticketId: number; readonly contactId: number },
): Promise<MessageView> {
  const [messageId = 0] = await house.database.begin(async (tx) => {
    const ticket = await accessTicket(tx, house, ctx, ticketId, "ticket:write");
    if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
    return createOnce(tx, ctx, `messages.card:${ticketId}`, { contactId }, async () => {
      const contact = await getContactRow(tx, contactId);
      if (!contact?.number) throw new AppError("ERR_NO_CONTACT_FOUND");
      const content = { type: "vcard", body: writeVcard(contact.name, contact.number), quotedId: null, fileId: null, media: null } as const;
      const ids = await insertContents(tx, house, ctx, { before: ticket, ticket }, [content]);
      await recordAudit(tx, ctx, "message.card", { ticketId, contactId: ticket.contactId, messageId: ids[0] ?? null });
      return ids;
    });
  });
  house.waker.signal(WAKE.outbox);
  return readMessageView(house, ctx, messageId);
}

interface ForwardInput {
  readonly messageId: number;
  readonly contactIds: readonly number[];
  readonly note: AuditNote | null;
}

/**
 * Passes a message on to contacts, each in its live ticket on the same connection or in a new one (API-024, CONV-034, D-074). Files are copied.
 * Each contact is its own transaction: one that fails is named in the answer and stops no other.
 */
export async function forwardMessage(house: House, ctx: Ctx, { messageId, contactIds, note }: ForwardInput): Promise<ForwardedView> {
  const message = await getMessageRef(house.database.sql, messageId);
  if (!message) throw new AppError("ERR_FETCH_WAPP_MSG");
  const source = await house.database.begin((tx) => accessTicket(tx, house, ctx, message.ticketId, "ticket:write"));
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
  house.waker.signal(WAKE.outbox);
  house.waker.signal(WAKE.live);
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
  let used = false;
  try {
    return await house.database.begin(async (tx) => {
      const target = await ticketFor(tx, ctx, source, contactId);
      const step = { ...ctx, idempotencyKey: ctx.idempotencyKey === null ? null : `${ctx.idempotencyKey}:${contactId}`.slice(0, 100) };
      const ids = await createOnce(tx, step, `messages.forward:${message.id}`, { contactId }, async () => {
        used = true;
        if (file) await insertFile(tx, toFileDraft(file), "incoming", null);
        const made = await insertContents(tx, house, { ...ctx, idempotencyKey: null }, target, toCopies(house, message, source, file));
        if (file && made[0] !== undefined) await ownFile(tx, file.id, "message", made[0]);
        const facts = { ticketId: target.ticket.id, contactId, messageId: made[0] ?? null };
        await recordAudit(tx, ctx, "message.forward", facts, note);
        return made;
      });
      return { ticketId: target.ticket.id, messageId: String(ids[0] ?? 0) };
    });
  } catch (error) {
    used = false;
    throw error;
  } finally {
    if (file && !used) await house.files.remove(file.path);
  }
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

interface TargetTicket {
  /** Null for a ticket that was opened for this. */
  readonly before: LockedTicket | null;
  readonly ticket: LockedTicket;
}

/** The contact's live ticket on the connection, whoever has it, or a new one of the person's in the source's queue (D-074). */
async function ticketFor(tx: Sql, ctx: Ctx, source: LockedTicket, contactId: number): Promise<TargetTicket> {
  const contact = await getKnownContact(tx, contactId);
  if (!contact || source.connectionId === null) throw new AppError("ERR_NO_CONTACT_FOUND");
  const live = await lockLiveTicket(tx, contactId, source.connectionId);
  if (live) return { before: live, ticket: live };
  const place = { queueId: source.queueId, connectionId: source.connectionId, isGroup: contact.isGroup };
  const ticket = await insertTicket(tx, contactId, openingState({ from: "dialog", userId: ctx.actor.id }, place, ctx.now), ctx.now);
  if (!ticket) throw new AppError("ERR_OTHER_OPEN_TICKET");
  return { before: null, ticket };
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

/** Stores messages of ours in a ticket: rows, outbox, preview, live event. */
async function insertContents(
  tx: Sql,
  house: House,
  ctx: Ctx,
  { before, ticket }: TargetTicket,
  contents: readonly OutgoingContent[],
): Promise<number[]> {
  const { connections } = house.directory.current();
  const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
  const ids: number[] = [];
  for (const content of contents) {
    const clientKey = ids.length === 0 ? ctx.idempotencyKey : null;
    ids.push(await insertOutgoing(tx, ticket, to, content, { by: "agent", userId: ctx.actor.id, clientKey, now: ctx.now }));
  }
  const last = contents.at(-1);
  const preview = previewText({ type: last?.type ?? "conversation", body: last?.body ?? "" });
  const after = await addMessagesToTicket(tx, ticket.id, { preview, at: ctx.now, inboundId: null, unread: 0 });
  await recordTicketChange(tx, before, after, { created: ids });
  return ids;
}
