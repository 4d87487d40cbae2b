const LONG = 1_200;
const LONG_LINES = 24;

/** The first part of a very long text, cut between words; null when the text is shown whole. */
export function shortPart(text: string): string | null {
  const lines = text.split("\n", LONG_LINES + 1);
  const byLines = lines.length > LONG_LINES ? lines.slice(0, LONG_LINES).join("\n").length : text.length;
  const end = Math.min(byLines, LONG);
  // A few words more are not worth a button.
  if (text.length - end < 200 && byLines === text.length) return null;
  const cut = text.slice(0, end);
  if (/\s/.test(text[end] ?? "")) return cut.trimEnd();
  return cut.slice(0, Math.max(cut.search(/\s\S*$/), end - 40)).trimEnd();
}
