import { patience } from "@balcao/testing/patience";
import { linksOf, toShownAddress, toWaTokens, type WaToken } from "./waTokens";

const plain = (tokens: readonly WaToken[]): string =>
  tokens.map((token) => ("tokens" in token ? plain(token.tokens) : token.text)).join("");
const kinds = (tokens: readonly WaToken[]): unknown[] =>
  tokens.map((token) => ("tokens" in token ? [token.kind, kinds(token.tokens)] : [token.kind, token.text]));

describe("toWaTokens", () => {
  it.each<[string, unknown[]]>([
    [
      "oi *Ana*!",
      [
        ["text", "oi "],
        ["bold", [["text", "Ana"]]],
        ["text", "!"],
      ],
    ],
    [
      "_a_ ~b~",
      [
        ["italic", [["text", "a"]]],
        ["text", " "],
        ["strike", [["text", "b"]]],
      ],
    ],
    [
      "*a _b_ c*",
      [
        [
          "bold",
          [
            ["text", "a "],
            ["italic", [["text", "b"]]],
            ["text", " c"],
          ],
        ],
      ],
    ],
    ["```x *y*```", [["mono", "x *y*"]]],
    ["2*3*4 e snake_case_aqui", [["text", "2*3*4 e snake_case_aqui"]]],
    ["* a *", [["text", "* a *"]]],
    ["*a\nb*", [["text", "*a\nb*"]]],
    ["**", [["text", "**"]]],
    ["``````", [["text", "``````"]]],
    [
      "*Bia:*\nOlá",
      [
        ["bold", [["text", "Bia:"]]],
        ["text", "\nOlá"],
      ],
    ],
  ])("reads %j [CONV-026]", (text, expected) => {
    expect(kinds(toWaTokens(text))).toEqual(expected);
  });

  it("links web and mail addresses only, and keeps marks inside them as letters", () => {
    const tokens = toWaTokens("veja https://a.example/x_y_z e ana@a.example, javascript:alert(1) ftp://b.example");
    expect(tokens.filter((token) => token.kind === "link")).toEqual([
      { kind: "link", text: "https://a.example/x_y_z", href: "https://a.example/x_y_z" },
      { kind: "link", text: "ana@a.example", href: "mailto:ana@a.example" },
    ]);
  });

  it("shows the marks of direction that a link holds, wherever they stand in it [S-35]", () => {
    const marks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
    for (const mark of marks) {
      const shown = `https://a.example/${encodeURIComponent(mark)}moc.knab`;
      expect(toWaTokens(`*veja https://a.example/${mark}moc.knab hoje* ${mark}oi`)).toEqual([
        {
          kind: "bold",
          tokens: [
            { kind: "text", text: "veja " },
            { kind: "link", text: shown, href: shown },
            { kind: "text", text: " hoje" },
          ],
        },
        { kind: "text", text: ` ${mark}oi` },
      ]);
      expect(linksOf(`https://a.example/${mark}moc.knab`)).toEqual([shown]);
    }
    expect(toShownAddress("https://a.example/\u202egpj.exe?a=ç")).toBe("https://a.example/%E2%80%AEgpj.exe?a=ç");
  });

  it("loses no letter and links nothing unsafe, whatever is written [S-35]", () => {
    const letters = ["*", "_", "~", "`", "```", " ", "\n", "a", "ç", "😀", "http://a.co", "javascript:x", "www.b.io/_c_", "<b>", "@", "."];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: random(24) }, () => letters[random(letters.length)] ?? "").join("");
      const tokens = toWaTokens(text);
      const strip = (value: string) => value.replace(/[*_~`]/g, "");
      expect(strip(plain(tokens))).toBe(strip(text));
      const hrefs = JSON.stringify(tokens).match(/"href":"[^"]*"/g) ?? [];
      for (const href of hrefs) expect(href).toMatch(/^"href":"(?:https?|mailto):/i);
    }
  });

  it("reads a text of 60,000 unclosed marks at once", () => {
    const start = performance.now();
    expect(plain(toWaTokens("*a ~b _c ".repeat(7_000)))).toHaveLength(63_000);
    expect(performance.now() - start).toBeLessThan(patience(1_500));
  });
});
