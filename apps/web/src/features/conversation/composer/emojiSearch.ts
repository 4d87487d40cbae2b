import { foldText } from "@balcao/domain/texts";

/** An emoji with its name and other words for it, in one language. */
export interface EmojiEntry {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  /** The version of Unicode's emoji that has it. */
  readonly version: number;
}

/** Emoji that people mean most often, in this order; among equally good ones they come first. */
const FREQUENT = "❤️ 😂 👍️ 👍 🙏 😊 😍 🎉 ✅️ ✅ 😭 🔥 👏 😘 💪 🤝 👋 😁 🤔 😅 😉 🙌 💰️ 🚗 🏠️ 📦️ 📞 🌹 ☀️ ⭐️ 🎂 🐶 🐱 ⚽️".split(" ");
/** Newer ones are missing on many telephones and computers. */
const NEWEST = 15;
const MOST = 60;

function bonusOf(emoji: string): number {
  const at = FREQUENT.indexOf(emoji);
  return at === -1 ? 0 : 15 - at / FREQUENT.length;
}

function scoreOf({ emoji, label, tags = [] }: EmojiEntry, wanted: string): number {
  const name = foldText(label);
  const words = [...name.split(/[\s-]+/), ...tags.map(foldText)];
  const byWords = words.includes(wanted) ? 40 : words.some((word) => word.startsWith(wanted)) ? 20 : name.includes(wanted) ? 10 : 0;
  if (byWords === 0) return 0;
  return byWords + (name === wanted ? 40 : name.startsWith(wanted) ? 5 : 0) + bonusOf(emoji);
}

/** The emoji whose name or words have the text, the best first: whole words before beginnings, frequent ones before rare ones. */
export function searchEmoji(entries: readonly EmojiEntry[], text: string): readonly EmojiEntry[] {
  const wanted = foldText(text);
  if (wanted === "") return [];
  return entries
    .filter(({ version }) => version <= NEWEST)
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
