import {
  closingQuestion,
  offeredReasons,
  parseClosingReasons,
  readClosingReasons,
  replaceClosingReasons,
  type ClosingReason,
} from "./index.js";

const reason = (id: number, over: Partial<ClosingReason> = {}): ClosingReason => ({
  id,
  name: `Motivo ${String(id)}`,
  color: "#236681",
  queueIds: [],
  active: true,
  gone: false,
  ...over,
});
const text = (...reasons: readonly object[]) => JSON.stringify(reasons);

describe("the company's reasons", () => {
  it("reads a list, with what is left out as its usual value [D-500]", () => {
    expect(parseClosingReasons("")).toEqual([]);
    expect(parseClosingReasons(text({ id: 1, name: " Vendido ", color: "#0a0" }))).toEqual([reason(1, { name: "Vendido", color: "#0a0" })]);
  });

  it.each([
    ["no JSON", "x"],
    ["no list", "{}"],
    ["an entry that is none", "[null]"],
    ["a text as id", text({ ...reason(1), id: "1" })],
    ["an id of 0", text(reason(0))],
    ["an empty name", text(reason(1, { name: "  " }))],
    ["a long name", text(reason(1, { name: "x".repeat(41) }))],
    ["a color that is none", text(reason(1, { color: "red" }))],
    ["a queue that is none", text({ ...reason(1), queueIds: [-1] })],
    ["one id twice", text(reason(1), reason(1, { name: "Outro" }))],
    ["one name twice", text(reason(1, { name: "Vendido" }), reason(2, { name: "VENDIDO" }))],
    ["too many", text(...Array.from({ length: 101 }, (_unused, at) => reason(at + 1)))],
  ])("refuses %s", (_what, written) => {
    expect(parseClosingReasons(written)).toBeNull();
    expect(readClosingReasons(written)).toEqual([]);
  });

  it("keeps what a change leaves out, for the conversations that name it, and gives its name free [D-500]", () => {
    const before = text(reason(1, { name: "Vendido" }), reason(2));
    const after = replaceClosingReasons(before, [reason(2), reason(3, { name: "Vendido" })]);
    expect(parseClosingReasons(after)).toEqual([reason(2), reason(3, { name: "Vendido" }), reason(1, { name: "Vendido", gone: true })]);
    expect(replaceClosingReasons("", [])).toBe("");
  });

  it("offers what is active and of every queue or of the conversation's [D-500]", () => {
    const list = text(reason(1), reason(2, { active: false }), reason(3, { queueIds: [7] }), reason(4, { gone: true }));
    const idsOf = (queueId: number | null) => offeredReasons(list, queueId).map(({ id }) => id);
    expect(idsOf(7)).toEqual([1, 3]);
    expect(idsOf(8)).toEqual([1]);
    expect(idsOf(null)).toEqual([1]);
  });

  it("asks for what every one of the conversations may have, and says where none fits all [D-500, D-503]", () => {
    const closingReasons = text(reason(1, { queueIds: [7] }), reason(2, { queueIds: [7, 8] }), reason(3, { active: false }));
    const ask = (closingReason: "off" | "optional" | "required", ...queueIds: readonly (number | null)[]) => {
      const question = closingQuestion({ closingReason, closingReasons }, queueIds);
      return question && [question.reasons.map(({ id }) => id), question.isRequired];
    };
    expect(ask("off", 7)).toEqual([[], false]);
    expect(ask("optional", 7, 7)).toEqual([[1, 2], false]);
    expect(ask("required", 7, 8)).toEqual([[2], true]);
    expect(ask("optional", 7, null)).toEqual([[], false]);
    expect(ask("required", 7, null)).toBeNull();
    expect(ask("required", null)).toEqual([[], false]);
  });
});
