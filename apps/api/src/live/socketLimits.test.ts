import { OpenCount } from "./socketLimits.js";

describe("open connections of a key", () => {
  it("have room up to the limit, and again when one is closed", () => {
    const open = new OpenCount(2);
    const closers: (() => void)[] = [];
    const add = (key: string) => open.add(key, (closed) => void closers.push(closed));
    add("a");
    expect(open.hasRoom("a")).toBe(true);
    add("a");
    expect([open.hasRoom("a"), open.hasRoom("b")]).toEqual([false, true]);
    closers.pop()?.();
    expect(open.hasRoom("a")).toBe(true);
    closers.pop()?.();
    add("a");
    add("a");
    expect(open.hasRoom("a")).toBe(false);
  });
});
