import { readsChat, takesPart } from "@balcao/domain/chats";
import type { ChatEvent, ChatMessageEvent } from "@balcao/contracts/live";
import { getChatMessageRows, getChatRowsByIds, type ChatMessageRow, type ChatRow } from "@balcao/database/chats";
import { ownChatPart, ownMessagePart, toChatFacts, toChatMessageView, toChatView } from "../../inbox/chats/index.js";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { ChatLivePayload } from "../../ground/kernel/index.js";
import type { Listener, LiveMessage, Viewer } from "./listener.js";
import { NOTHING, type Topic } from "./topic.js";

/** Participants, and administrators who opened the chat or list all, receive what happens in it [RT-012…RT-015, D-231, D-232]. */
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
    const newest = new Map(events.map((event) => [event.payload.id, event]));
    const share = createShare();
    return (event, directory) => {
      const { payload } = event;
      const row = chats.get(payload.id);
      const isCovered = payload.action === "updateUnread" && newest.get(payload.id) !== event;
      return {
        classOf: (listener) => (row ? classOf({ payload, row, isCovered }, listener, directory.current()) : NOTHING),
        present: (viewer) => (row ? present({ payload, row, isCovered, messages, share }, viewer) : []),
      };
    };
  },
};

const idsOf = (
  events: readonly { readonly payload: ChatLivePayload }[],
  pick: (payload: ChatLivePayload) => readonly number[],
): number[] => [...new Set(events.flatMap(({ payload }) => pick(payload)))];

/** Returns the message that was made under a key before, or makes it. */
type Share = (key: readonly unknown[], make: () => LiveMessage) => LiveMessage;

/** Equal messages of different people are one object, which is encoded once: a large group's chat has a long list of people. */
function createShare(): Share {
  const made = new Map<string, LiveMessage>();
  return (key, make) => {
    const text = JSON.stringify(key);
    const message = made.get(text) ?? make();
    made.set(text, message);
    return message;
  };
}

interface ShownEvent {
  readonly payload: ChatLivePayload;
  readonly row: ChatRow;
  /**
   * Somebody has read, and a later event of the same batch brings the same chat, because all show its present state. Only the reader
   * receives something of this one.
   */
  readonly isCovered: boolean;
}

interface PresentedEvent extends ShownEvent {
  readonly messages: ReadonlyMap<number, ChatMessageRow>;
  readonly share: Share;
}

/** Each participant has counts of their own; whom the chat does not concern receives nothing. */
function classOf({ payload, row, isCovered }: ShownEvent, { actor, joins }: Listener, directory: DirectorySnapshot): string {
  if (isCovered && payload.readBy !== actor.id) return NOTHING;
  if (!payload.left.includes(actor.id) && !readsChat(actor, toChatFacts(row, directory))) return NOTHING;
  return `${actor.id} ${joins.chats} ${joins.notification} ${joins.chatBoxes.has(row.id)}`;
}

function present(shown: PresentedEvent, viewer: Viewer): LiveMessage[] {
  const { payload, row, isCovered } = shown;
  const { actor, joins, presenter } = viewer;
  const facts = toChatFacts(row, presenter.directory);
  const hasLeft = payload.left.includes(actor.id);
  if (!readsChat(actor, facts)) return hasLeft ? leaves(row.id, viewer) : [];
  const isPart = takesPart(actor, facts);
  if (isCovered) return isPart ? unreadOf(shown, viewer) : [];
  return [
    ...((isPart ? inList(row.id, viewer) : joins.chatBoxes.has(row.id)) ? messageEvents(shown, viewer) : []),
    ...(inList(row.id, viewer) ? [chatEvent("chat", shown, viewer)] : []),
    ...(isPart ? ofOwn(shown, viewer) : []),
    // An administrator still sees the list of all; the bell holds their own chats alone.
    ...(hasLeft && !isPart && joins.notification ? [bellLoses(row.id)] : []),
  ];
}

const inList = (chatId: number, { joins }: Viewer): boolean => joins.chats || joins.chatBoxes.has(chatId);

/** What a participant receives for the bell and the counts. */
const ofOwn = (shown: PresentedEvent, viewer: Viewer): LiveMessage[] => [
  ...(viewer.joins.notification ? [chatEvent("ticketChat", shown, viewer)] : []),
  ...unreadOf(shown, viewer),
];

function chatEvent(name: "chat" | "ticketChat", { payload: { action }, row, share }: PresentedEvent, viewer: Viewer): LiveMessage {
  const { actor, presenter } = viewer;
  return share([name, action, row.id, ownChatPart(row, actor, presenter.directory)], () => {
    const event: ChatEvent = { action, chat: toChatView(row, actor, presenter), chatId: row.id };
    return { name, event };
  });
}

/** The counts of a participant, for those who count alone. */
function unreadOf({ payload: { created, readBy }, row }: PresentedEvent, { actor, joins, presenter }: Viewer): LiveMessage[] {
  const counts = (created.length > 0 || readBy === actor.id) && (joins.notification || joins.chats);
  if (!counts) return [];
  const { messagesUnread } = ownChatPart(row, actor, presenter.directory);
  return [{ name: "unreadMessageChat", event: { chatId: row.id, userId: actor.id, messagesUnread } }];
}

const bellLoses = (chatId: number): LiveMessage => ({ name: "ticketChat", event: { action: "delete", chatId } });

const leaves = (chatId: number, viewer: Viewer): LiveMessage[] => [
  ...(inList(chatId, viewer) ? [{ name: "chat", event: { action: "delete", chatId } } as const] : []),
  ...(viewer.joins.notification ? [bellLoses(chatId)] : []),
];

function messageEvents({ payload, row: chat, messages, share }: PresentedEvent, { actor, presenter }: Viewer): LiveMessage[] {
  const ofChat = ownChatPart(chat, actor, presenter.directory);
  const of = (action: ChatMessageEvent["action"], ids: readonly number[]) =>
    ids.flatMap((id): LiveMessage[] => {
      const row = messages.get(id);
      if (!row) return [];
      const make = (): LiveMessage => ({
        name: "appMessageChat",
        event: { action, message: toChatMessageView(row, chat, actor, presenter), chat: toChatView(chat, actor, presenter) },
      });
      return [share(["appMessageChat", action, id, ofChat, ownMessagePart(row, chat, actor)], make)];
    });
  return [...of("create", payload.created), ...of("update", payload.updated), ...of("delete", payload.deleted)];
}
