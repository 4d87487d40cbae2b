import { toVisualRuns } from "./visualRuns.mjs";

/** @param {string} line */
const runsOf = (line) => toVisualRuns(line, (character) => /\p{Extended_Pictographic}/u.test(character));
/** @param {string} line */
const shown = (line) => runsOf(line).map(({ text }) => text);
/** @param {string} text */
const reversed = (text) => [...text].reverse().join("");
/**
 * The letters as they are on paper: the shaping of a run from the right turns them round.
 * @param {string} line
 */
const drawn = (line) =>
  runsOf(line)
    .map(({ text, isRtl }) => (isRtl ? reversed(text) : text))
    .join("");

describe("toVisualRuns", () => {
  it("leaves text from the left as it is, in one run", () => {
    expect(shown("Conceição (2)")).toEqual(["Conceição (2)"]);
  });

  it("draws a name from the right before the Latin text that follows it, with its brackets and figures in order [D-212]", () => {
    expect(drawn("محمد Vendas")).toBe(`Vendas ${reversed("محمد")}`);
    expect(drawn("Ana محمد 12")).toBe(`Ana 12 ${reversed("محمد")}`);
    expect(drawn("משה (abc)")).toBe(`(abc) ${reversed("משה")}`);
  });

  it("keeps brackets, figures and marks at what they belong to [D-212]", () => {
    // The rules of pairs (N0) and of European figures (W2, W7), and a number with its separators (W4).
    expect(drawn("אב (אב[&ef]!)gh")).toBe(`gh(![ef&]${reversed("אב")}) ${reversed("אב")}`);
    expect(drawn("מחיר 1.234,50")).toBe(`1.234,50 ${reversed("מחיר")}`);
    expect(drawn("Olá שָׁלוֹם, tudo")).toBe(`Olá ${reversed("שָׁלוֹם")}, tudo`);
  });

  it("gives emoji a font of their own, whole with joiners and skin tones", () => {
    expect(toVisualRuns("José 👍🏽!", () => true)).toEqual([
      { text: "José ", font: "text", isRtl: false },
      { text: "👍🏽", font: "emoji", isRtl: false },
      { text: "!", font: "text", isRtl: false },
    ]);
    expect(shown("👨‍👩‍👧 Souza")).toEqual(["👨‍👩‍👧", " Souza"]);
  });
});
