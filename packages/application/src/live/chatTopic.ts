import { readsChat, takesPart } from "@balcao/domain/chats";
import type { ChatEvent, ChatMessageEvent } from "@balcao/contracts/live";
import { getChatMessageRows, getChatRowsByIds, type ChatMessageRow, type ChatRow } from "@balcao/database/chats";
import { toChatFacts, toChatMessageView, toChatView } from "../chats/index.js";
import type { DirectorySnapshot } from "../directory/index.js";
import type { ChatLivePayload } from "../kernel/index.js";
import type { Listener, LiveMessage, Viewer } from "./listener.js";
import { NOTHING, type Topic } from "./topic.js";

/** Participants, and administrators who opened the chat or list all, receive what happens in it [RT-012…RT-015, D-093, D-231, D-232]. */
export const chatTopic: Topic<ChatLivePayload> = {
  load: async (sql, _snapshot, events) => {
    const chats = new Map(
      (
        await getChatRowsByIds(
          sql,
          idsOf(events, ({ id }) => [id]),
        )
      ).map((row) => [row.id, row]),
    );
    const messageIds = idsOf(events, ({ created, updated, deleted }) => [...created, ...updated, ...deleted]);
    const messages = new Map((messageIds.length === 0 ? [] : await getChatMessageRows(sql, messageIds)).map((row) => [row.id, row]));
    return ({ payload }, directory) => {
      const row = chats.get(payload.id);
      return {
        classOf: (listener) => (row ? classOf(payload, row, listener, directory.current()) : NOTHING),
        present: (viewer) => (row ? present(payload, row, messages, viewer) : []),
      };
    };
  },
};

const idsOf = (
  events: readonly { readonly payload: ChatLivePayload }[],
  pick: (payload: ChatLivePayload) => readonly number[],
): number[] => [...new Set(events.flatMap(({ payload }) => pick(payload)))];

/** Each participant has counts of their own; whom the chat does not concern receives nothing. */
function classOf({ left }: ChatLivePayload, row: ChatRow, { actor, joins }: Listener, directory: DirectorySnapshot): string {
  if (!left.includes(actor.id) && !readsChat(actor, toChatFacts(row, directory))) return NOTHING;
  return `${actor.id} ${joins.chats} ${joins.notification} ${joins.chatBoxes.has(row.id)}`;
}

function present(payload: ChatLivePayload, row: ChatRow, messages: ReadonlyMap<number, ChatMessageRow>, viewer: Viewer): LiveMessage[] {
  const { actor, joins, presenter } = viewer;
  const facts = toChatFacts(row, presenter.directory);
  const inBox = joins.chatBoxes.has(row.id);
  const inList = joins.chats || inBox;
  const hasLeft = payload.left.includes(actor.id);
  if (!readsChat(actor, facts)) return hasLeft ? leaves(row.id, viewer, inList) : [];
  const isPart = takesPart(actor, facts);
  const chat = toChatView(row, actor, presenter);
  const event = { action: payload.action, chat, chatId: row.id } as const;
  const changed = (isPart ? inList : inBox)
    ? messageEvents(payload, messages, (message) => toChatMessageView(message, row, actor, presenter))
    : [];
  return [
    ...changed.map((message): LiveMessage => ({ name: "appMessageChat", event: { ...message, chat } })),
    ...(inList ? [{ name: "chat", event } as const] : []),
    ...(isPart ? ofOwn(payload, event, viewer) : []),
    // An administrator still sees the list of all; the bell holds their own chats alone.
    ...(hasLeft && !isPart && joins.notification ? [bellLoses(row.id)] : []),
  ];
}

/** What a participant hears for the bell and the counts. */
function ofOwn(
  { created, readBy }: ChatLivePayload,
  event: Exclude<ChatEvent, { action: "delete" }>,
  { actor, joins }: Viewer,
): LiveMessage[] {
  const counts = (created.length > 0 || readBy === actor.id) && (joins.notification || joins.chats);
  const { chatId, chat } = event;
  return [
    ...(joins.notification ? [{ name: "ticketChat", event } as const] : []),
    ...(counts ? [{ name: "unreadMessageChat", event: { chatId, userId: actor.id, messagesUnread: chat.messagesUnread } } as const] : []),
  ];
}

const bellLoses = (chatId: number): LiveMessage => ({ name: "ticketChat", event: { action: "delete", chatId } });

const leaves = (chatId: number, { joins }: Viewer, inList: boolean): LiveMessage[] => [
  ...(inList ? [{ name: "chat", event: { action: "delete", chatId } } as const] : []),
  ...(joins.notification ? [bellLoses(chatId)] : []),
];

function messageEvents(
  { created, updated, deleted }: ChatLivePayload,
  messages: ReadonlyMap<number, ChatMessageRow>,
  toView: (row: ChatMessageRow) => ChatMessageEvent["message"],
): Pick<ChatMessageEvent, "action" | "message">[] {
  const of = (action: ChatMessageEvent["action"], ids: readonly number[]) =>
    ids.flatMap((id) => {
      const row = messages.get(id);
      return row ? [{ action, message: toView(row) }] : [];
    });
  return [...of("create", created), ...of("update", updated), ...of("delete", deleted)];
}
