import { createElement } from "react";
import { onceEach } from "./onceEach";

describe("onceEach", () => {
  it("draws a row once, and another row by itself", () => {
    const drawn: number[] = [];
    const rowOf = onceEach((row: { readonly id: number }, index) => {
      drawn.push(row.id);
      return createElement("li", { key: row.id, value: index });
    });
    const [first, second] = [{ id: 1 }, { id: 2 }];
    expect(rowOf(first, 0)).toBe(rowOf(first, 0));
    expect(rowOf(second, 1)).not.toBe(rowOf(first, 0));
    expect(drawn).toEqual([1, 2]);
  });
});
