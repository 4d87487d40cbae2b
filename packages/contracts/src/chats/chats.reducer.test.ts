import type { ChatEvent } from "../live/index.js";
import { applyChatToList } from "./chats.reducer.js";
import type { ChatListView, ChatView } from "./chats.views.js";

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
});
