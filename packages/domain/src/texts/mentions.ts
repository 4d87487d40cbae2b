/** A piece of a text; `mention` is true for an `@` and a name. */
interface MentionPiece {
  readonly text: string;
  readonly mention: boolean;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Splits a text at the mentions of these names, an `@` and the whole name. Where several names fit,
 * the longest one counts.
 */
export function splitMentions(text: string, names: readonly string[]): readonly MentionPiece[] {
  const choices = names
    .filter((name) => name !== "")
    .sort((a, b) => b.length - a.length)
    .map(escaped);
  if (choices.length === 0) return text === "" ? [] : [{ text, mention: false }];
  // Splitting by an expression with a group puts the mentions at the odd places.
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${choices.join("|")}))(?![\\p{L}\\p{N}])`, "u"));
  return parts.map((part, at) => ({ text: part, mention: at % 2 === 1 })).filter((piece) => piece.text !== "");
}
