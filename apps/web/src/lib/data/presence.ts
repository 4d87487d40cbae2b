import { chatRoomId } from "@balcao/contracts/chats";
import type { ServerEvent } from "@balcao/contracts/live";
import { useQuery, type QueryClient } from "@tanstack/react-query";

/** Who shows a ticket or chat, by events alone: it is never asked for. */
export const presenceKey = (roomId: number) => ["presence", roomId] as const;

export type PresentPerson = ServerEvent<"ticketPresence">["people"][number];

/** The people at a ticket after an event, which names all of them. */
export function updatePresence(client: QueryClient, { ticketId, people }: ServerEvent<"ticketPresence">): void {
  client.setQueryData<readonly PresentPerson[]>(presenceKey(ticketId), people);
}

/** The people at a chat after an event. */
export function updateChatPresence(client: QueryClient, { chatId, people }: ServerEvent<"chatPresence">): void {
  client.setQueryData<readonly PresentPerson[]>(presenceKey(chatRoomId(chatId)), people);
}

const NOBODY: readonly PresentPerson[] = [];

/** The other people at a ticket or chat, as far as events said so. */
export function useColleaguesAt(roomId: number, selfId: number): readonly PresentPerson[] {
  const { data = NOBODY } = useQuery<readonly PresentPerson[]>({ queryKey: presenceKey(roomId), enabled: false });
  return data.length === 0 ? NOBODY : data.filter(({ userId }) => userId !== selfId);
}
