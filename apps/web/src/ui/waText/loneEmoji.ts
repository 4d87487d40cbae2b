const MOST = 3;
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}{2}|[#*0-9]\uFE0F\u20E3)/u;

/** No emoji has one; nearly every text does, and splitting it into signs is slow. */
const LETTER = /[A-Za-z]/;

let segmenter: Intl.Segmenter | undefined;

/** The signs of a text as people count them; single characters in Firefox before 125, where a family is several signs. */
function toSigns(text: string): string[] {
  if (!("Segmenter" in Intl)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** How many emoji a text of one to three of them has, and nothing else; 0 for every other text. */
export function loneEmoji(text: string): number {
  // The longest sequences, families with skin tones, have about forty units.
  if (text === "" || text.length > 40 * MOST || LETTER.test(text)) return 0;
  const signs = toSigns(text.trim());
  return signs.length <= MOST && signs.every((sign) => EMOJI.test(sign)) ? signs.length : 0;
}
