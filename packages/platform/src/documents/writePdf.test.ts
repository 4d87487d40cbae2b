import { inflateSync } from "node:zlib";
import { readPdfTexts } from "@balcao/testing/pdfText";
import { PdfError, writePdf, type PdfHead } from "./index.js";

const HEAD: PdfHead = {
  language: "pt-BR",
  title: "Relatório de atendimentos",
  company: "Padaria São João",
  logo: null,
  facts: [["Período", "01/11/2026 a 22/11/2026"]],
  issued: "Emitido em 22/11/2026",
  layout: "landscape",
  columns: [
    { label: "Ticket", weight: 40, align: "right" },
    { label: "Contato", weight: 160, align: "left" },
  ],
  words: { page: "Página", of: "de", empty: "Nada" },
};
const NAMES = [
  "Conceição",
  "محمد الأمين",
  "José 😀👍🏽",
  "משה (abc)",
  "张伟",
  "𝓙𝓾𝓵𝓲𝓪",
  "a\u0000b\tc\ud800",
  "Comprido ".repeat(222),
  "X".repeat(2_000),
  "",
];
const ENDING = { totals: "Total", chart: { title: "Por status", bars: [{ label: "Aberto", value: 3 }] } };

async function* batches(count: number, size = 50): AsyncGenerator<string[][]> {
  for (let from = 0; from < count; from += size)
    yield await Promise.resolve(
      Array.from({ length: Math.min(size, count - from) }, (_unused, at) => [String(from + at), NAMES[(from + at) % NAMES.length] ?? ""]),
    );
}

async function bytesOf(generator: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of generator) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The drawing of each page and form, unpacked. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/Length (\d+)[^>]*?>>\s*stream\n/g)].flatMap((found) => {
    const from = found.index + found[0].length;
    const bytes = pdf.subarray(from, from + Number(found[1]));
    return found[0].includes("FlateDecode") ? [inflateSync(bytes).toString("latin1")] : [bytes.toString("latin1")];
  });
}

const problemOf = async (generator: AsyncGenerator<Uint8Array>): Promise<unknown> =>
  bytesOf(generator).then(
    () => "none",
    (error: unknown) => (error instanceof PdfError ? error.problem : error),
  );

describe("writePdf", () => {
  it("lays out names of all scripts and lengths on pages that all say how many there are [D-212]", async () => {
    const pdf = await bytesOf(writePdf(HEAD, batches(60), () => ENDING));
    const pages = pdf.toString("latin1").match(/\/Type \/Page\n/g)?.length ?? 0;
    expect([pdf.subarray(0, 5).toString(), pages > 3]).toEqual(["%PDF-", true]);
    const streams = streamsOf(pdf);
    expect(streams.filter((stream) => stream.includes("/Total Do"))).toHaveLength(pages);
    expect(streams.filter((stream) => stream.includes(`(${pages}) Tj`))).toHaveLength(1);
  });

  /** A picture of one point. */
  const POINT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  it("draws each part once: letterhead, facts, columns, rows, totals, bars with their figures, footer [D-212]", async () => {
    async function* rows() {
      yield await Promise.resolve([["1"], ["2", "Ana", "one too many"]]);
    }
    const ending = {
      totals: "Total: 2",
      chart: {
        title: "Por status",
        bars: [
          { label: "Aberto", value: 1234 },
          { label: "Fechado", value: 0 },
        ],
      },
    };
    const pdf = await bytesOf(writePdf({ ...HEAD, logo: Buffer.from(POINT, "base64") }, rows(), () => ending));
    expect(readPdfTexts(pdf).sort()).toEqual(
      [
        ...["Padaria São João", "Relatório de atendimentos", "Período", "01/11/2026 a 22/11/2026", "Ticket", "Contato", "1", "2", "Ana"],
        ...["Total: 2", "Por status", "Aberto", "1.234", "Fechado", "0", "Emitido em 22/11/2026", "Página 1 de "],
      ].sort(),
    );
    const drawings = streamsOf(pdf).join("\n");
    expect(drawings).toContain("/I1 Do");
    const bare = streamsOf(await bytesOf(writePdf({ ...HEAD, logo: Buffer.from("no picture") }, rows(), () => ending))).join("\n");
    expect(bare).not.toContain("/I1 Do");
  });

  it("begins each further page with the company and the columns, and splits what is longer than a page", async () => {
    async function* rows() {
      yield await Promise.resolve([["1", Array.from({ length: 120 }, (_, at) => `linha${at}`).join("\n")]]);
    }
    const texts = readPdfTexts(await bytesOf(writePdf(HEAD, rows(), () => ({ totals: "Total: 1", chart: null }))));
    const pages = texts.filter((text) => text.startsWith("Página ")).length;
    expect(pages).toBeGreaterThan(1);
    expect(texts.filter((text) => text === "Contato")).toHaveLength(pages);
    expect(texts.filter((text) => text === "Padaria São João · Relatório de atendimentos")).toHaveLength(pages - 1);
    expect(texts.filter((text) => /^linha\d+$/.test(text))).toHaveLength(120);
  });

  it("has the letters of Chinese and Japanese names, and writes them where every text is written [D-420]", async () => {
    async function* rows() {
      yield await Promise.resolve([["1", "张伟 Vendas"]]);
      yield await Promise.resolve([["2", "山田さん，繁體"]]);
    }
    const pdf = await bytesOf(writePdf({ ...HEAD, company: "面包店" }, rows(), () => ENDING));
    expect(pdf.toString("latin1")).toContain("+NotoSansSC-Thin");
    const meanings = streamsOf(pdf)
      .filter((stream) => stream.includes("beginbfrange"))
      .join("\n");
    const drawn = [..."张伟山田さん，繁體面包店"].filter((each) =>
      meanings.includes(`<${(each.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}>`),
    );
    expect(drawn.join("")).toBe("张伟山田さん，繁體面包店");
    expect(meanings).not.toContain("<fffd>");
  });

  it("says that there is nothing instead of a table without rows", async () => {
    const pdf = await bytesOf(writePdf(HEAD, batches(0), () => ({ totals: "Total: 0", chart: null })));
    expect(pdf.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(1);
  });

  it("ends with its problem when it takes more time or memory than allowed, and the process goes on [R-15]", async () => {
    expect(await problemOf(writePdf(HEAD, batches(100_000), () => ENDING, { limits: { milliseconds: 1 } }))).toBe("time");
    expect(await problemOf(writePdf(HEAD, batches(100_000), () => ENDING, { limits: { megabytes: 8 } }))).toBe("memory");
  });

  it("stops when it is cancelled, and asks for no more rows", async () => {
    const controller = new AbortController();
    let asked = 0;
    async function* endless(): AsyncGenerator<string[][]> {
      for (;;) {
        asked += 1;
        if (asked === 3) controller.abort();
        yield await Promise.resolve([["1", "Ana"]]);
      }
    }
    expect(await problemOf(writePdf(HEAD, endless(), () => ENDING, { signal: controller.signal }))).toBe(controller.signal.reason);
    expect(asked).toBe(3);
  });
});
