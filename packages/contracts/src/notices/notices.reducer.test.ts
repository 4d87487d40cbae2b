import type { NoticeView } from "./notices.views.js";
import { applyNoticeEvent } from "./notices.reducer.js";

const notice = (messageId: number): NoticeView => ({
  id: `message-${messageId}`,
  kind: "mention",
  place: { kind: "message", id: messageId, ticketId: 5 },
  author: { id: 7, name: "Ana" },
  handover: null,
  reason: null,
  target: null,
  text: "@Rui, veja",
  createdAt: "2026-11-22T12:05:00.000Z",
  contact: { id: 3, name: "Carla", profilePicUrl: null },
});
const idsOf = (list: readonly NoticeView[]): string[] => list.map(({ id }) => id);

describe("the notices of the bell", () => {
  it("get a new one first, once however often it is heard, and lose those that were looked at [D-254, D-430]", () => {
    const create = { action: "create", notice: notice(9) } as const;
    const one = applyNoticeEvent([notice(8)], create);
    expect(idsOf(one)).toEqual(["message-9", "message-8"]);
    expect(idsOf(applyNoticeEvent(one, create))).toEqual(["message-9", "message-8"]);
    const gone = { action: "delete", noticeIds: ["message-8", "message-7"] } as const;
    expect(idsOf(applyNoticeEvent(one, gone))).toEqual(["message-9"]);
    expect(idsOf(applyNoticeEvent(applyNoticeEvent(one, gone), gone))).toEqual(["message-9"]);
  });
});
