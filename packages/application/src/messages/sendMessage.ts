import { CAPABILITIES, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { mentionedDigits } from "@balcao/domain/messages";
import type { MediaKind, MessageType } from "@balcao/domain/messaging";
import { acceptsMessages, applyIntent } from "@balcao/domain/tickets";
import { commentIn, previewText } from "@balcao/domain/texts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { insertFile, ownFile } from "@balcao/database/files";
import { getMessageRows } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { addMessagesToTicket, type LockedTicket } from "@balcao/database/tickets";
import { FileError, type StoredFile } from "@balcao/platform/files";
import { command, toFileDraft, type Ctx, type Done, type House, type Unit } from "../kernel/index.js";
import { insertComment, insertOutgoing, TEXT_TYPES, toDestination, type Destination, type OutgoingContent } from "../outgoing/index.js";
import { accessTicket, accessTicketRow, presenterFor, recordTicketChange, saveTransition } from "../tickets/index.js";
import { messageView } from "./messageView.js";
import { takeNamedFile } from "./takeNamedFile.js";
import type { UploadedFile } from "./uploadedFile.js";

interface SendMessageInput {
  readonly ticketId: number;
  readonly body: string;
  readonly quotedMessageId: number | undefined;
  /** One of our own addresses, whose file is sent again. */
  readonly mediaUrl: string | null;
  readonly voice: boolean;
}

/**
 * Sends what an agent wrote: a text, an internal comment, or files with the text as the first one's caption (API-021). Everything is stored with
 * its outbox row before this answers; who sends is the session's user. The same Idempotency-Key again answers the same messages.
 */
export async function sendMessage(
  house: House,
  ctx: Ctx,
  input: SendMessageInput,
  uploads: readonly UploadedFile[],
): Promise<MessageView | readonly MessageView[]> {
  const { mediaUrl, ...content } = input;
  const files = mediaUrl === null ? uploads : [await takeNamedFile(house, ctx, mediaUrl), ...uploads];
  if (input.body.trim() === "" && files.length === 0) throw invalidField("body", "required");
  const stored = await storeUploads(house, ctx, input.ticketId, files);
  let used = false;
  try {
    const ids = await command(house, ctx, async (unit) => {
      const ticket = await accessTicket(unit, house, ctx, input.ticketId, "ticket:write");
      return unit.once({ ...content, files: stored.map(({ sha256 }) => sha256) }, async () => {
        used = true;
        return insertAll(unit, house, ctx, ticket, content, stored);
      });
    });
    return await readSent(house, ctx, ids);
  } finally {
    if (!used) await removeFiles(house, stored);
  }
}

async function storeUploads(house: House, ctx: Ctx, ticketId: number, uploads: readonly UploadedFile[]): Promise<StoredFile[]> {
  if (uploads.length === 0) return [];
  const ticket = await accessTicketRow(house, ctx, ticketId);
  if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  const api = ticket.connectionId === null ? undefined : house.directory.current().connections.get(ticket.connectionId)?.api;
  if (api === undefined) throw new AppError("ERR_NO_WAPP_FOUND");
  checkTotal(api, uploads);
  const stored: StoredFile[] = [];
  try {
    for (const { path, originalName, declaredMime } of uploads)
      stored.push(await house.files.write(path, { originalName, declaredMime, maxBytes: CAPABILITIES[api].uploadLimitBytes }));
    return stored;
  } catch (error) {
    await removeFiles(house, stored);
    throw error instanceof FileError ? toUploadError(error, api) : error;
  }
}

/** The sum of a request's files has the limit of the connection's kind (CONV-022, D-066). */
function checkTotal(api: ConnectorApi, uploads: readonly UploadedFile[]): void {
  const total = uploads.reduce((sum, { size }) => sum + size, 0);
  if (total > CAPABILITIES[api].uploadLimitBytes) throw new AppError("ERR_UPLOAD_LIMIT", { sentence: uploadLimitSentence(api) });
}

function toUploadError(error: FileError, api: ConnectorApi): AppError {
  if (error.code === "ERR_FILE_TOO_LARGE") return new AppError("ERR_UPLOAD_LIMIT", { sentence: uploadLimitSentence(api) });
  return new AppError("ERR_WAPP_DOWNLOAD_MEDIA_DENIED", { details: [{ field: "medias", rule: error.reason }] });
}

async function removeFiles(house: House, files: readonly StoredFile[]): Promise<void> {
  await Promise.all(files.map((file) => house.files.remove(file.path)));
}

async function insertAll(
  unit: Unit,
  house: House,
  ctx: Ctx,
  locked: LockedTicket,
  input: Omit<SendMessageInput, "mediaUrl">,
  files: readonly StoredFile[],
): Promise<Done<readonly number[]>> {
  if (!acceptsMessages(locked.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  const ticket = await takeGroup(unit, house, ctx, locked);
  const quotedId = await checkQuoted(unit, input);
  const comment = files.length === 0 ? commentIn(input.body) : null;
  if (comment === "") throw invalidField("body", "required");
  const ids =
    comment === null
      ? await insertForContact(unit, house, ctx, ticket, { ...input, quotedId }, files)
      : [await insertComment(unit, ticket, comment, ctx.actor.id, ctx.now)];
  const last = files.at(-1);
  const preview =
    comment === null ? previewText({ type: last ? mediaKindOf(last) : "conversation", body: files.length > 1 ? "" : input.body }) : null;
  const after =
    preview === null ? ticket : await addMessagesToTicket(unit, ticket.id, { preview, at: ctx.now, inboundId: null, unread: 0 });
  await recordTicketChange(unit, locked, after, { created: ids });
  const { id: ticketId, contactId, connectionId } = ticket;
  return { audit: { action: "message.send", ticketId, contactId, connectionId, messageId: ids[0] ?? null }, result: ids };
}

/** The first answer makes a group its answerer's, where groups belong to people (D-043). */
async function takeGroup(tx: Sql, house: House, ctx: Ctx, ticket: LockedTicket): Promise<LockedTicket> {
  if (ticket.status !== "group" || ticket.userId !== null || !house.directory.current().settings.groupPerUser) return ticket;
  const result = applyIntent(ticket, "takeGroup", { userId: ctx.actor.id }, ctx.now);
  return result.ok && !result.unchanged ? saveTransition(tx, ticket, result.patch, ctx.now) : ticket;
}

/** A quoted message must be one of this ticket's, and no comment (CONV-033, S-23). */
async function checkQuoted(
  tx: Sql,
  { quotedMessageId, ticketId }: Pick<SendMessageInput, "quotedMessageId" | "ticketId">,
): Promise<number | null> {
  if (quotedMessageId === undefined) return null;
  const [quoted] = await getMessageRows(tx, [quotedMessageId]);
  if (quoted?.ticketId !== ticketId) throw new AppError("ERR_FETCH_WAPP_MSG");
  if (quoted.type === "comment") throw invalidField("quotedMsg", "comment");
  return quoted.id;
}

interface Outgoing {
  readonly body: string;
  readonly voice: boolean;
  readonly quotedId: number | null;
}

async function insertForContact(
  tx: Sql,
  house: House,
  ctx: Ctx,
  ticket: LockedTicket,
  input: Outgoing,
  files: readonly StoredFile[],
): Promise<number[]> {
  const { connections } = house.directory.current();
  const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
  const ids: number[] = [];
  for (const file of files) await insertFile(tx, toFileDraft(file), "incoming", null);
  for (const [index, content] of toContents(to, input, files).entries()) {
    // Only the first message of a request carries the client's key: it is the one that the client shows before we answer.
    const clientKey = index === 0 ? ctx.idempotencyKey : null;
    const id = await insertOutgoing(tx, ticket, to, content, { by: "agent", userId: ctx.actor.id, clientKey, now: ctx.now });
    if (content.fileId !== null) await ownFile(tx, content.fileId, "message", id);
    ids.push(id);
  }
  return ids;
}

function toContents(to: Destination, input: Outgoing, files: readonly StoredFile[]): OutgoingContent[] {
  if (files.length === 0)
    return [
      {
        type: TEXT_TYPES[to.api],
        body: input.body,
        quotedId: input.quotedId,
        fileId: null,
        media: null,
        details: mentionsIn(to, input.body),
      },
    ];
  return files.map((file, index) => ({
    type: mediaKindOf(file) satisfies MessageType,
    body: index === 0 ? input.body : "",
    quotedId: index === 0 ? input.quotedId : null,
    fileId: file.id,
    media: {
      voice: input.voice && file.mime.startsWith("audio/"),
      fileName: file.originalName,
      seconds: file.durationMs === undefined ? null : Math.round(file.durationMs / 1000),
    },
  }));
}

/** Who is meant by the `@` numbers of a text to a group, as their addresses (CONV-011); digits too long for a phone are an opaque address. */
function mentionsIn(to: Destination, body: string): Readonly<Record<string, unknown>> | null {
  if (to.peer.group === undefined || !CAPABILITIES[to.api].mentions) return null;
  const mentions = mentionedDigits(body).map((digits) => (digits.length > 13 ? { lid: digits } : { phone: digits }));
  return mentions.length === 0 ? null : { mentions };
}

function mediaKindOf({ mime }: StoredFile): MediaKind {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return "image";
  if (mime.startsWith("audio/")) return "audio";
  return mime === "video/mp4" || mime === "video/3gpp" ? "video" : "document";
}

async function readSent(house: House, ctx: Ctx, ids: readonly number[]): Promise<MessageView | readonly MessageView[]> {
  const presenter = presenterFor(house, ctx.sessionId);
  const views = (await getMessageRows(house.database.sql, ids)).map((row) => messageView(row, presenter));
  const [only] = views;
  return views.length === 1 && only ? only : views;
}
