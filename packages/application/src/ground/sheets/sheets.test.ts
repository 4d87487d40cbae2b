import { AppError } from "@balcao/contracts/errors";
import { describeColumns, toRecords } from "./index.js";

const COLUMNS = { name: { header: "Nome", required: false }, number: { header: "Número", required: true } } as const;
const sheetOf = (header: string[], ...rows: string[][]) => ({ header, rows: rows.map((cells, at) => ({ line: at + 2, cells })) });

describe("toRecords", () => {
  it("finds columns in any order, ignoring case, accents and stars; others are ignored [D-122, D-134]", () => {
    const sheet = sheetOf(["Outra", "NUMERO*", " nome "], ["x", "1", "Ana"], ["", "2"]);
    expect(toRecords(sheet, COLUMNS)).toEqual([
      { line: 2, texts: { name: "Ana", number: "1" }, all: { name: ["Ana"], number: ["1"] } },
      { line: 3, texts: { name: "", number: "2" }, all: { name: [], number: ["2"] } },
    ]);
    expect(toRecords(sheetOf(["Número"], ["1"]), COLUMNS)[0]?.texts).toEqual({ name: "", number: "1" });
  });

  it("takes no row for a person that repeats the header, by whatever columns were chosen [D-264]", () => {
    const sheet = sheetOf(["Nome", "Número"], ["Ana", "1"], [" NOME ", "numero*"], ["Nome", "2"], ["Nome", "Número"]);
    expect(toRecords(sheet, COLUMNS).map(({ line, texts }) => [line, texts.name])).toEqual([
      [2, "Ana"],
      [4, "Nome"],
    ]);
    expect(toRecords(sheet, COLUMNS, ["", "number"]).map(({ line }) => line)).toEqual([2, 4]);
    expect(toRecords(sheetOf(["Zap"], ["Zap"], ["1"]), COLUMNS, ["number"]).map(({ line }) => line)).toEqual([3]);
  });

  it.each([[["Nome"]], [["Número", "Numero"]]])("refuses a missing required column and a repeated one: %j [D-134]", (header) => {
    expect(() => toRecords(sheetOf(header), COLUMNS)).toThrow(AppError);
  });
});

describe("describeColumns", () => {
  it("says what each column is taken for, with the first rows, and that one is missing [D-264, D-361]", () => {
    const sheet = sheetOf(["Nome", "Zap"], ["Ana", "1", "x".repeat(100)]);
    const described = { header: ["Nome", "Zap", ""], samples: [["Ana", "1", "x".repeat(60)]] };
    expect(describeColumns(sheet, COLUMNS, null)).toEqual({ ...described, taken: ["name", "", ""], isMissing: true });
    const chosen = ["", "number", "ninguém"];
    expect(describeColumns(sheet, COLUMNS, chosen)).toEqual({ ...described, taken: ["", "number", ""], isMissing: false });
    expect(toRecords(sheet, COLUMNS, chosen)[0]?.texts).toEqual({ name: "", number: "1" });
  });

  it("takes a first row with a number for a row where no header is known, at its own line [D-361]", () => {
    const sheet = sheetOf(["11 98620-0001", "Ana"], ["11 98620-0002", "Bia"]);
    expect(describeColumns(sheet, COLUMNS, null)).toMatchObject({ header: ["", ""], isMissing: true });
    expect(describeColumns(sheetOf(["ana@x.com", "Ana"]), COLUMNS, null)).toMatchObject({ header: ["", ""] });
    expect(describeColumns(sheetOf(["Ana @ loja", "Bia"], ["x", "y"]), COLUMNS, null)).toMatchObject({ header: ["Ana @ loja", "Bia"] });
    expect(toRecords(sheet, COLUMNS, ["number", "name"]).map(({ line, texts }) => [line, texts.name])).toEqual([
      [1, "Ana"],
      [2, "Bia"],
    ]);
  });
});
