import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { tokens, tokenStyles } from "./tokens";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const TEXT_PAIRS = [
  ["textPrimary", "page"],
  ["textPrimary", "paper"],
  ["textSecondary", "paper"],
  ["textSecondary", "page"],
  ["textSecondary", "selected"],
  ["textDisabled", "paper"],
  ["onPrimary", "primary"],
  ["onTint", "tint"],
  ["onAppBar", "appBar"],
  ["onComment", "comment"],
  ["commentTime", "comment"],
  ["onFailed", "failed"],
  ["bubbleOutTime", "bubbleOut"],
  ["onChip", "chip"],
  ["onChipSuccess", "chipSuccess"],
  ["onChipWarning", "chipWarning"],
  ["onChipError", "chipError"],
  ["onAttention", "attention"],
  ["onError", "error"],
  ["success", "paper"],
  ["warning", "paper"],
  ["error", "paper"],
  ["onMark", "mark"],
] as const;

describe("the colours", () => {
  it("have #236681 as the primary one [SHELL-038]", () => {
    expect(tokens.light.primary).toBe("#236681");
    expect(tokenStyles()).toContain("--primary:#236681");
  });

  it.each(TEXT_PAIRS)("make %s readable on %s in both themes", (ink, ground) => {
    for (const scheme of [tokens.light, tokens.dark]) expect(contrast(scheme[ink], scheme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it("are defined wherever a style sheet names them, because a browser ignores an unknown name", () => {
    const root = path.resolve(import.meta.dirname, "..");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.(css|tsx?)$/.test(name) && !name.includes(".test."),
    );
    const texts = files.map((name) => readFileSync(path.join(root, name), "utf8"));
    const all = [tokenStyles(), ...texts].join("\n");
    const defined = new Set([...all.matchAll(/(--[a-z][\w-]*)["'\]]*\s*:/g)].map(([, name]) => name));
    const used = new Set(texts.flatMap((text) => [...text.matchAll(/var\((--[a-z][\w-]*)\)/g)].map(([, name]) => name)));
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  });
});
