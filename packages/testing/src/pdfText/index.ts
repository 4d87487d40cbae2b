import { inflateSync } from "node:zlib";

/** The texts of a PDF of ours in the order in which they were drawn, without those that were shaped (Arabic, emoji). */
export function readPdfTexts(pdf: Buffer): string[] {
  const source = pdf.toString("latin1");
  const objects = new Map([...source.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].map((found) => [found[1], found.index + found[0].length]));
  const headOf = (id: string | undefined): string => {
    const from = objects.get(id) ?? source.length;
    return source.slice(from, source.indexOf("endobj", from));
  };
  const streamOf = (head: string, from: number): string => {
    const start = from + head.indexOf("stream\n") + "stream\n".length;
    const bytes = pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1]));
    return (head.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
  };
  const fonts = new Map(
    [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const meaning = /\/ToUnicode (\d+) 0 R/.exec(headOf(id))?.[1];
      return [name, toCharacters(streamOf(headOf(meaning), objects.get(meaning) ?? 0))];
    }),
  );
  return [...objects.values()].flatMap((from) => {
    const head = source.slice(from, source.indexOf("endobj", from));
    if (!head.includes("stream\n") || /\/(?:ToUnicode|Subtype|Length1)/.test(head.slice(0, head.indexOf("stream\n")))) return [];
    return [...streamOf(head, from).matchAll(/\/(F\d+) [\d.]+ Tf <([0-9a-f]*)> Tj/g)].map(([, font, codes = ""]) =>
      (codes.match(/.{4}/g) ?? []).map((code) => fonts.get(font)?.get(code) ?? "?").join(""),
    );
  });
}

/** What each glyph of a font means. */
function toCharacters(cmap: string): ReadonlyMap<string, string> {
  const ranges = [...cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)];
  return new Map(
    ranges.flatMap(([, first = "", list = ""]) =>
      [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, units = ""], at): [string, string] => [
        (Number.parseInt(first, 16) + at).toString(16).padStart(4, "0"),
        String.fromCharCode(...(units.replaceAll(" ", "").match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
      ]),
    ),
  );
}
