import { readReturnPath } from "./returnPath";

describe("the return path after signing in", () => {
  it("is always a path of this app", () => {
    expect(readReturnPath({ returnPath: "/tickets/5?tab=open" })).toBe("/tickets/5?tab=open");
    for (const state of [
      null,
      "x",
      {},
      { returnPath: 5 },
      { returnPath: "//evil.example" },
      { returnPath: "https://evil.example" },
      { returnPath: null },
    ]) {
      expect(readReturnPath(state)).toBeNull();
    }
  });
});
