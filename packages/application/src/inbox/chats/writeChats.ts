import { LIMITS } from "@balcao/domain/limits";
import { shownKindOf } from "@balcao/domain/messages";
import { previewText } from "@balcao/domain/texts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ChatMessageView } from "@balcao/contracts/chats";
import {
  addChatMessage,
  getChatMessageRows,
  insertChatMessage,
  markChatRead,
  setChatMessageDeleted,
  setChatMessageEdited,
  touchChat,
  type ChatMessageDraft,
  type ChatRow,
} from "@balcao/database/chats";
import { disownFile, insertFile, ownFile } from "@balcao/database/files";
import type { StoredFile } from "@balcao/platform/files";
import { keepStored, storeUploads, type UploadedFile } from "../files/index.js";
import { command, inUnit, toFileDraft, type Ctx, type Done, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordPush } from "../push/index.js";
import { presenterFor } from "../tickets/index.js";
import { accessChat, accessChatOfMessage, isParticipant, lockOwnMessage, lockReadableChat, lockWritableChat } from "./accessChat.js";
import { toChatMessageView } from "./chatViews.js";
import { recordChat } from "./recordChat.js";

const LIMIT = {
  bytes: LIMITS.chat.uploadBytes,
  sentence: `Os arquivos selecionados excedem o limite total de ${LIMITS.chat.uploadBytes / 1024 / 1024} MB.`,
};

interface SendInput {
  readonly chatId: number;
  readonly body: string;
  readonly quotedMessageId: number | undefined;
  readonly type: string;
  readonly voice: boolean;
}

/**
 * Writes into a chat: a text, or files with the text as the first one's caption (API-108, CHAT-011).
 * The sender is the session's user, and the same Idempotency-Key again returns the same messages.
 */
export async function sendChatMessage(
  services: Services,
  ctx: Ctx,
  input: SendInput,
  uploads: readonly UploadedFile[],
): Promise<ChatMessageView | readonly ChatMessageView[]> {
  if (input.body.trim() === "" && uploads.length === 0) throw invalidField("body", "required");
  if (uploads.length > 0) await accessChat(services, ctx, input.chatId);
  const stored = await storeUploads(services, uploads, LIMIT);
  const ids = await keepStored(services, stored, (_files, take) =>
    command(services, ctx, async (unit) => {
      const chat = await lockWritableChat(unit, services, ctx, input.chatId);
      const create = () => {
        take();
        return insertAll(unit, ctx, chat, { ...input, files: stored });
      };
      return unit.once({ ...input, files: stored.map(({ sha256 }) => sha256) }, create, { of: "chatMessage", id: chat.id });
    }),
  );
  const views = await readViews(services, ctx, ids);
  const [only] = views;
  return views.length === 1 && only ? only : views;
}

async function insertAll(
  unit: Unit,
  ctx: Ctx,
  chat: ChatRow,
  { files, ...input }: SendInput & { readonly files: readonly StoredFile[] },
): Promise<Done<readonly number[]>> {
  const quotedId = await checkQuoted(unit, input);
  for (const file of files) await insertFile(unit, toFileDraft(file), "incoming", null);
  const ids: number[] = [];
  const drafts = toDrafts(ctx, input, quotedId, files);
  for (const draft of drafts) {
    const id = await insertChatMessage(unit, draft);
    if (draft.fileId !== null) await ownFile(unit, draft.fileId, "chatMessage", id);
    ids.push(id);
    await recordPush(unit, "chat", id);
  }
  const last = files.at(-1);
  const preview = previewText({ type: last ? shownKindOf(last) : toType(input.type), body: files.length > 1 ? "" : input.body });
  await addChatMessage(unit, {
    chatId: chat.id,
    senderId: ctx.actor.id,
    count: ids.length,
    lastId: ids.at(-1) ?? 0,
    preview,
    now: ctx.now,
  });
  await recordChat(unit, chat.id, "update", { created: ids });
  return { audit: { action: "chat.send", related: { kind: "chat", id: chat.id } }, result: ids };
}

const toType = (type: string) => (type === "location" || type === "vcard" ? type : "chat");

function toDrafts(ctx: Ctx, input: SendInput, quotedId: number | null, files: readonly StoredFile[]): ChatMessageDraft[] {
  const { chatId, body } = input;
  const base = {
    chatId,
    senderId: ctx.actor.id,
    body,
    quotedId,
    now: ctx.now,
    clientKey: ctx.idempotencyKey,
    fileId: null,
    isVoice: false,
  };
  if (files.length === 0) return [{ ...base, type: toType(input.type) }];
  return files.map((file, index) => ({
    ...base,
    type: shownKindOf(file),
    fileId: file.id,
    isVoice: input.voice && file.mime.startsWith("audio/"),
    // The client shows one message of its own; the key belongs to that one.
    ...(index > 0 && { body: "", quotedId: null, clientKey: null }),
  }));
}

/** A reply answers a message of its own chat (S-23). */
async function checkQuoted(unit: Unit, { quotedMessageId, chatId }: SendInput): Promise<number | null> {
  if (quotedMessageId === undefined) return null;
  const [quoted] = await getChatMessageRows(unit, [quotedMessageId]);
  if (quoted?.chatId !== chatId) throw new AppError("ERR_FETCH_WAPP_MSG");
  return quoted.id;
}

async function readViews(services: Services, ctx: Ctx, ids: readonly number[]): Promise<ChatMessageView[]> {
  const rows = await getChatMessageRows(services.database.sql, ids);
  const [one] = rows;
  if (!one) return [];
  const chat = await accessChat(services, ctx, one.chatId);
  const presenter = presenterFor(services, ctx);
  return rows.map((row) => toChatMessageView(row, chat, ctx.actor, presenter));
}

async function readOne(services: Services, ctx: Ctx, id: number): Promise<ChatMessageView> {
  const [view] = await readViews(services, ctx, [id]);
  if (!view) throw new AppError("ERR_FETCH_WAPP_MSG");
  return view;
}

interface EditInput {
  readonly chatId: number;
  readonly messageId: number;
  readonly body: string;
}

/** Edits the person's own text; the former one stays readable as `editedMsg` (API-109). */
export async function editChatMessage(services: Services, ctx: Ctx, { chatId, messageId, body }: EditInput): Promise<ChatMessageView> {
  if (body.trim() === "") throw invalidField("body", "required");
  await command(services, ctx, async (unit) => {
    const { chat, message } = await lockOwnMessage(unit, services, ctx, messageId);
    if (chat.id !== chatId) throw new AppError("ERR_FETCH_WAPP_MSG");
    if (message.isDeleted || message.type !== "chat") throw invalidField("editedMsg", "editable");
    if (!(await setChatMessageEdited(unit, chatId, messageId, { body, preview: previewText({ type: "chat", body }) })))
      return { audit: "unchanged", result: null };
    await recordChange(unit, chat.id, { updated: [messageId] });
    return { audit: { action: "chat.edit", related: { kind: "chat", id: chatId } }, result: null };
  });
  return readOne(services, ctx, messageId);
}

/** Deletes the person's own message with its file; its place stays. */
export async function deleteChatMessage(
  services: Services,
  ctx: Ctx,
  { messageId }: { readonly messageId: number },
): Promise<ChatMessageView> {
  await command(services, ctx, async (unit) => {
    const { chat } = await lockOwnMessage(unit, services, ctx, messageId);
    const word = previewText({ type: "chat", body: "", isDeleted: true });
    const deleted = await setChatMessageDeleted(unit, chat.id, messageId, word);
    if (deleted === "unchanged") return { audit: "unchanged", result: null };
    if (deleted.fileId !== null) await disownFile(unit, deleted.fileId);
    await recordChange(unit, chat.id, { deleted: [messageId] });
    return { audit: { action: "chat.remove", related: { kind: "chat", id: chat.id } }, result: null };
  });
  return readOne(services, ctx, messageId);
}

async function recordChange(unit: Unit, chatId: number, changed: { updated?: number[]; deleted?: number[] }): Promise<void> {
  await touchChat(unit, chatId);
  await recordChat(unit, chatId, "update", changed);
}

/** Marks a message and the earlier ones as read by a participant (API-110, CHAT-018, D-091). */
export async function readChatMessage(
  services: Services,
  ctx: Ctx,
  { messageId, userId }: { readonly messageId: number; readonly userId: number | undefined },
): Promise<{ messagesUnread: number }> {
  if (userId !== undefined && userId !== ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  const { id } = await accessChatOfMessage(services, ctx, messageId);
  return inUnit(services, async (unit) => {
    const chat = await lockReadableChat(unit, services, ctx, id);
    if (!isParticipant(ctx, chat)) throw new AppError("ERR_NO_CHAT_PERMISSION");
    const left = await markChatRead(unit, id, ctx.actor.id, { messageId, now: ctx.now });
    if (left === null) return { messagesUnread: chat.people.find((person) => person.userId === ctx.actor.id)?.unread ?? 0 };
    await touchChat(unit, id);
    await recordChat(unit, id, "updateUnread", { readBy: ctx.actor.id });
    return { messagesUnread: left };
  });
}
