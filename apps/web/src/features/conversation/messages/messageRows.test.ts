import type { MessageView } from "@balcao/contracts/messages";
import { toMessageRows, toUnreadMark } from "./messageRows";

function message(id: number, createdAt: string, over: Partial<MessageView> = {}): MessageView {
  return {
    id: String(id),
    body: "oi",
    fromMe: false,
    mediaType: "conversation",
    mediaUrl: null,
    mediaUrlLiteral: null,
    ack: 0,
    read: true,
    createdAt,
    quotedMsg: null,
    isEdited: false,
    editUnreadable: false,
    editedMsg: null,
    isDeleted: false,
    forward: false,
    errorLog: null,
    templateData: null,
    dataJson: null,
    downloadAttempts: 0,
    ticketId: 1,
    contact: { id: 5, name: "Contato" },
    userId: null,
    userName: null,
    media: null,
    sending: null,
    clientKey: null,
    transcription: null,
    mentions: [],
    handover: null,
    reactions: [],
    ...over,
  };
}

const ours = { fromMe: true, contact: null, userId: 3, userName: "Ana" } as const;
const shape = (messages: readonly MessageView[]) => toMessageRows(messages, null).map(({ first, last }) => [first, last]);

describe("toMessageRows", () => {
  it("groups one author's messages that are at most five minutes apart", () => {
    const rows = shape([
      message(1, "2026-11-20T15:00:00Z"),
      message(2, "2026-11-20T15:05:00Z"),
      message(3, "2026-11-20T15:10:01Z"),
      message(4, "2026-11-20T15:10:30Z", ours),
    ]);
    expect(rows).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it("gives the same row again unless something about it changed, so that an older page renders only its own rows", () => {
    const [first, second, third] = [
      message(2, "2026-11-20T15:00:00Z"),
      message(3, "2026-11-20T15:10:00Z"),
      message(4, "2026-11-20T15:20:00Z"),
    ];
    const before = toMessageRows([first, second, third], null);
    const after = toMessageRows([message(1, "2026-11-20T14:59:00Z"), first, second, third], null);
    // The first one is no longer the first of its day and of its group.
    expect(after[1]).toMatchObject({ message: first, day: null, first: false });
    expect([after[2] === before[1], after[3] === before[2]]).toEqual([true, true]);
    const marked = toMessageRows([first, second, third], { id: "4", count: 1 });
    expect(marked[2]).toMatchObject({ message: third, newFromHere: 1 });
  });

  it("tells the newest message by what comes after it, which an older page does not change", () => {
    const [first, second, third] = [
      message(2, "2026-11-20T15:00:00Z"),
      message(3, "2026-11-20T15:10:00Z"),
      message(4, "2026-11-20T15:20:00Z"),
    ];
    const newest = (...messages: readonly MessageView[]) => toMessageRows(messages, null).map((row) => row.newest);
    expect(newest(second)).toEqual([true]);
    expect(newest(first, second)).toEqual([false, true]);
    expect(newest(first, second, third)).toEqual([false, false, true]);
  });

  it("does not group comments", () => {
    const note = { ...ours, mediaType: "comment" } as const;
    expect(shape([message(1, "2026-11-20T15:00:00Z", note), message(2, "2026-11-20T15:00:01Z", note)])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it("starts a day at midnight in the company's zone, not in UTC", () => {
    const rows = toMessageRows(
      [message(1, "2026-11-20T02:59:00Z"), message(2, "2026-11-20T03:00:00Z"), message(3, "2026-11-20T12:00:00Z")],
      null,
    );
    expect(rows.map((row) => row.day !== null)).toEqual([true, true, false]);
    expect(rows[0]?.last).toBe(true);
  });

  it("keeps a row's key when the sent message gets its id", () => {
    const local = message(0, "2026-11-20T15:00:00Z", { ...ours, id: "local-k1", clientKey: "k1" });
    expect(toMessageRows([local], null)[0]?.key).toBe(toMessageRows([{ ...local, id: "99" }], null)[0]?.key);
  });
});

describe("toUnreadMark", () => {
  const messages = [
    message(1, "2026-11-20T15:00:00Z"),
    message(2, "2026-11-20T15:01:00Z", ours),
    message(3, "2026-11-20T15:02:00Z"),
    message(4, "2026-11-20T15:03:00Z"),
  ];

  it("is before the first new received message", () => {
    expect(toUnreadMark(messages, 2, true)).toEqual({ id: "3", count: 2 });
    expect(toUnreadMark(messages, 0, false)).toBeNull();
    expect(toUnreadMark(messages, 40, false)).toEqual({ id: "1", count: 3 });
    expect(toUnreadMark(messages, 40, true)).toBeNull();
  });

  it("splits a group where the new ones begin", () => {
    const rows = toMessageRows(messages, { id: "4", count: 1 });
    expect(rows.map(({ first, last, newFromHere }) => [first, last, newFromHere])).toEqual([
      [true, true, 0],
      [true, true, 0],
      [true, true, 0],
      [true, true, 1],
    ]);
  });
});
