import { CAPABILITIES } from "@balcao/domain/connections";
import { readVcards } from "@balcao/domain/contacts";
import { isForwardable, isTextType } from "@balcao/domain/messages";
import { acceptsMessages, openingState } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ForwardedView } from "@balcao/contracts/messages";
import { getKnownContact, type KnownContact } from "@balcao/database/contacts";
import { getFile, insertFile, ownFile } from "@balcao/database/files";
import { getMessageRef, type MessageRefRow } from "@balcao/database/messages";
import { insertTicket, lockLiveTicket, type LockedTicket } from "@balcao/database/tickets";
import type { StoredFile } from "@balcao/platform/files";
import { keepStored } from "../files/index.js";
import { command, toFileDraft, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { TEXT_TYPES, toContentsAgain, type OutgoingContent } from "../outgoing/index.js";
import { accessTicket, mayOnTicket, seesMessage } from "../tickets/index.js";
import { storeContents, type TargetTicket } from "./storeContents.js";

interface ForwardInput {
  readonly messageId: number;
  readonly contactIds: readonly number[];
  /** The connection of the live tickets into which it goes; without it the message's own. */
  readonly connectionId?: number | undefined;
  readonly note: AuditNote | null;
}

/**
 * Forwards a message to contacts, each in its live ticket on the same connection or in a new one, or in its live ticket on another
 * connection that the person named [D-295]; files are copied [API-024]. Each contact has its own transaction: a failed one
 * is listed in the answer and stops no other.
 */
export async function forwardMessage(services: Services, ctx: Ctx, input: ForwardInput): Promise<ForwardedView> {
  const { messageId, contactIds, note } = input;
  const message = await getMessageRef(services.database.sql, messageId);
  if (!message) throw new AppError("ERR_FETCH_WAPP_MSG");
  const source = await services.database.transaction((tx) =>
    accessTicket(tx, services, ctx, { ticketId: message.ticketId, rule: "ticket:write" }),
  );
  if (!seesMessage(services, ctx, message)) throw new AppError("ERR_FETCH_WAPP_MSG");
  if (!isForwardable(message) || source.connectionId === null) throw new AppError("ERR_FETCH_WAPP_MSG");
  const connectionId = input.connectionId ?? source.connectionId;
  const sent: ForwardedView["sent"][number][] = [];
  const failures: ForwardedView["failures"][number][] = [];
  for (const contactId of new Set(contactIds)) {
    try {
      sent.push({ contactId, ...(await forwardTo(services, ctx, { message, source, connectionId, contactId, note })) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push({ contactId, error: error.sentence, code: error.code });
    }
  }
  return { sent, failures };
}

interface Forwarding {
  readonly message: MessageRefRow;
  readonly source: LockedTicket;
  readonly connectionId: number;
  readonly contactId: number;
  readonly note: AuditNote | null;
}

async function forwardTo(
  services: Services,
  ctx: Ctx,
  { message, source, connectionId, contactId, note }: Forwarding,
): Promise<{ readonly ticketId: number; readonly messageId: string }> {
  const file = await copyFile(services, message);
  const [id] = await keepStored(services, file ? [file] : [], (_files, take) =>
    command(services, contactCtx(ctx, contactId), async (unit) => {
      const contact = await getKnownContact(unit, contactId);
      if (!contact) throw new AppError("ERR_NO_CONTACT_FOUND");
      const live = await lockLiveTicket(unit, contactId, connectionId);
      const isElsewhere = connectionId !== source.connectionId;
      return unit.once({ messageId: message.id, contactId, ...(isElsewhere && { connectionId }) }, async () => {
        take();
        if (!live && isElsewhere) throw new AppError("ERR_NO_TICKET_FOUND");
        const target = live ? accessTarget(services, ctx, live) : await openTarget(unit, ctx, source, contact);
        if (file) await insertFile(unit, toFileDraft(file), "incoming", null);
        const contents = toCopies(services, message, connectionId, file);
        const made = await storeContents(unit, services, ctx, { ...target, contents });
        // The words of a file may be a message before it or after it.
        const owner = made[contents.findIndex(({ fileId }) => fileId !== null)];
        if (file && owner !== undefined) await ownFile(unit, file.id, "message", owner);
        const audit = { action: "message.forward", ticketId: target.ticket.id, contactId, messageId: made[0] ?? null, note } as const;
        return { audit, result: made };
      });
    }),
  );
  const made = id === undefined ? null : await getMessageRef(services.database.sql, id);
  if (!made) throw new AppError("ERR_FETCH_WAPP_MSG");
  return { ticketId: made.ticketId, messageId: String(made.id) };
}

/** One request forwards to several contacts, so each contact needs its own idempotency key. */
function contactCtx(ctx: Ctx, contactId: number): Ctx {
  return { ...ctx, idempotencyKey: ctx.idempotencyKey === null ? null : `${ctx.idempotencyKey}:${contactId}` };
}

/**
 * Returns the contact's live ticket if the person may write into it now; otherwise throws an error
 * that does not identify the ticket.
 */
function accessTarget(services: Services, ctx: Ctx, live: LockedTicket): TargetTicket {
  if (!mayOnTicket(services, ctx, "ticket:write", live) || !acceptsMessages(live.status)) throw new AppError("ERR_FORWARD_TICKET_BUSY");
  return { before: live, ticket: live };
}

/** Creates a ticket for the person, with the queue and connection of the source. */
async function openTarget(unit: Unit, ctx: Ctx, source: LockedTicket, contact: KnownContact): Promise<TargetTicket> {
  const place = { queueId: source.queueId, connectionId: source.connectionId, isGroup: contact.isGroup };
  const ticket = await insertTicket(unit, contact.id, openingState({ from: "dialog", userId: ctx.actor.id }, place, ctx.now), ctx.now);
  if (!ticket) throw new AppError("ERR_OTHER_OPEN_TICKET");
  return { before: null, ticket };
}

/** Copies the message's file; null when it has none. */
async function copyFile(services: Services, { fileId, media }: MessageRefRow): Promise<StoredFile | null> {
  if (fileId === null && media === null) return null;
  const file = fileId === null ? null : await getFile(services.database.sql, fileId);
  if (!file) throw new AppError("ERR_WAPP_DOWNLOAD_MEDIA");
  const { stream } = await services.files.open(file.path);
  return services.files.write(stream, {
    originalName: file.originalName,
    declaredMime: file.mime,
    maxBytes: file.size,
  });
}

/**
 * Returns copies of the message's content. Several cards become several messages where the network
 * takes one at a time.
 */
function toCopies(services: Services, message: MessageRefRow, connectionId: number, file: StoredFile | null): OutgoingContent[] {
  const api = services.directory.current().connections.get(connectionId)?.api ?? "meow";
  if (message.type === "contacts" && !CAPABILITIES[api].severalCards)
    return readVcards(message.body).map(({ vcard }) => ({ ...FORWARDED, type: "vcard", body: vcard }));
  const { type, body, media } = message;
  const { quoted: _theirs, ...details } = message.details ?? {};
  const known = { type: isText(message) ? TEXT_TYPES[api] : type, body, media, details };
  const copies = toContentsAgain(api, known, file && toFileDraft(file));
  // Parts of a message are no message that the network knows.
  const original = copies.length === 1 && originalOf(message, connectionId);
  return copies.map((copy) => ({ ...copy, details: { ...copy.details, ...original }, isForwarded: true }));
}

const FORWARDED = { quotedId: null, fileId: null, media: null, details: null, isForwarded: true } as const;

/** By what its network knows the message, where it goes on over the same connection. */
function originalOf(message: MessageRefRow, connectionId: number) {
  const { externalId, chat, author, fromMe } = message;
  return externalId !== null && message.connectionId === connectionId && { original: { externalId, chat, author, fromMe } };
}

/** A template is forwarded as its text: the target's connection may not have the template. */
const isText = ({ type, fileId }: MessageRefRow): boolean => fileId === null && (isTextType(type) || type === "template");
