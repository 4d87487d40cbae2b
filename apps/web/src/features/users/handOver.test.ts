import { askHandOver, dropUnanswered } from "./handOver";

describe("deactivating a person with open conversations", () => {
  it("asks for a substitute in each of their queues, who gets them at once [USER-029, D-119]", () => {
    const owned = [
      { queueId: null, count: 2 },
      { queueId: 1, count: 3 },
      { queueId: 2, count: 1 },
    ];
    const rows = [
      { queueId: 2, substituteId: 7, transfer: false },
      { queueId: 3, substituteId: 8, transfer: false },
    ];
    expect(askHandOver(rows, owned)).toEqual([
      { queueId: 2, substituteId: 7, transfer: true },
      { queueId: 3, substituteId: 8, transfer: false },
      { queueId: 1, substituteId: 0, transfer: true },
    ]);
    expect(askHandOver(rows, [])).toEqual(rows);
  });

  it("forgets the unanswered questions when the account stays active", () => {
    const answered = { queueId: 2, substituteId: 7, transfer: true };
    expect(dropUnanswered([answered, { queueId: 1, substituteId: 0, transfer: true }])).toEqual([answered]);
  });
});
