import { peopleBelowLimit, shareOut, type Sharer } from "./index.js";

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 16, 12, minute));
const sharer = (id: number, loads: Readonly<Record<number, number>> = {}, limit: number | null = null): Sharer => ({ id, loads, limit });
const waiting = (id: number, more: { readonly minute?: number; readonly queueId?: number; readonly last?: number } = {}) => ({
  id,
  queueId: more.queueId ?? 1,
  waitingSince: at(more.minute ?? id),
  lastUserId: more.last ?? null,
});
const share = (tickets: readonly ReturnType<typeof waiting>[], people: readonly Sharer[], limit: number | null = null) =>
  shareOut(tickets, new Map([[1, { limit, people }]])).map(({ ticket, userId, rule }) => [ticket.id, userId, rule]);

describe("fair shares", () => {
  it("give the longest waiting first, each to the least busy, the first of the queue's order among equals [D-158, D-540]", () => {
    const people = [sharer(7, { 1: 2 }), sharer(8, { 0: 1 }), sharer(9, { 5: 1 })];
    expect(share([waiting(1, { minute: 9 }), waiting(2, { minute: 3 }), waiting(3, { minute: 3 })], people)).toEqual([
      [2, 8, "distributed"],
      [3, 9, "distributed"],
      [1, 7, "distributed"],
    ]);
  });

  it("differ by at most one for two hundred that wait at once over ten people, who have different numbers before [D-540]", () => {
    const tickets = Array.from({ length: 200 }, (_, n) => waiting(n + 1, { minute: n % 7 }));
    for (const before of [() => 0, (n: number) => n]) {
      const people = Array.from({ length: 10 }, (_, n) => sharer(n + 1, { 2: before(n) }));
      const shares = shareOut(tickets, new Map([[1, { limit: null, people }]]));
      const loads = people.map(({ id, loads: had }) => (had[2] ?? 0) + shares.filter(({ userId }) => userId === id).length);
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      expect(new Set(shares.map(({ ticket }) => ticket.id)).size).toBe(200);
    }
  });

  it("keep to the limit of a person over all queues, and to that of a queue for each person [D-540]", () => {
    const [ana, rui] = [sharer(1, { 1: 1, 2: 2 }, 4), sharer(2, { 1: 2, 2: 9 })];
    expect(share([waiting(1), waiting(2), waiting(3)], [ana, rui], 3)).toEqual([
      [1, 1, "distributed"],
      [2, 2, "distributed"],
      [3, null, "limitReached"],
    ]);
    const queues = new Map([1, 2].map((id) => [id, { limit: null, people: [ana] }] as const));
    expect(shareOut([waiting(1), waiting(2, { queueId: 2 })], queues).map(({ userId }) => userId)).toEqual([1, null]);
  });

  it("give nothing to whoever has more than the limit already, or where nobody is there, and say which [D-540]", () => {
    expect(share([waiting(1)], [sharer(1, { 1: 9 }, 1)])).toEqual([[1, null, "limitReached"]]);
    expect(share([waiting(1)], [])).toEqual([[1, null, "nobodyFree"]]);
    expect(shareOut([waiting(1)], new Map())).toMatchObject([{ userId: null, rule: "nobodyFree" }]);
    expect(peopleBelowLimit(1, { limit: 1, people: [sharer(1, { 2: 5 }), sharer(2, { 1: 1 })] }).map(({ id }) => id)).toEqual([1]);
  });

  it("go back to whoever attended the customer last, if she is there and below her limit [D-541]", () => {
    const people = [sharer(1), sharer(2, { 1: 5 }), sharer(3, { 1: 1 }, 1)];
    expect(share([waiting(1, { last: 2 }), waiting(2, { last: 3 }), waiting(3, { last: 9 })], people)).toEqual([
      [1, 2, "lastAttendant"],
      [2, 1, "distributed"],
      [3, 1, "distributed"],
    ]);
  });
});
