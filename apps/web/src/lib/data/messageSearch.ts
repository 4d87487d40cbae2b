import { chatIdOf, toRoomMessage } from "@balcao/contracts/chats";
import type { FoundMessagesView } from "@balcao/contracts/messages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api";

async function findMessages(roomId: number, messageToSearch: string, signal: AbortSignal): Promise<FoundMessagesView> {
  const chatId = chatIdOf(roomId);
  if (chatId === null) return call("messages", "search", { params: { ticketId: roomId }, query: { messageToSearch } }, { signal });
  const { messages, partial } = await call("chats", "search", { params: { chatId }, query: { messageToSearch } }, { signal });
  return { messages: messages.map(toRoomMessage), partial };
}

/** The messages of a ticket or chat that contain a text, newest first, at most 100. */
export const messageSearchQuery = (roomId: number, text: string) =>
  queryOptions({
    queryKey: ["messageSearch", roomId, text],
    queryFn: ({ signal }) => findMessages(roomId, text, signal),
    staleTime: 10_000,
  });
