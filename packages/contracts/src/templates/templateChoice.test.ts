import { templateChoice } from "./templateChoice.js";

const read = (value: unknown): unknown => templateChoice().validateSync(value);

describe("a chosen template of the wire", () => {
  it.each([
    ["an object", { name: "aviso", language: "pt_BR", values: ["Ana"] }],
    ["the JSON of a form", JSON.stringify({ name: "aviso", language: "pt_BR", values: ["Ana"] })],
  ])("is read from %s", (_what, value) => {
    expect(read(value)).toEqual({ name: "aviso", language: "pt_BR", values: ["Ana"] });
  });

  it.each([
    ["in its name", { name: "a\u0000", values: [] }],
    ["in its language", { name: "a", language: "\ud800", values: [] }],
    ["in a value", { name: "a", values: ["x", "\u0000"] }],
  ])("is refused with what no column holds %s, also within JSON [S-32]", (_where, value) => {
    for (const each of [value, JSON.stringify(value)]) expect(() => read(each)).toThrow("template");
  });

  it.each([["no"], [7], [{}], [{ name: "" }], [{ name: "a", values: [1] }], [{ name: "a", values: Array(101).fill("x") }]])(
    "is refused as %j",
    (value) => expect(() => read(value)).toThrow("template"),
  );

  it("is none where it is null or empty, and absent where it is", () => {
    expect([null, "", "null", undefined].map(read)).toEqual([null, null, null, undefined]);
  });
});
