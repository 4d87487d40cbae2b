import { listChatIdsOfUser, lockChat, touchChat } from "@balcao/database/chats";
import type { ChatLivePayload, Unit } from "../../ground/kernel/index.js";

/** Records the live event of a locked chat; once per transaction and chat, so that events follow its versions. */
export async function recordChat(
  unit: Unit,
  id: number,
  action: ChatLivePayload["action"],
  more: Partial<Omit<ChatLivePayload, "id" | "action">> = {},
): Promise<void> {
  await unit.live("chat", { id, action, left: [], created: [], updated: [], deleted: [], ...more });
}

/** Records an event for each chat of a person whose account was deleted, because it becomes read-only. */
export async function recordChatsOf(unit: Unit, userId: number): Promise<void> {
  for (const chatId of await listChatIdsOfUser(unit, userId)) {
    await lockChat(unit, chatId);
    await touchChat(unit, chatId);
    await recordChat(unit, chatId, "update");
  }
}
