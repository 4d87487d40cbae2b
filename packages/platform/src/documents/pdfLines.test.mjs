import { toColumns, toLeastWidths } from "./pdfColumns.mjs";
import { wrapper } from "./pdfLines.mjs";

// Every letter is one em wide, a Chinese one two.
const { wrap, widestPart } = wrapper((character) => (/\p{sc=Han}/u.test(character) ? 2 : 1));
/** @param {string} text @param {number} letters */
const linesOf = (text, letters) => wrap(text, { width: letters, size: 1 });

describe("lines of a document", () => {
  it("end at spaces, and after signs rather than in the middle of a word [D-420]", () => {
    expect(linesOf("Departamento de Vendas", 12)).toEqual(["Departamento", "de Vendas"]);
    expect(linesOf("Veja loja.com/pedidos/42", 15)).toEqual(["Veja", "loja.com/", "pedidos/42"]);
    expect(linesOf("Pós-atendimento", 12)).toEqual(["Pós-", "atendimento"]);
    expect(linesOf("Incomunicavelmente", 10)).toEqual(["Incomunica", "velmente"]);
  });

  it("keep dates and numbers whole as far as they have room", () => {
    expect(linesOf("em 01/11/2026\u00a009:00", 17)).toEqual(["em", "01/11/2026\u00a009:00"]);
    expect(linesOf("1.234.567,89", 12)).toEqual(["1.234.567,89"]);
  });

  it("end after every Chinese character", () => {
    expect(linesOf("Olá 你好请问", 8)).toEqual(["Olá 你好", "请问"]);
    expect(widestPart("你好请问 ab", { size: 1 })).toBe(2);
  });

  it("are as wide as the words of the first rows need, which other columns give [D-420]", () => {
    /** @type {import("./writePdf.js").PdfHead["columns"]} */
    const columns = [
      { label: "Conexão", weight: 10, align: "left" },
      { label: "Nome", weight: 90, align: "left" },
    ];
    const text = { clean: (/** @type {string} */ each) => each, widestPart };
    const least = toLeastWidths(text, { columns }, [["Representações do Sul", "Ana"]]);
    expect(least.map((each) => Math.round(each / 6.8))).toEqual([14, 4]);
    expect(toColumns({ columns }, least, 300)).toEqual([14 * 6.8, 300 - 14 * 6.8]);
    expect(toColumns({ columns }, [20, 20], 300)).toEqual([30, 270]);
    expect(toColumns({ columns }, [200, 200], 300)).toEqual([150, 150]);
  });
});
