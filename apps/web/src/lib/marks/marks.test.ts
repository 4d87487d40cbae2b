import { cutAtMatch, toMarkedParts } from "./marks";

const shown = (text: string, sought: string): string =>
  toMarkedParts(text, sought)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

describe("toMarkedParts", () => {
  it.each([
    ["O XILOFÔNE chegou?", "xilofone", "O [XILOFÔNE] chegou?"],
    ["xilofone", "LOFÓN", "xi[lofon]e"],
    ["cafe\u0301 com cafe", "café", "[cafe\u0301] com [cafe]"],
    ["100% e 50%", "0%", "10[0%] e 5[0%]"],
    ["😍 nogueira 😍", "😍", "[😍] nogueira [😍]"],
    ["nada aqui", "xilofone", "nada aqui"],
    ["nada aqui", "  ", "nada aqui"],
    ["ana ana", " ana ", "[ana] [ana]"],
    ["", "a", ""],
  ])("marks in %j the searched %j, whatever its accents and case [INBOX-010]", (text, sought, expected) => {
    expect(shown(text, sought)).toBe(expected);
  });

  it("loses no character of the text", () => {
    const text = "İstanbul, São Paulo e\u0301 ß 👩‍👩‍👧 ﬁm";
    for (const sought of ["i", "sao", "é", "ß", "👩", "fim"]) {
      expect(
        toMarkedParts(text, sought)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }
  });
});

describe("cutAtMatch", () => {
  it("keeps a beginning that is short, and makes one line of several", () => {
    expect(cutAtMatch("Bom dia,\n\n o xilofone chegou", "xilofone")).toBe("Bom dia, o xilofone chegou");
  });

  it("keeps the match within the part of a line that a row shows", () => {
    expect(cutAtMatch("Oi! Vocês têm pronta entrega do aparador?", "aparador")).toBe("…entrega do aparador?");
  });

  it("cuts a long beginning at a word, so that the match is seen", () => {
    const cut = cutAtMatch(`${"palavra ".repeat(30)}o xilofone azul`, "XILOFONE");
    expect(cut).toMatch(/^…(?:palavra )+o xilofone azul$/);
    expect(cut.indexOf("xilofone")).toBeLessThan(30);
    expect(cutAtMatch(`${"a".repeat(200)}xilofone`, "xilofone").indexOf("xilofone")).toBeLessThan(30);
  });
});
