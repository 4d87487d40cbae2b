import { readsChat, takesPart, writesChat, type ChatFacts } from "@balcao/domain/chats";
import { AppError } from "@balcao/contracts/errors";
import { getChatMessageRows, getChatOfMessage, getChatRow, lockChat, type ChatMessageRow, type ChatRow } from "@balcao/database/chats";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";

/** The facts of a chat that the rules read. */
export function toChatFacts({ isGroup, userId, people }: ChatRow, directory: DirectorySnapshot): ChatFacts {
  const peopleIds = people.map((person) => person.userId);
  return { isGroup, userId, peopleIds, goneIds: peopleIds.filter((id) => directory.users.get(id)?.deleted !== false) };
}

function checkReads(services: Services, { actor }: Pick<Ctx, "actor">, chat: ChatRow): ChatRow {
  if (!readsChat(actor, toChatFacts(chat, services.directory.current()))) throw new AppError("ERR_NO_CHAT_PERMISSION");
  return chat;
}

/** The chat, for participants and administrators; throws ERR_NOT_FOUND, ERR_NO_CHAT_PERMISSION. */
export async function accessChat(services: Services, ctx: Pick<Ctx, "actor">, chatId: number): Promise<ChatRow> {
  const chat = await getChatRow(services.database.sql, chatId);
  if (!chat) throw new AppError("ERR_NOT_FOUND");
  return checkReads(services, ctx, chat);
}

/** The chat of a message, under the same conditions. */
export async function accessChatOfMessage(services: Services, ctx: Pick<Ctx, "actor">, messageId: number): Promise<ChatRow> {
  const chat = await getChatOfMessage(services.database.sql, messageId);
  if (!chat) throw new AppError("ERR_FETCH_WAPP_MSG");
  return checkReads(services, ctx, chat);
}

/** Locks a chat that the person may read. */
export async function lockReadableChat(unit: Unit, services: Services, ctx: Ctx, chatId: number): Promise<ChatRow> {
  const chat = await lockChat(unit, chatId);
  if (!chat) throw new AppError("ERR_NOT_FOUND");
  return checkReads(services, ctx, chat);
}

/** Locks a chat in which the person may write; throws ERR_CHAT_READ_ONLY for others who may read it. */
export async function lockWritableChat(unit: Unit, services: Services, ctx: Ctx, chatId: number): Promise<ChatRow> {
  const chat = await lockReadableChat(unit, services, ctx, chatId);
  if (!writesChat(ctx.actor, toChatFacts(chat, services.directory.current()))) throw new AppError("ERR_CHAT_READ_ONLY");
  return chat;
}

/** A message of the person's own in a chat in which they may write, with its locked chat (CHAT-012, CHAT-013). */
export async function lockOwnMessage(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  messageId: number,
): Promise<{ readonly chat: ChatRow; readonly message: ChatMessageRow }> {
  const found = await getChatOfMessage(unit, messageId);
  if (!found) throw new AppError("ERR_FETCH_WAPP_MSG");
  const chat = await lockWritableChat(unit, services, ctx, found.id);
  const [message] = await getChatMessageRows(unit, [messageId]);
  if (message?.senderId !== ctx.actor.id) throw new AppError("ERR_NO_CHAT_PERMISSION");
  return { chat, message };
}

export const isParticipant = ({ actor }: Pick<Ctx, "actor">, { people }: ChatRow): boolean =>
  takesPart(actor, { peopleIds: people.map(({ userId }) => userId) });

/** Who may read a chat, for what is relayed about it; nobody when it does not exist. */
export async function whoReadsChat(services: Services, chatId: number): Promise<(actor: Ctx["actor"]) => boolean> {
  const chat = await getChatRow(services.database.sql, chatId);
  return (actor) => chat !== null && readsChat(actor, toChatFacts(chat, services.directory.current()));
}
