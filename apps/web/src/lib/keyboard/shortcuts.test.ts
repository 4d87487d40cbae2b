import { keysOf, SHORTCUT_GROUPS, SHORTCUTS, shortcutsOf, toAriaKeys, toCaps, toHint } from "./shortcuts";

describe("SHORTCUTS", () => {
  it("gives no key two meanings in one group, and lists every shortcut once", () => {
    const listed = SHORTCUT_GROUPS.flatMap((group) => {
      const keys = shortcutsOf(group).flatMap(keysOf);
      expect(keys).toEqual([...new Set(keys)]);
      return shortcutsOf(group);
    });
    expect([...listed].sort()).toEqual(Object.keys(SHORTCUTS).sort());
  });

  it("gives no key two meanings where they work at once, and uses letters that every layout has [CONV-001]", () => {
    const keysIn = (groups: readonly (typeof SHORTCUT_GROUPS)[number][]) =>
      groups.flatMap((group) => shortcutsOf(group).flatMap((id) => [...SHORTCUTS[id].keys]));
    const atOnce = keysIn(["general", "list", "conversation"]);
    expect(atOnce).toEqual([...new Set(atOnce)]);
    const firstKeys = new Set(keysIn(["goTo"]).map((keys) => keys.split(">")[0]));
    expect(atOnce.filter((keys) => firstKeys.has(keys))).toEqual([]);
    for (const keys of keysIn(["conversation"])) expect(keys).toMatch(/^[a-z]$/);
    const combined = SHORTCUT_GROUPS.flatMap((group) => shortcutsOf(group).flatMap(keysOf)).filter((keys) => keys.includes("mod+"));
    expect(combined).toEqual([...new Set(combined)]);
    // Alt opens menus, and Ctrl+Alt is the key for third signs.
    expect(combined.filter((keys) => keys.includes("alt"))).toEqual([]);
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

describe("toAriaKeys and toHint", () => {
  it("name keys for screen readers and for tooltips", () => {
    expect(toAriaKeys(["c", "mod+shift+k"], false)).toBe("C Control+Shift+K");
    expect(toAriaKeys(["esc"], true)).toBe("Escape");
    expect(toHint("mod+shift+e", true)).toBe("⌘+Shift+E");
    expect(toHint("c", false)).toBe("C");
  });
});
