import { readReturnPath } from "./returnPath";

describe("the way back after signing in", () => {
  it("is a path of this app and nothing else", () => {
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
