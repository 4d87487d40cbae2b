import { CAPABILITIES, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { mentionedDigits } from "@balcao/domain/messages";
import { acceptsMessages, applyIntent } from "@balcao/domain/tickets";
import { commentIn, previewMedia, previewText } from "@balcao/domain/texts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { insertFile, ownFile } from "@balcao/database/files";
import { isKeyUsed } from "@balcao/database/idempotency";
import { getMessageRows } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { addMessagesToTicket, ANSWERED, getTicketRow, lockTicketFirst, type LockedTicket } from "@balcao/database/tickets";
import type { StoredFile } from "@balcao/platform/files";
import { keepStored, storeUploads, type SourceFile, type UploadedFile } from "../files/index.js";
import { command, toFileDraft, type CommandUnit, type Ctx, type Done, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertComment, insertOutgoing, toContents, toDestination, type Destination, type OutgoingContent } from "../outgoing/index.js";
import { recordMentions, toMentioned } from "../mentions/index.js";
import {
  accessTicketRow,
  checkLockedTicket,
  mayOnTicket,
  presenterFor,
  recordTicketChange,
  saveTransition,
  seesMessage,
  type Steps,
} from "../tickets/index.js";
import { messageView } from "./messageView.js";
import { takeNamedFile } from "./storeContents.js";

export interface SendMessageInput {
  readonly ticketId: number;
  readonly body: string;
  readonly quotedMessageId: number | undefined;
  /** The address of one of our own files, which is sent again. */
  readonly mediaUrl: string | null;
  readonly voice: boolean;
  /** The colleagues whom a comment mentions. */
  readonly mentions: readonly number[];
  /** What is done to the ticket in the same transaction, after the messages. */
  readonly andThen?: AfterSending | undefined;
}

interface AfterSending {
  /** What a repeat of the call has in common with the first one. */
  readonly facts: unknown;
  /** Its own files, sent before those of the request. */
  readonly files: readonly SourceFile[];
  /** Whether it is done without a message as well. */
  readonly maySayNothing: boolean;
  readonly run: (unit: Unit, ticket: LockedTicket) => Promise<Steps>;
}

/**
 * Sends what an agent wrote: a text, an internal comment, or files with the text as the first one's
 * caption, in as many messages as the network needs [API-021]. The messages and their outbox rows are stored before this resolves; the sender
 * is the session's user. The same Idempotency-Key again returns the same messages.
 */
export async function sendMessage(
  services: Services,
  ctx: Ctx,
  input: SendMessageInput,
  uploads: readonly UploadedFile[],
): Promise<MessageView | readonly MessageView[]> {
  const { mediaUrl, andThen, ...content } = input;
  const named = mediaUrl === null ? [] : [await takeNamedFile(services, ctx, mediaUrl)];
  const files = [...named, ...(andThen?.files ?? []), ...uploads];
  if (!says(input, files) && andThen?.maySayNothing !== true) throw invalidField("body", "required");
  const stored = await storeForTicket(services, ctx, input.ticketId, files);
  const ids = await keepStored(services, stored, (_files, take) => {
    const send = async (unit: CommandUnit, [locked]: readonly LockedTicket[]): Promise<Done<readonly number[]>> => {
      // A guest comments, and no more (D-550).
      const rule = !andThen && stored.length === 0 && commentIn(input.body) !== null ? "ticket:open" : "ticket:write";
      // A repeat is judged by nothing: it may itself have closed the ticket or given it away.
      const create = () => {
        const ticket = checkLockedTicket(services, ctx, rule, locked);
        take();
        return insertAll(unit, services, ctx, { ticket, input: { ...content, andThen }, files: stored });
      };
      const facts = { ...content, files: stored.map(({ sha256 }) => sha256), andThen: andThen?.facts };
      return unit.once(facts, create, { of: "message", id: input.ticketId });
    };
    return command(services, ctx, send, lockTicketFirst(input.ticketId));
  });
  for (const messageId of ids) services.logger.info({ ticketId: input.ticketId, messageId }, "a message is queued");
  return readSent(services, ctx, ids);
}

/** The limit of the connection's kind applies to the sum of a request's files. */
async function storeForTicket(services: Services, ctx: Ctx, ticketId: number, uploads: readonly SourceFile[]): Promise<StoredFile[]> {
  if (uploads.length === 0) return [];
  const isRepeat = await isKeyUsed(services.database.sql, ctx);
  const ticket = await (isRepeat ? getTicketRow(services.database.sql, ticketId) : accessTicketRow(services, ctx, ticketId));
  if (!ticket) throw new AppError("ERR_NO_TICKET_FOUND");
  if (!isRepeat && !acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  const api = apiOf(services, ticket);
  return storeUploads(services, uploads, { bytes: CAPABILITIES[api].uploadLimitBytes, sentence: uploadLimitSentence(api) });
}

function apiOf(services: Services, { connectionId }: Pick<LockedTicket, "connectionId">): ConnectorApi {
  const api = connectionId === null ? undefined : services.directory.current().connections.get(connectionId)?.api;
  if (api === undefined) throw new AppError("ERR_NO_WAPP_FOUND");
  return api;
}

/** Whether anything is sent. */
const says = ({ body }: Pick<SendMessageInput, "body">, files: readonly unknown[]): boolean => body.trim() !== "" || files.length > 0;

const NOTHING_MORE = { created: [], historyMoved: false, audit: [] };

interface NewMessages {
  readonly ticket: LockedTicket;
  readonly input: Omit<SendMessageInput, "mediaUrl">;
  readonly files: readonly StoredFile[];
}

async function insertAll(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket: locked, input, files }: NewMessages,
): Promise<Done<readonly number[]>> {
  if (!acceptsMessages(locked.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  if (!says(input, files)) return doWithoutMessage(unit, locked, input);
  const ticket = await takeGroup(unit, services, ctx, locked);
  const quotedId = await checkQuoted(unit, services, ctx, input);
  const comment = files.length === 0 ? commentIn(input.body) : null;
  if (comment === "") throw invalidField("body", "required");
  if (comment === null && input.mentions.length > 0) throw invalidField("mentions", "comment");
  const [ids, after] =
    comment === null
      ? await insertAnswer(unit, services, ctx, { ...input, ticket, quotedId, files })
      : [[await insertWrittenComment(unit, services, ctx, { ticket, comment, mentions: input.mentions })], ticket];
  const { id: ticketId, contactId, connectionId } = ticket;
  const sent = { action: "message.send" as const, ticketId, contactId, connectionId, messageId: ids[0] ?? null };
  const { ticket: last, created, historyMoved, audit } = (await input.andThen?.run(unit, after)) ?? { ...NOTHING_MORE, ticket: after };
  await recordTicketChange(unit, locked, last, { created: [...ids, ...created], historyMoved });
  return { audit: [sent, ...audit], result: ids };
}

/** What follows a message where there is none: the ticket's change is recorded where there is one. */
async function doWithoutMessage(unit: Unit, locked: LockedTicket, { andThen }: NewMessages["input"]): Promise<Done<readonly number[]>> {
  const { ticket, created, historyMoved, audit } = (await andThen?.run(unit, locked)) ?? { ...NOTHING_MORE, ticket: locked };
  if (ticket !== locked || created.length > 0) await recordTicketChange(unit, locked, ticket, { created, historyMoved });
  return { audit, result: [] };
}

interface WrittenComment {
  readonly ticket: LockedTicket;
  readonly comment: string;
  readonly mentions: readonly number[];
}

/** Stores a comment, and notifies the colleagues whom it mentions and who read it. */
async function insertWrittenComment(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, comment, mentions }: WrittenComment,
): Promise<number> {
  const mentioned = await toMentioned(unit, ctx, mentions);
  const messageId = await insertComment(unit, ticket, {
    body: comment,
    userId: ctx.actor.id,
    mentioned,
    clientKey: ctx.idempotencyKey,
    now: ctx.now,
  });
  await recordMentions(unit, services, { authorId: ctx.actor.id, ticket, messageId, mentioned });
  return messageId;
}

/**
 * Assigns a group to the first person who answers it, while the setting `groupPerUser` is on.
 */
async function takeGroup(tx: Sql, services: Services, ctx: Ctx, ticket: LockedTicket): Promise<LockedTicket> {
  if (ticket.status !== "group" || ticket.userId !== null || !mayOnTicket(services, ctx, "ticket:write", ticket)) return ticket;
  if (!services.directory.current().settings.groupPerUser) return ticket;
  const result = applyIntent(ticket, "takeGroup", { userId: ctx.actor.id }, ctx.now);
  return result.ok && !result.unchanged ? saveTransition(tx, ticket, result.patch, ctx.now) : ticket;
}

/**
 * Returns the id of the quoted message; throws unless it is a message of this ticket that the
 * person sees, and no comment [CONV-033].
 */
async function checkQuoted(
  tx: Sql,
  services: Services,
  ctx: Ctx,
  { quotedMessageId, ticketId }: Pick<SendMessageInput, "quotedMessageId" | "ticketId">,
): Promise<number | null> {
  if (quotedMessageId === undefined) return null;
  const [quoted] = await getMessageRows(tx, [quotedMessageId]);
  if (quoted?.ticketId !== ticketId || !seesMessage(services, ctx, quoted)) throw new AppError("ERR_FETCH_WAPP_MSG");
  if (quoted.type === "comment") throw invalidField("quotedMsg", "comment");
  return quoted.id;
}

interface Outgoing {
  readonly ticket: LockedTicket;
  readonly body: string;
  readonly voice: boolean;
  readonly quotedId: number | null;
  readonly files: readonly StoredFile[];
}

/**
 * Stores messages for the contact, and their effect on the ticket. Both are independent of each other,
 * so that the first statements of both are one round trip.
 */
async function insertAnswer(tx: Sql, services: Services, ctx: Ctx, outgoing: Outgoing): Promise<[readonly number[], LockedTicket]> {
  const { ticket, body } = outgoing;
  const contents = toContents(apiOf(services, ticket), { ...outgoing, text: body, files: outgoing.files.map(toFileDraft) });
  const { type = "conversation", body: said = "", media: file = null } = contents.at(-1) ?? {};
  const userName = services.directory.current().users.get(ctx.actor.id)?.name ?? null;
  const seconds = typeof file?.["seconds"] === "number" ? file["seconds"] : null;
  const shown = { preview: previewText({ type, body: said, userName }), media: previewMedia({ type, seconds }) };
  return Promise.all([
    insertForContact(tx, services, ctx, { ...outgoing, contents }),
    addMessagesToTicket(tx, ticket.id, { ...ANSWERED, ...shown, at: ctx.now }),
  ]);
}

async function insertForContact(
  tx: Sql,
  services: Services,
  ctx: Ctx,
  { ticket, files, contents }: Outgoing & { readonly contents: readonly OutgoingContent[] },
): Promise<number[]> {
  const { connections } = services.directory.current();
  const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
  const ids: number[] = [];
  for (const file of files) await insertFile(tx, toFileDraft(file), "incoming", null);
  for (const [index, content] of contents.entries()) {
    // The client shows one message of its own before the answer arrives; the key belongs to that
    // one.
    const clientKey = index === 0 ? ctx.idempotencyKey : null;
    const sent = content.fileId === null ? { ...content, details: mentionsIn(to, content.body) } : content;
    const id = await insertOutgoing(tx, { ticket, to }, sent, { by: "agent", userId: ctx.actor.id, clientKey, now: ctx.now });
    if (content.fileId !== null) await ownFile(tx, content.fileId, "message", id);
    ids.push(id);
  }
  return ids;
}

/**
 * Returns the addresses of people mentioned in a group text by `@` and digits; digits
 * that are too long for a phone are a LID.
 */
function mentionsIn(to: Destination, body: string): Readonly<Record<string, unknown>> | null {
  if (to.peer.group === undefined || !CAPABILITIES[to.api].mentions) return null;
  const mentions = mentionedDigits(body).map((digits) => (digits.length > 13 ? { lid: digits } : { phone: digits }));
  return mentions.length === 0 ? null : { mentions };
}

async function readSent(services: Services, ctx: Ctx, ids: readonly number[]): Promise<MessageView | readonly MessageView[]> {
  const presenter = presenterFor(services, ctx);
  const views = (await getMessageRows(services.database.sql, ids)).map((row) => messageView(row, presenter));
  const [only] = views;
  return views.length === 1 && only ? only : views;
}
