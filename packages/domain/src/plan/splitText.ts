/** A part that ends earlier than this share of the longest length is not worth a whole paragraph or sentence. */
const SHORTEST_SHARE = 4;
/** Longer than any sign that people write, to see where the last one of a part begins. */
const LONGEST_SIGN = 200;

let sentences: Intl.Segmenter | null | undefined;
let signs: Intl.Segmenter | null | undefined;

/**
 * A text in parts of at most `longest` UTF-16 characters, cut between paragraphs, else lines, sentences
 * or words, and never inside a sign that is seen as one. Only white space at the cuts is left out.
 */
export function splitText(text: string, longest: number): readonly string[] {
  if (text.length <= longest) return [text];
  const parts: string[] = [];
  let rest = text.trimEnd();
  while (rest.length > longest) {
    const cut = cutOf(rest, longest);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...parts, rest].filter((part) => part !== "");
}

function cutOf(text: string, longest: number): number {
  const least = Math.ceil(longest / SHORTEST_SHARE);
  // The white space after a part may be beyond its end.
  const head = text.slice(0, longest + 1);
  sentences ??= segmenterOf("sentence");
  const inner = [head.lastIndexOf("\n\n"), head.lastIndexOf("\n"), beginOf(sentences, text, longest)].find((at) => at >= least);
  return inner ?? wordCut(head) ?? signCut(text, longest);
}

/** Firefox before 125 has none: texts are then cut between words or characters. */
const segmenterOf = (granularity: "sentence" | "grapheme"): Intl.Segmenter | null =>
  "Segmenter" in Intl ? new Intl.Segmenter("pt", { granularity }) : null;

/** Where the segment begins that has the first character after a part. */
const beginOf = (segmenter: Intl.Segmenter | null, text: string, longest: number): number =>
  segmenter?.segment(text.slice(0, longest + LONGEST_SIGN)).containing(longest)?.index ?? 0;

function wordCut(head: string): number | null {
  const at = head.search(/\s\S*$/);
  return at > 0 && head.slice(0, at).trim() !== "" ? at : null;
}

function signCut(text: string, longest: number): number {
  signs ??= segmenterOf("grapheme");
  const at = beginOf(signs, text, longest);
  if (at > 0) return at;
  return longest > 1 && /^[\uDC00-\uDFFF]/.test(text.slice(longest)) ? longest - 1 : longest;
}
