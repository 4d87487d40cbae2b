import { SocketJoins } from "./joins.js";

describe("the joins of a socket", () => {
  it("hold the 200 tickets and the 200 chats that were opened last, however many the person opens in a day [RT-004, S-20]", () => {
    const joins = new SocketJoins();
    for (let id = 1; id <= 1_000; id += 1) {
      // The first one is looked at again and again.
      for (const each of [1, id]) {
        joins.joinChatBox(String(each));
        joins.joinChatBox(`chat-${each}`);
      }
    }
    for (const boxes of [joins.boxes, joins.chatBoxes]) {
      expect(boxes.size).toBe(200);
      expect([1, 802, 1_000].map((id) => boxes.has(id))).toEqual([true, true, true]);
      expect([2, 801].map((id) => boxes.has(id))).toEqual([false, false]);
    }
  });
});
