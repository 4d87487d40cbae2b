import type { MentionView } from "./mentions.views.js";
import { applyMentionEvent } from "./mentions.reducer.js";

const mention = (messageId: string): MentionView => ({
  messageId,
  ticketId: 5,
  author: { id: 7, name: "Ana" },
  text: "@Rui, veja",
  createdAt: "2026-11-22T12:05:00.000Z",
  contact: { id: 3, name: "Carla", profilePicUrl: null },
});
const idsOf = (list: readonly MentionView[]): string[] => list.map(({ messageId }) => messageId);

describe("the mentions of the bell", () => {
  it("get a new one first, once however often it is heard, and lose those that were looked at [D-254]", () => {
    const create = { action: "create", mention: mention("9") } as const;
    const one = applyMentionEvent([mention("8")], create);
    expect(idsOf(one)).toEqual(["9", "8"]);
    expect(idsOf(applyMentionEvent(one, create))).toEqual(["9", "8"]);
    const gone = { action: "delete", messageIds: ["8", "7"] } as const;
    expect(idsOf(applyMentionEvent(one, gone))).toEqual(["9"]);
    expect(idsOf(applyMentionEvent(applyMentionEvent(one, gone), gone))).toEqual(["9"]);
  });
});
