import { PresenceBoard } from "./presenceBoard.js";

describe("the board of who shows which ticket", () => {
  const ana = { socketId: "a", userId: 2, ticketId: 7, mode: "viewing" } as const;
  const rui = { socketId: "r", userId: 3, ticketId: 7, mode: "typing" } as const;

  it("names everybody at a ticket once, those who type first, and says which tickets changed", () => {
    const board = new PresenceBoard();
    expect(board.put(ana, 0)).toEqual([7]);
    expect(board.put(ana, 1)).toEqual([]);
    expect(board.put(rui, 1)).toEqual([7]);
    expect(board.put({ ...rui, socketId: "r2", mode: "viewing" }, 2)).toEqual([7]);
    expect(board.peopleAt(7)).toEqual([
      { userId: 3, mode: "typing" },
      { userId: 2, mode: "viewing" },
    ]);
    expect(board.put({ ...ana, ticketId: 8 }, 3)).toEqual([8, 7]);
    expect([board.peopleAt(7).length, board.peopleAt(8).length]).toEqual([1, 1]);
    expect([board.remove("r"), board.remove("r")]).toEqual([[7], []]);
    expect(board.peopleAt(7)).toEqual([{ userId: 3, mode: "viewing" }]);
  });

  it("lets what is not repeated end: typing after 15 s, viewing after 45 s", () => {
    const board = new PresenceBoard();
    board.put(rui, 0);
    board.put(ana, 10_000);
    expect(board.expire(14_999)).toEqual([]);
    expect(board.expire(15_000)).toEqual([7]);
    expect(board.peopleAt(7)).toEqual([
      { userId: 2, mode: "viewing" },
      { userId: 3, mode: "viewing" },
    ]);
    expect(board.expire(55_000)).toEqual([7]);
    expect(board.expire(60_000)).toEqual([7]);
    expect(board.peopleAt(7)).toEqual([]);
  });
});
