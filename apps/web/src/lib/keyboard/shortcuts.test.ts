import { keysOf, SHORTCUT_GROUPS, SHORTCUTS, shortcutsOf, toCaps } from "./shortcuts";

describe("SHORTCUTS", () => {
  it("gives no key two meanings in one group, and lists every shortcut once", () => {
    const listed = SHORTCUT_GROUPS.flatMap((group) => {
      const keys = shortcutsOf(group).flatMap(keysOf);
      expect(keys).toEqual([...new Set(keys)]);
      return shortcutsOf(group);
    });
    expect(listed.toSorted()).toEqual(Object.keys(SHORTCUTS).toSorted());
  });
});

describe("toCaps", () => {
  it("names keys as they are printed, step by step", () => {
    expect(toCaps("mod+shift+m", false)).toEqual([["Ctrl", "Shift", "M"]]);
    expect(toCaps("mod+k", true)).toEqual([["⌘", "K"]]);
    expect(toCaps("g>t", false)).toEqual([["G"], ["T"]]);
    expect(toCaps("up", false)).toEqual([["↑"]]);
    expect(toCaps("shift+?", false)).toEqual([["?"]]);
  });
});
