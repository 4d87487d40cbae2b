import { splitMentions } from "./mentions.js";

const marked = (text: string, names: readonly string[]): string =>
  splitMentions(text, names)
    .map((piece) => (piece.mention ? `[${piece.text}]` : piece.text))
    .join("");

describe("splitMentions", () => {
  it("finds an @ with the whole name, the longest name first, and no part of a word or an address [D-254]", () => {
    expect(marked("@Ana, veja com @Ana Maria e @Anabela", ["Ana", "Ana Maria"])).toBe("[@Ana], veja com [@Ana Maria] e @Anabela");
    expect(marked("mail@Ana (@Ana) @ana", ["Ana"])).toBe("mail@Ana ([@Ana]) @ana");
  });

  it("takes signs in a name for themselves and loses no letter [D-254]", () => {
    expect(marked("oi @J. (Loja)* e @Jx", ["J. (Loja)*", "J."])).toBe("oi [@J. (Loja)*] e @Jx");
    expect(marked("@Ana", [])).toBe("@Ana");
    expect(splitMentions("", ["Ana"])).toEqual([]);
    expect(
      splitMentions("@@Ana@Ana", ["", "Ana"])
        .map(({ text }) => text)
        .join(""),
    ).toBe("@@Ana@Ana");
  });
});
