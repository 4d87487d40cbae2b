import type { ChatEvent } from "../live/index.js";
import { applyChatMessage, applyChatReads, applyChatToList, isChatOf, readByAll, toRoomMessage, toRoomPage } from "./chats.reducer.js";
import type { ChatListView, ChatMessageView, ChatUserView, ChatView } from "./chats.views.js";

const chat = (version: number, userName: string | null) =>
  ({ id: 7, version, userName, updatedAt: "2026-03-02T12:00:00.000Z" }) as ChatView;
const update = (version: number, userName: string | null): ChatEvent => ({ action: "update", chat: chat(version, userName), chatId: 7 });
const applied = (shown: ChatView, event: ChatEvent) => {
  const list: ChatListView = { chats: [shown], hasMore: false, count: 1 };
  return applyChatToList(list, event, () => true).chats;
};

describe("the list of chats after an event", () => {
  it("keeps a newer view [INBOX-031]", () => {
    expect(applied(chat(4, null), update(3, "Rui"))).toEqual([chat(4, null)]);
  });

  it("shows who is deleted by then, although the version of the chat is the same [CHAT-024, D-096]", () => {
    expect(applied(chat(4, null), update(4, "Rui"))).toEqual([chat(4, "Rui")]);
  });

  const at = (id: number, minute: number) => ({ ...chat(1, null), id, updatedAt: `2026-03-02T12:0${minute}:00.000Z` });
  const ids = ({ chats, count }: ChatListView) => [chats.map(({ id }) => id), count];
  const list = (hasMore: boolean, ...chats: ChatView[]): ChatListView => ({ chats, hasMore, count: chats.length });
  const after = (before: ChatListView, event: ChatEvent, belongs = true) => ids(applyChatToList(before, event, () => belongs));
  const changed = (shown: ChatView): ChatEvent => ({ action: "update", chat: shown, chatId: shown.id });

  it("is in the order of the last activity, then of the ids, with each chat once", () => {
    const before = list(false, at(3, 3), at(1, 1));
    expect(after(before, changed(at(2, 2)))).toEqual([[3, 2, 1], 3]);
    expect(after(before, changed(at(1, 4)))).toEqual([[1, 3], 2]);
    expect(after(before, changed(at(9, 1)))).toEqual([[3, 9, 1], 3]);
    expect(after(before, changed(at(0, 1)))).toEqual([[3, 1, 0], 3]);
  });

  it("leaves a chat beyond the loaded ones to its page, and counts it", () => {
    const before = list(true, at(3, 3), at(2, 2));
    expect(after(before, changed(at(1, 1)))).toEqual([[3, 2], 3]);
    expect(after(before, changed(at(4, 4)))).toEqual([[4, 3, 2], 3]);
    expect(after(list(true), changed(at(1, 1)))).toEqual([[1], 1]);
  });

  it("loses what was deleted or does not belong there any more, once", () => {
    const before = list(false, at(3, 3), at(2, 2));
    expect(after(before, { action: "delete", chatId: 3 })).toEqual([[2], 1]);
    expect(after(before, changed(at(2, 9)), false)).toEqual([[3], 1]);
    expect(after(before, changed(at(7, 7)), false)).toEqual([[3, 2], 2]);
  });

  it("holds one's own chats, or all", () => {
    const shown = { ...chat(1, null), users: [{ id: 2 }] } as unknown as ChatView;
    expect([isChatOf(2, false)(shown), isChatOf(3, false)(shown), isChatOf(3, true)(shown)]).toEqual([true, false, true]);
  });
});

describe("the messages of a chat as those of any room", () => {
  const message = (id: string, changes: Partial<ChatMessageView> = {}): ChatMessageView =>
    ({
      id,
      chatId: 7,
      sender: { id: 2, name: "Rui" },
      fromMe: false,
      body: `texto ${id}`,
      createdAt: `2026-03-02T12:0${id}:00.000Z`,
      clientKey: null,
      ack: 1,
      read: false,
      quotedMsg: null,
      ...changes,
    }) as ChatMessageView;
  const quoted = { id: "1", body: "texto 1", senderId: 2, senderName: "Rui", mediaType: "chat" as const };
  const page = (...messages: ChatMessageView[]) => toRoomPage({ messages, hasMore: false } as never);
  const user = (id: number, readMessageId: number | null, isDeleted = false): ChatUserView => ({
    id,
    name: "",
    active: true,
    isDeleted,
    readMessageId,
  });

  it("have the author where it is somebody else, a state where it is oneself, and an id of the chat below zero", () => {
    expect(toRoomMessage(message("1"))).toMatchObject({ ticketId: -7, contact: { id: 2 }, sending: null, userId: 2, ack: 1 });
    expect(toRoomMessage(message("1", { fromMe: true, ack: 2 }))).toMatchObject({ contact: null, sending: "sent", ack: 3 });
    expect(toRoomMessage(message("2", { quotedMsg: quoted }))).toMatchObject({ quotedMsg: { fromMe: false, contact: { name: "Rui" } } });
    expect(toRoomMessage(message("2", { quotedMsg: quoted, fromMe: true }))).toMatchObject({ quotedMsg: { fromMe: true } });
    expect(toRoomMessage(message("2", { quotedMsg: { ...quoted, senderId: 9 }, fromMe: true }))).toMatchObject({
      quotedMsg: { fromMe: false },
    });
  });

  it("quote what the quoted message says now, and nothing else changes", () => {
    const before = page(message("1"), message("2", { quotedMsg: quoted }), message("3"));
    const quotes = ({ messages }: typeof before) =>
      Object.fromEntries(messages.map((each) => [each.id, [each.body, each.quotedMsg?.body]]));
    expect(quotes(applyChatMessage(before, { message: message("3") }))).toEqual(quotes(before));
    const edited = applyChatMessage(before, { message: message("1", { body: "outro" }) });
    expect(quotes(edited)).toEqual({ 1: ["outro", undefined], 2: ["texto 2", "outro"], 3: ["texto 3", undefined] });
    expect(edited.messages).toContain(before.messages[2]);
  });

  it("are read by all as far as the slowest of the others, of whom deleted people are none", () => {
    expect(readByAll([user(1, 3), user(2, 9), user(3, 5), user(4, 1, true)], 1)).toBe(5);
    expect(readByAll([user(1, 3), user(2, null)], 1)).toBe(0);
    expect(readByAll([user(1, 3)], 1)).toBe(0);
  });

  it("get their ticks and what oneself has read, and are the same object where nothing changed", () => {
    const users = [user(1, 2), user(2, 1)];
    const before = page(message("1", { sender: { id: 1, name: "Ana" }, fromMe: true, read: true }), message("2"), message("3"));
    const read = applyChatReads(before, { ...chat(1, null), users }, 1);
    expect(read.messages.map((each) => [each.ack, each.read])).toEqual([
      [3, true],
      [3, true],
      [1, false],
    ]);
    expect(read.messages[2]).toBe(before.messages[2]);
    expect(applyChatReads(read, { ...chat(1, null), users }, 1)).toBe(read);
    // An administrator who takes no part has nothing to read.
    expect(applyChatReads(before, { ...chat(1, null), users }, 8).messages.map((each) => each.read)).toEqual([true, true, true]);
  });
});
