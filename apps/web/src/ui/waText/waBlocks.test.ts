import { toWaBlocks, type WaBlock, type WaPiece } from "./waBlocks";

const words = (pieces: readonly WaPiece[]): string =>
  pieces
    .map((piece) =>
      "tokens" in piece
        ? `<${piece.kind}>${words(piece.tokens)}</>`
        : piece.kind === "text"
          ? piece.text
          : `<${piece.kind}>${piece.text}</>`,
    )
    .join("");
const drawn = (text: string) =>
  toWaBlocks(text).map((block: WaBlock) =>
    block.kind === "list" ? [block.start ?? "•", ...block.items.map(words)] : [block.kind, words(block.pieces)],
  );

describe("toWaBlocks", () => {
  it.each<[string, unknown[]]>([
    ["oi\n\n*tudo* bem?", [["text", "oi\n\n<bold>tudo</> bem?"]]],
    [
      "Pedido:\n- *um*\n- dois\ntchau",
      [
        ["text", "Pedido:"],
        ["•", "<bold>um</>", "dois"],
        ["text", "tchau"],
      ],
    ],
    ["* um\n* dois", [["•", "um", "dois"]]],
    ["3. três\n4. quatro", [[3, "três", "quatro"]]],
    [
      "> disse\n> ela\nsim",
      [
        ["quote", "disse\nela"],
        ["text", "sim"],
      ],
    ],
    ["use `npm *x*` já", [["text", "use <code>npm *x*</> já"]]],
    [
      "``` - a\n- b ```\n- c",
      [
        ["text", "<mono> - a\n- b </>"],
        ["•", "c"],
      ],
    ],
    ["-5 graus\n>:(\n1.500 reais", [["text", "-5 graus\n>:(\n1.500 reais"]]],
    ["`a\nb`", [["text", "`a\nb`"]]],
    ["", [["text", ""]]],
  ])("reads %j as the phone draws it [CONV-026]", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });

  it("links addresses that begin with www. [CONV-026]", () => {
    const [block] = toWaBlocks("veja www.example.com/a já");
    expect(block?.kind === "text" && block.pieces[1]).toEqual({
      kind: "link",
      text: "www.example.com/a",
      href: "http://www.example.com/a",
    });
  });

  it("reads 30,000 backticks, quotes and dashes in linear time", () => {
    const started = performance.now();
    for (const sign of ["`", "> ", "- ", "```\n", "`a"]) expect(toWaBlocks(sign.repeat(30_000 / sign.length)).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
