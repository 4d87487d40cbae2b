import { createRequire } from "node:module";
import { searchEmoji, type EmojiEntry } from "./emojiSearch";

const load = createRequire(import.meta.url);
const entriesOf = (language: string) =>
  (load(`emojibase-data/${language}/data.json`) as (EmojiEntry & { readonly group?: number })[]).filter(({ group }) => group !== undefined);

describe("searchEmoji", () => {
  it.each([
    ["pt", "coração", "❤️"],
    ["pt", "coracao", "❤️"],
    ["en", "heart", "❤️"],
    ["es", "corazón", "❤️"],
    ["pt", "fogo", "🔥"],
    ["en", "thumbs up", "👍️"],
    ["es", "fuego", "🔥"],
  ])("finds in %s for “%s” first %s", (language, text, emoji) => {
    expect(searchEmoji(entriesOf(language), text)[0]?.emoji).toBe(emoji);
  });

  it("finds beginnings of words, and nothing for blanks and nonsense", () => {
    const entries = entriesOf("pt");
    expect(searchEmoji(entries, "cora").map(({ emoji }) => emoji)).toContain("❤️");
    expect(searchEmoji(entries, "  ")).toEqual([]);
    expect(searchEmoji(entries, "qwxyz")).toEqual([]);
    expect(searchEmoji(entries, "a").length).toBeLessThanOrEqual(60);
  });
});
